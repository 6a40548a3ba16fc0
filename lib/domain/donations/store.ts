import { createHash } from "node:crypto";
import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { PAYMENT_ID } from "@/db/provider-ids";
import {
  blocks,
  donationNotes,
  donationReturns,
  donations,
  guests,
  holds,
  requests,
  users,
} from "@/db/schema";
import { pick, preparedQuery, timestamptz } from "@/db/statement";
import { payableColumns, payableRecords } from "@/lib/domain/payments/payable-table";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { nameColumns } from "@/lib/domain/users/columns";
import { counterpartsOf, isReadable } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import type { Donation, NewGuest, NewNote } from "./types";

export const donationRecords = payableRecords<Donation>(donations, {
  ...payableColumns(donations),
  ...pick(donations, "requestId", "donorId", "guestId", "recipientId", "amount", "serviceFee"),
  returned: sql<number>`${donations.returnedAmount} + ${donations.returnedFee}`,
  isDisputed: sql<boolean>`exists (
    select from ${holds} h where h.donation_id = "donations"."id" and h.cause = 'dispute' and h.lifted_at is null)`,
});

/** Has the donation checked at the provider no later than so many milliseconds from `at`. */
export async function checkWithin(tx: Tx, id: string, at: Date, within: number): Promise<void> {
  const latest = new Date(at.getTime() + within).toISOString();
  await tx
    .update(donations)
    .set({ checkAt: sql`least(${donations.checkAt}, ${latest}::timestamptz)` })
    .where(eq(donations.id, id));
}

/** What decides whether a request takes donations; null if it does not exist or was deleted. */
export async function findRequestTerms(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      ...pick(requests, "id", "item"),
      ownerId: requests.userId,
      ownerTier: users.subscriptionTier,
      ownerTierExpiry: users.subscriptionExpiry,
      donationsPausedAt: users.donationsPausedAt,
      ...pick(requests, "givingOffAt", "closedAt", "pausedAt", "goal", "raised", "isActive"),
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)));
  return row ?? null;
}

type NewDonation = Pick<
  Donation,
  "id" | "requestId" | "donorId" | "recipientId" | "amount" | "serviceFee" | "currency" | "paymentMethod"
> & { guestId?: string | null; checkAt: Date; createdAt?: Date; anonymous?: boolean };

/**
 * Inserts a pending donation, anonymous if its donor is anonymous now (D36) unless it says, with what the donor wrote;
 * does nothing if the id exists. A guest's is inserted with the guest; without one their address is not known (any
 * more).
 * @throws AppError NOT_FOUND if the request was removed since it was read
 */
export async function insertPending(
  db: Db,
  donation: NewDonation,
  { guest, note }: { guest?: Omit<NewGuest, "anonymous">; note?: NewNote | null } = {},
): Promise<void> {
  const { donorId, guestId = null } = donation;
  const isAnonymousNow = sql<boolean>`(select anonymous_profile from ${users} where id = ${donorId})`;
  const insert = (to: Db) =>
    to
      .insert(donations)
      .values({ ...(donorId !== null && { anonymous: isAnonymousNow }), ...donation })
      .onConflictDoNothing({ target: donations.id })
      .returning({ donationId: donations.id, requestId: donations.requestId });
  const insertWithAll = () =>
    db.transaction(async (tx) => {
      if (guestId !== null) {
        const known = guest ?? { language: VISITOR_LOCALE, forgottenAt: now() };
        await tx
          .insert(guests)
          .values({ id: guestId, ...known })
          .onConflictDoNothing();
      }
      const [inserted] = await insert(tx);
      if (note && inserted) await tx.insert(donationNotes).values({ ...inserted, ...note });
    });
  await (guestId === null && !note ? insert(db) : insertWithAll()).catch((error: unknown) => {
    throw isRequestMissing(error) ? new AppError("NOT_FOUND", { cause: error }) : error;
  });
}

/** Whether the request and the people of a donation are there, and belong together. */
export async function hasParties(
  db: Db,
  { requestId, donorId, recipientId }: Pick<Donation, "requestId" | "donorId" | "recipientId">,
): Promise<boolean> {
  const isOwners = and(eq(requests.id, requestId), eq(requests.userId, recipientId));
  if ((await db.$count(requests, isOwners)) === 0) return false;
  const isDonor = donorId !== null && donorId !== recipientId && eq(users.id, donorId);
  return donorId === null || (isDonor !== false && (await db.$count(users, isDonor)) > 0);
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
  { db, card }: PaymentContext,
  paymentId: string,
  secret: string,
): Promise<{ id: string; secret: "same" | "other" | "unknown" } | null> {
  const [row] = await db
    .select({ id: donations.id, hash: donations.returnSecretHash })
    .from(donations)
    .where(eq(donations[PAYMENT_ID[card.provider]], paymentId));
  if (!row) return null;
  const { id, hash } = row;
  if (hash === null) return { id, secret: "unknown" };
  return { id, secret: hash === hashOf(secret) ? "same" : "other" };
}

/** What the return page shows: the item if `isShown`, the recipient's names, and whether their account was erased. */
export async function findDonationSubject(db: Db, id: string) {
  const [row] = await db
    .select({
      item: requests.item,
      isShown: sql<boolean>`${requests.isActive} and ${requests.deletedAt} is null`,
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

/**
 * What is left of a credited donation, in cents, and whether its request reached its goal when it was booked. Null for
 * anybody but its donor.
 */
export async function findCredited(db: Db, { id, donorId }: { id: string; donorId: string }) {
  const [row] = await db
    .select({
      ...pick(donations, "requestId", "receiptNumber"),
      amountLeft: sql<number>`${amountLeft}`,
      hasCompleted: sql<boolean>`${requests.completedAt} is not distinct from ${donations.settledAt}`,
      message: donationNotes.text,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .leftJoin(donationNotes, eq(donationNotes.donationId, donations.id))
    .where(and(eq(donations.id, id), eq(donations.donorId, donorId), isCredited));
  return row ?? null;
}

/** Whether a person gave to a request, and not all of it went back. */
export async function hasGivenTo(db: Db, donorId: string, requestId: string): Promise<boolean> {
  if (!isUuid(requestId)) return false;
  const [row] = await db
    .select({ id: donations.id })
    .from(donations)
    .where(and(eq(donations.requestId, requestId), eq(donations.donorId, donorId), isCredited))
    .limit(1);
  return row !== undefined;
}

/** Donations with what messages say about them (mail-and-access.md, Messages), oldest first. Amounts in cents. */
export function selectForMail(db: Db, ids: readonly string[]) {
  return forMail(db).execute({ ids: `{${ids.filter(isUuid).join()}}` });
}

const forMail = preparedQuery((db) => {
  const donor = alias(users, "donor");
  const recipient = alias(users, "recipient");
  return db
    .select({
      ...pick(donations, "id", "receiptNumber", "donorId", "amount", "serviceFee", "returnedAmount"),
      ...pick(donations, "returnedFee", "anonymous", "paymentStatus", "refundReason", "creditedAt"),
      ...pick(donations, "settledAt", "refundedAt", "thanksEmoji", "requestId"),
      item: sql<string | null>`case when ${requests.deletedAt} is null then ${requests.item} end`,
      category: requests.category,
      ...pick(requests, "isActive", "goal", "raised"),
      donor: nameColumns(donor),
      guestName: guests.name,
      note: sql<string | null>`(
        select ${donationNotes.text} from ${donationNotes}
        where ${donationNotes.donationId} = ${donations.id} and ${isReadable(donations.recipientId)})`,
      recipientUsername: recipient.username,
      isRecipientErased: sql<boolean>`${recipient.erasedAt} is not null`,
      /** One of both blocked the other: no message with a donation (safety.md, Block). */
      isBlocked: sql<boolean>`exists (select from ${blocks} b where (b.blocker_id, b.blocked_id) in (
        (${donations.donorId}, ${donations.recipientId}), (${donations.recipientId}, ${donations.donorId})))`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .leftJoin(donor, eq(donor.id, donations.donorId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .innerJoin(recipient, eq(recipient.id, donations.recipientId))
    .where(sql`${donations.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .orderBy(donations.settledAt, donations.id)
    .prepare("donations_for_mail");
});

/** A partial refund, in cents; null if there is none with this id. */
export async function findReturn(db: Db, id: string) {
  const { donationId, amount, fee, reason } = donationReturns;
  const [row] = await db
    .select({ donationId, amount, fee, reason })
    .from(donationReturns)
    .where(eq(donationReturns.id, id));
  return row ?? null;
}

/** Whether who gave a failed donation tried again for the same request: of guests, who has the same address. */
export async function isTriedAgain(db: Db, id: string): Promise<boolean> {
  const failed = alias(donations, "failed");
  const isSameGuest = sql`exists (
    select from ${guests} f join ${guests} l on lower(l.email) = lower(f.email)
    where f.id = ${failed.guestId} and l.id = ${donations.guestId})`;
  const later = db
    .select({ id: donations.id })
    .from(failed)
    .innerJoin(
      donations,
      and(
        or(eq(donations.donorId, failed.donorId), isSameGuest),
        eq(donations.requestId, failed.requestId),
        sql`${donations.id} <> ${failed.id} and ${donations.createdAt} >= ${failed.createdAt}`,
      ),
    )
    .where(eq(failed.id, id))
    .limit(1);
  return (await later).length > 0;
}

type Span = { from: Date; to: Date };

const isCredited = sql`${donations.creditedAt} is not null and ${donations.paymentStatus} = 'completed'`;

const isSettledIn = ({ from, to }: Span) => sql`${donations.settledAt} >= ${timestamptz(from)}
  and ${donations.settledAt} < ${timestamptz(to)}`;

/** What a person gave (`given`, with `fees` on top) and received. Cents. */
type Sums = { given: number; fees: number; received: number };

const sumOf = (amount: SQL | PgColumn, only: SQL) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${only}), 0)`.mapWith(Number);

/** What partial refunds left. */
const amountLeft = sql`${donations.amount} - ${donations.returnedAmount}`;

const sumsOf = (userId: string) => ({
  given: sumOf(amountLeft, eq(donations.donorId, userId)),
  fees: sumOf(sql`${donations.serviceFee} - ${donations.returnedFee}`, eq(donations.donorId, userId)),
  received: sumOf(amountLeft, eq(donations.recipientId, userId)),
});

/**
 * The credited donations that a person gave or received in a span. A union, because PostgreSQL reads the whole table
 * for an `or` of the donor and the requests, and this is asked for everybody's digest.
 */
const isOfPerson = (userId: string, span: Span) =>
  and(
    sql`${donations.id} in (
      select given.id from donations given where given.donor_id = ${userId}
      union
      select got.id from requests r join donations got on got.request_id = r.id where r.user_id = ${userId})`,
    isCredited,
    isSettledIn(span),
  );

/** What a person gave and received in a span, in cents. */
export async function sumBetween(db: Db, userId: string, span: Span): Promise<Sums> {
  const [sums] = await db.select(sumsOf(userId)).from(donations).where(isOfPerson(userId, span));
  return sums ?? { given: 0, fees: 0, received: 0 };
}

/** The same by local month, 1 to 12, where there was anything. */
export async function sumByMonth(
  db: Db,
  userId: string,
  { timeZone, ...span }: Span & { timeZone: string },
): Promise<(Sums & { month: number })[]> {
  const month = sql<number>`extract(month from ${donations.settledAt} at time zone ${timeZone}::text)::int`;
  return db
    .select({ month, ...sumsOf(userId) })
    .from(donations)
    .where(isOfPerson(userId, span))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/**
 * Requests to which a person gave and that reached their goal in a span, the latest first; of nobody between whom and
 * the person is a block.
 */
export async function selectReached(db: Db, userId: string, span: Span, limit: number) {
  return db
    .selectDistinct({ id: requests.id, title: requests.item, completedAt: requests.completedAt })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .where(
      and(
        eq(donations.donorId, userId),
        isCredited,
        isNull(requests.deletedAt),
        eq(requests.isActive, true),
        sql`${requests.userId} <> all(${counterpartsOf(sql`${userId}`)})`,
        sql`${requests.completedAt} >= ${timestamptz(span.from)}
          and ${requests.completedAt} < ${timestamptz(span.to)}`,
      ),
    )
    .orderBy(sql`${requests.completedAt} desc`)
    .limit(limit);
}

/** People who gave or received in a span and have no statement of it yet, by id after one. */
export async function selectWithoutStatement(
  db: Db,
  { cause, after, limit, ...span }: Span & { cause: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        after === null ? undefined : gt(users.id, after),
        isNull(users.erasedAt),
        sql`not exists (select from mails m
          where m.user_id = ${users.id} and m.kind = 'year_statement' and m.cause = ${cause})`,
        sql`(exists (select from ${donations}
            where ${donations.donorId} = ${users.id} and ${isCredited} and ${isSettledIn(span)})
          or exists (select from ${requests} join ${donations} on ${donations.requestId} = ${requests.id}
            where ${requests.userId} = ${users.id} and ${isCredited} and ${isSettledIn(span)}))`,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** How many of a person's latest donations are read. */
const DONATIONS_READ = 200;

type HelpedRow = {
  /** How many people the read donations went to, and whether there are donations that were not read. */
  people: number;
  isMore: boolean;
  id: string | null;
  item: string;
  photoUrl: string | null;
  donations: number;
};

/**
 * The requests that a person's latest donations went to, newest first, of those that are still shown, with how many of
 * these donations each got. Donations that went back are left out. One row with a null id when none is shown.
 */
export async function selectHelped(db: Db, donorId: string, limit: number): Promise<HelpedRow[]> {
  return db.execute<HelpedRow>(sql`
    with latest as (
      select request_id, recipient_id, created_at, credited_at is not null and payment_status = 'completed' as is_credited
      from ${donations} where donor_id = ${donorId}
      order by created_at desc nulls last
      limit ${DONATIONS_READ}
    ),
    given as (
      select request_id, max(created_at) as last, count(*)::int as donations from latest where is_credited group by request_id
    )
    select summary.people, summary."isMore", shown.id, shown.item, shown.photo_url as "photoUrl", shown.donations
    from (
      select count(distinct recipient_id) filter (where is_credited)::int as people, count(*) = ${DONATIONS_READ} as "isMore"
      from latest
    ) summary
    left join (
      select r.id, r.item, r.photo_url, given.donations, given.last
      from given join ${requests} r on r.id = given.request_id
      where r.is_active and r.deleted_at is null
      order by given.last desc
      limit ${limit}
    ) shown on true
    order by shown.last desc nulls last`);
}
