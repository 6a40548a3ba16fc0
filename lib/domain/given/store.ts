import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import {
  donationNotes,
  donations,
  guests,
  payoutDonations,
  payouts,
  posts,
  requests,
  transfers,
  users,
} from "@/db/schema";
import { beyond, pick, statement, timestamptz } from "@/db/statement";
import type { Part } from "@/lib/ground/paging";
import type { PeriodStarts } from "@/lib/ground/periods";

/** A donation with what its donor sees of it, in cents. */
export type GivenRow = Awaited<ReturnType<typeof selectGiven>>[number];

/** One donation by its id, whoever gave it; null if there is none. */
export async function selectReceipt(db: Db, id: string): Promise<GivenRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await selectGiven(db, eq(donations.id, id), 1);
  return row ?? null;
}

/** Paid donations of a person, newest first. */
export function selectGivenBy(db: Db, donorId: string, { limit, after }: Part): Promise<GivenRow[]> {
  const older = beyond(donations.createdAt, donations.id, after, "newest");
  return selectGiven(db, and(eq(donations.donorId, donorId), isNotNull(donations.settledAt), older), limit);
}

/** A person's donations that were credited and did not go back whole; only those settled in a span if it is given. */
const isGivenBy = (donorId: string, span?: Span) =>
  and(
    eq(donations.donorId, donorId),
    isNotNull(donations.creditedAt),
    eq(donations.paymentStatus, "completed"),
    span &&
      sql`${donations.settledAt} >= ${timestamptz(span.from)} and ${donations.settledAt} < ${timestamptz(span.to)}`,
  );
type Span = { from: Date; to: Date };

/** What a person gave in a span, newest first. */
export function selectGivenIn(db: Db, donorId: string, span: Span): Promise<GivenRow[]> {
  return selectGiven(db, isGivenBy(donorId, span));
}

/** To how many people a person gave in a span. */
export async function countHelped(db: Db, donorId: string, span: Span): Promise<number> {
  const [row] = await db
    .select({ people: sql<number>`count(distinct ${donations.recipientId})::int` })
    .from(donations)
    .where(isGivenBy(donorId, span));
  return row?.people ?? 0;
}

/** The local calendar years in which a person gave, newest first. */
export async function selectYearsGiven(db: Db, donorId: string, timeZone: string): Promise<number[]> {
  const year = sql<number>`extract(year from ${donations.settledAt} at time zone ${timeZone}::text)::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(donations)
    .where(isGivenBy(donorId))
    .orderBy(sql`1 desc`);
  return rows.map((row) => row.year);
}

/** When the owner said what became of the money, after it was given; null of what goes back. */
const deliveredAt = sql<Date | null>`case when ${donations.refundReason} is null then (
  select min(p.created_at) from ${posts} p
  where p.request_id = ${donations.requestId} and p.kind = 'delivered' and p.hidden_at is null
    and p.deleted_at is null and p.created_at >= ${donations.creditedAt}) end`.mapWith(posts.createdAt);

async function selectGiven(db: Db, which: SQL | undefined, limit?: number) {
  const query = db
    .select({
      ...pick(donations, "id", "donorId", "guestId", "receiptNumber", "amount", "serviceFee"),
      ...pick(donations, "returnedAmount", "paidBy", "anonymous", "paymentStatus", "refundReason"),
      ...pick(donations, "createdAt", "settledAt", "creditedAt", "refundedAt", "thanksEmoji"),
      name: guests.name,
      message: donationNotes.text,
      requestId: requests.id,
      ...pick(requests, "item", "photoUrl", "isCompleted", "closedAt"),
      isShown: sql<boolean>`${requests.isActive} and ${requests.deletedAt} is null`,
      recipient: {
        ...pick(users, "username", "name", "anonymousProfile"),
        isErased: sql<boolean>`${users.erasedAt} is not null`,
      },
      releaseAt: transfers.releaseAt,
      sentAt: payouts.sentAt,
      arrivedAt: payouts.paidAt,
      deliveredAt,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .innerJoin(users, eq(users.id, donations.recipientId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .leftJoin(donationNotes, eq(donationNotes.donationId, donations.id))
    .leftJoin(
      transfers,
      and(eq(transfers.donationId, donations.id), inArray(transfers.state, ["planned", "sent"])),
    )
    .leftJoin(payoutDonations, and(eq(payoutDonations.donationId, donations.id), payoutDonations.isLive))
    .leftJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .where(which)
    .orderBy(desc(donations.createdAt), desc(donations.id))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

type ShowValues = PeriodStarts & { donationId: string; donorOrGuestId: string; isShown: boolean };

/** Says whether others may know who gave a donation (db/functions/show_donor.sql). */
export const showDonor = statement<ShowValues, { found: boolean }>(
  (value) => sql`
    select show_donor(${value.donationId}::uuid, ${value.donorOrGuestId}::uuid, ${value.isShown}::boolean,
      ${value.all}::date, ${value.monthly}::date, ${value.weekly}::date, ${value.daily}::date) as found`,
);
