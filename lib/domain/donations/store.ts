import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, requests, users } from "@/db/schema";
import { payableColumns, payableRecords } from "@/lib/domain/payments/payable-table";
import { AppError } from "@/lib/ground/errors";
import type { Donation } from "./types";

export const donationRecords = payableRecords<Donation>(donations, {
  ...payableColumns(donations),
  requestId: donations.requestId,
  donorId: donations.donorId,
  recipientId: donations.recipientId,
  amount: donations.amount,
  serviceFee: donations.serviceFee,
});

/** What decides whether a request takes donations; null if it does not exist or was deleted. */
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
> & { checkAt: Date };

/**
 * Inserts a pending donation, anonymous if its donor is anonymous now (D36); does nothing if the id exists.
 * @throws AppError NOT_FOUND if the request was removed since it was read
 */
export async function insertPending(db: Db, donation: NewDonation): Promise<void> {
  const anonymous = sql<boolean>`(select anonymous_profile from ${users} where id = ${donation.donorId})`;
  const inserted = db
    .insert(donations)
    .values({ ...donation, anonymous })
    .onConflictDoNothing({ target: donations.id });
  await inserted.catch((error: unknown) => {
    throw isRequestMissing(error) ? new AppError("NOT_FOUND", { cause: error }) : error;
  });
}

function isRequestMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return (
    (cause as { constraint_name?: string } | null)?.constraint_name === "donations_request_id_requests_id_fk"
  );
}

/** The stored hash of the secret with which the donor of a card payment returns from the provider. */
export function returnSecret(secret: string): { returnSecretHash: string } {
  return { returnSecretHash: hashOf(secret) };
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/**
 * The donation of a card payment, and whether the secret is its own; `unknown` if no secret was stored. Null without
 * such a payment.
 */
export async function findByReturnSecret(
  db: Db,
  paymentId: string,
  secret: string,
): Promise<{ id: string; secret: "same" | "other" | "unknown" } | null> {
  const [row] = await db
    .select({ id: donations.id, hash: donations.returnSecretHash })
    .from(donations)
    .where(eq(donations.stripePaymentIntentId, paymentId));
  if (!row) return null;
  const { id, hash } = row;
  if (hash === null) return { id, secret: "unknown" };
  return { id, secret: hash === hashOf(secret) ? "same" : "other" };
}

/** What the return page shows: the item, the recipient's names, and whether the recipient's account was erased. */
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

/** A donation with what messages say about it (mail-and-access.md, Messages). Amounts in cents. */
export async function findDonationForMail(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const donor = alias(users, "donor");
  const recipient = alias(users, "recipient");
  const [row] = await db
    .select({
      id: donations.id,
      donorId: donations.donorId,
      amount: donations.amount,
      serviceFee: donations.serviceFee,
      anonymous: donations.anonymous,
      paymentStatus: donations.paymentStatus,
      refundReason: donations.refundReason,
      creditedAt: donations.creditedAt,
      settledAt: donations.settledAt,
      refundedAt: donations.refundedAt,
      requestId: donations.requestId,
      item: requests.item,
      isDeleted: sql<boolean>`${requests.deletedAt} is not null`,
      goal: requests.goal,
      raised: requests.raised,
      donor: {
        username: donor.username,
        anonymousProfile: donor.anonymousProfile,
        isErased: sql<boolean>`${donor.erasedAt} is not null`,
      },
      recipientUsername: recipient.username,
      isRecipientErased: sql<boolean>`${recipient.erasedAt} is not null`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .innerJoin(donor, eq(donor.id, donations.donorId))
    .innerJoin(recipient, eq(recipient.id, donations.recipientId))
    .where(eq(donations.id, id));
  return row ?? null;
}
