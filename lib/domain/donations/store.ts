import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, requests, users } from "@/db/schema";
import { preparedQuery } from "@/db/statement";
import { AppError } from "@/lib/ground/errors";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Donation } from "./types";

const columns = {
  id: donations.id,
  requestId: donations.requestId,
  donorId: donations.donorId,
  recipientId: donations.recipientId,
  amount: donations.amount,
  serviceFee: donations.serviceFee,
  currency: donations.currency,
  paymentStatus: donations.paymentStatus,
  paymentMethod: donations.paymentMethod,
  stripePaymentIntentId: donations.stripePaymentIntentId,
  paypalOrderId: donations.paypalOrderId,
  createdAt: donations.createdAt,
  settledAt: donations.settledAt,
  creditedAt: donations.creditedAt,
  refundReason: donations.refundReason,
  refundRefusal: donations.refundRefusal,
  captureRefusedAt: donations.captureRefusedAt,
};

/** What decides whether a request takes money; null when there is none or it was deleted. */
export async function findRequestTerms(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      id: requests.id,
      item: requests.item,
      ownerId: requests.userId,
      ownerTier: users.subscriptionTier,
      ownerTierExpiry: users.subscriptionExpiry,
      goal: requests.goal,
      raised: requests.raised,
      isActive: requests.isActive,
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)));
  return row ?? null;
}

type NewDonation = Pick<
  Donation,
  "id" | "requestId" | "donorId" | "recipientId" | "amount" | "serviceFee" | "currency" | "paymentMethod"
>;

/**
 * Writes a pending donation, anonymous if the donor is now (D36); the same id twice stays the first.
 * @throws AppError NOT_FOUND if the request was removed since it was read
 */
export async function insertPending(db: Db, donation: NewDonation): Promise<void> {
  const anonymous = sql<boolean>`(select anonymous_profile from ${users} where id = ${donation.donorId})`;
  const inserted = db
    .insert(donations)
    .values({ ...donation, anonymous })
    .onConflictDoNothing({ target: donations.id });
  await inserted.catch((error: unknown) => {
    throw lacksRequest(error) ? new AppError("NOT_FOUND", { cause: error }) : error;
  });
}

function lacksRequest(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return (
    (cause as { constraint_name?: string } | null)?.constraint_name === "donations_request_id_requests_id_fk"
  );
}

/** Which column holds the payment's own id. */
const PAYMENT = { stripe: "stripePaymentIntentId", paypal: "paypalOrderId" } as const;

/**
 * Notes which payment of the provider belongs to a donation, once, and by which secret its donor comes back from there;
 * answers which one does.
 */
export async function attachPayment(
  db: Db,
  id: string,
  provider: PaymentProvider,
  paymentId: string,
  secret: string | null = null,
): Promise<string> {
  const column = PAYMENT[provider];
  const [row] = await db
    .update(donations)
    .set({
      [column]: sql`coalesce(${donations[column]}, ${paymentId})`,
      ...(secret !== null && {
        returnSecretHash: sql`coalesce(${donations.returnSecretHash}, ${hashOf(secret)})`,
      }),
    })
    .where(eq(donations.id, id))
    .returning({ paymentId: donations[column] });
  return row?.paymentId ?? paymentId;
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/**
 * Whether a secret is the one that a card payment's donor comes back with: unknown where we never learned it; null
 * without such a payment.
 */
export async function compareReturnSecret(
  db: Db,
  paymentId: string,
  secret: string,
): Promise<"same" | "other" | "unknown" | null> {
  const [row] = await db
    .select({ hash: donations.returnSecretHash })
    .from(donations)
    .where(eq(donations.stripePaymentIntentId, paymentId));
  if (!row) return null;
  if (row.hash === null) return "unknown";
  return row.hash === hashOf(secret) ? "same" : "other";
}

export async function findDonation(db: Db, id: string): Promise<Donation | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select(columns).from(donations).where(eq(donations.id, id));
  return row ?? null;
}

export async function findDonationByPayment(
  db: Db,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Donation | null> {
  const [row] = await BY_PAYMENT[provider](db).execute({ paymentId });
  return row ?? null;
}

const byPayment = (provider: PaymentProvider) =>
  preparedQuery((db) =>
    db
      .select(columns)
      .from(donations)
      .where(eq(donations[PAYMENT[provider]], sql.placeholder("paymentId")))
      .prepare(`donation_of_${provider}`),
  );

const BY_PAYMENT = { stripe: byPayment("stripe"), paypal: byPayment("paypal") };

/** What the return page names: the request's item and who receives; and whether the latter's account was erased. */
export async function findDonationSubject(db: Db, id: string) {
  const [row] = await db
    .select({
      item: requests.item,
      recipientName: users.name,
      recipientUsername: users.username,
      recipientAnonymous: users.anonymousProfile,
      isErased: sql<boolean>`${users.erasedAt} is not null`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .innerJoin(users, eq(users.id, donations.recipientId))
    .where(eq(donations.id, id));
  return row ?? null;
}

/** Closes a pending donation that was never paid; false if it is no longer pending. */
export async function markFailed(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(donations)
    .set({ paymentStatus: "failed" })
    .where(and(eq(donations.id, id), eq(donations.paymentStatus, "pending")))
    .returning({ id: donations.id });
  return rows.length > 0;
}

/** Notes that an order was refused and may be approved again, unless somebody noted it meanwhile. */
export async function noteCaptureRefused(
  db: Db,
  { id, captureRefusedAt }: Pick<Donation, "id" | "captureRefusedAt">,
  at: Date,
): Promise<void> {
  const isAsRead = captureRefusedAt
    ? eq(donations.captureRefusedAt, captureRefusedAt)
    : isNull(donations.captureRefusedAt);
  await db
    .update(donations)
    .set({ captureRefusedAt: at })
    .where(and(eq(donations.id, id), isAsRead));
}

/** Notes that the provider will never give a refund, by its code. */
export async function noteRefundRefusal(db: Db, id: string, refundRefusal: string): Promise<void> {
  await db.update(donations).set({ refundRefusal }).where(eq(donations.id, id));
}

/**
 * Takes up to `limit` donations that reconciliation should look at: pending since before `pendingBefore`, or with a refund due since before
 * `refundBefore`. Each is left alone for a quarter of its age, at most an hour, and other servers skip what is taken here.
 */
export async function claimUnfinished(
  db: Db,
  {
    at,
    pendingBefore,
    refundBefore,
    limit,
  }: { at: Date; pendingBefore: Date; refundBefore: Date; limit: number },
): Promise<Donation[]> {
  return db
    .update(donations)
    .set({ checkedAt: at })
    .where(
      sql`${donations.id} in (
        select id from ${donations}
        where ((payment_status = 'pending' and created_at < ${pendingBefore.toISOString()})
            or (payment_status = 'completed' and refund_reason is not null and settled_at < ${refundBefore.toISOString()}))
          and (checked_at is null
            or checked_at < ${at.toISOString()}::timestamptz - least((${at.toISOString()}::timestamptz - created_at) / 4, interval '1 hour'))
        order by created_at
        limit ${limit}
        for update skip locked)`,
    )
    .returning(columns);
}

/**
 * Takes up to `limit` credited donations that it is time to ask about again; others skip what is taken here. Each comes back when twice the time has
 * passed since it was settled, and for `days` in all.
 */
export async function claimReviews(
  db: Db,
  { at, days, limit }: { at: Date; days: number; limit: number },
): Promise<Donation[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  return db
    .update(donations)
    .set({
      reviewAt: sql`case when ${moment} + (${moment} - settled_at) < settled_at + make_interval(days => ${days}::int)
        then ${moment} + (${moment} - settled_at) end`,
    })
    .where(
      sql`${donations.id} in (
        select id from ${donations} where review_at <= ${moment} order by review_at limit ${limit}
        for update skip locked)`,
    )
    .returning(columns);
}
