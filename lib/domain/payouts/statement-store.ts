import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  donations,
  guests,
  payeeAccounts,
  payoutDonations,
  payouts,
  requests,
  transfers,
  users,
} from "@/db/schema";
import { beyond, pick, timestamptz } from "@/db/statement";
import { nameColumns } from "@/lib/domain/users/columns";
import { donorName } from "@/lib/domain/users/public-name";
import type { Part } from "@/lib/ground/paging";
import { takenBack } from "./overview-store";
import { heldFor, isDecided, isShown, leftAmount } from "./sql-store";
import type { DescribedDonation } from "./types";

const donor = alias(users, "donor");

/** What a donation and its donor are named by. */
const described = {
  donationId: donations.id,
  requestId: donations.requestId,
  settledAt: sql<Date>`${donations.settledAt}`.mapWith(donations.settledAt),
  item: requests.item,
  isDeleted: sql<boolean>`${requests.deletedAt} is not null`,
  // Who took a donation back is not named any more (giving.md, Take back).
  anonymous: sql<boolean>`${donations.anonymous} or ${donations.refundReason} is not distinct from 'taken_back'`,
  donor: nameColumns(donor),
  guestName: guests.name,
};

type NamedDonation = Omit<
  Awaited<ReturnType<typeof selectDonationsInPayouts>>[number],
  "payoutId" | "amount" | "count"
>;

/** A donation with the names that its recipient may see. */
export function describeDonation({
  donationId,
  settledAt,
  requestId,
  item,
  ...row
}: NamedDonation): DescribedDonation {
  const { username, isErased, guestName } = donorName(row, row.donor);
  return {
    id: donationId,
    settledAt,
    request: row.isDeleted ? null : { id: requestId, title: item },
    donorName: username,
    guestName,
    donorErased: isErased,
  };
}

/** A person's payouts, newest first. */
export async function selectPayoutPage(db: Db, userId: string, { limit, after }: Part) {
  const older = beyond(payouts.createdAt, payouts.id, after, "newest");
  return db
    .select({
      ...pick(payouts, "id", "amount", "state", "arrivesOn", "traceId", "failureCode", "createdAt", "paidAt"),
      provider: payeeAccounts.provider,
      heldFor,
    })
    .from(payouts)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, payouts.accountId))
    .where(and(eq(payouts.userId, userId), isShown, older))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(limit);
}

/** The first donations of each payout, oldest first, with how many it has. Cents. */
export async function selectDonationsInPayouts(db: Db, payoutIds: readonly string[], limit: number) {
  if (payoutIds.length === 0) return [];
  const order = sql`partition by ${payoutDonations.payoutId}`;
  const placed = db
    .select({
      ...pick(payoutDonations, "payoutId", "donationId", "amount"),
      place: sql<number>`row_number() over (${order} order by ${payoutDonations.donationId})`
        .mapWith(Number)
        .as("place"),
      count: sql<number>`count(*) over (${order})`.mapWith(Number).as("count"),
    })
    .from(payoutDonations)
    .where(inArray(payoutDonations.payoutId, [...payoutIds]))
    .as("placed");
  return db
    .select({ ...described, payoutId: placed.payoutId, amount: placed.amount, count: placed.count })
    .from(placed)
    .innerJoin(donations, eq(donations.id, placed.donationId))
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .leftJoin(donor, eq(donor.id, donations.donorId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .where(sql`${placed.place} <= ${limit}`)
    .orderBy(placed.place);
}

/** Donations to a person, by their requests: those have an index. */
const isReceivedBy = (userId: string) => and(eq(requests.userId, userId), isNotNull(donations.creditedAt));

const cents = (amount: SQL) => sql<number>`coalesce(${amount}, 0)`.mapWith(Number);

/**
 * Every donation that was credited to a person in a span, oldest first, with where its money is now, in cents: what it
 * was is what waits, is on its way, is in their bank and was given back.
 */
export async function selectReceived(db: Db, userId: string, { from, to }: { from: Date; to: Date }) {
  const rows = await db
    .select({
      ...described,
      received: donations.amount,
      waiting: cents(sql`case
        when not ${isDecided} then 0
        when ${donations.isOwed} then ${leftAmount}
        when ${payouts.id} is null and ${transfers.id} is not null then
          greatest(0, ${transfers.amount} - ${takenBack}) end`),
      onTheWay: cents(
        sql`case when ${payouts.state} in ('created', 'sent', 'on_the_way') then ${payoutDonations.amount} end`,
      ),
      inBank: cents(sql`case when ${payouts.state} = 'paid' then ${payoutDonations.amount} end`),
      paidAt: sql<Date | null>`case when ${payouts.state} = 'paid' then ${payouts.paidAt} end`.mapWith(
        payouts.paidAt,
      ),
    })
    .from(requests)
    .innerJoin(donations, eq(donations.requestId, requests.id))
    .leftJoin(donor, eq(donor.id, donations.donorId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .leftJoin(payoutDonations, and(eq(payoutDonations.donationId, donations.id), payoutDonations.isLive))
    .leftJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .leftJoin(transfers, and(eq(transfers.donationId, donations.id), eq(transfers.state, "sent")))
    .where(
      and(
        isReceivedBy(userId),
        sql`${donations.settledAt} >= ${timestamptz(from)} and ${donations.settledAt} < ${timestamptz(to)}`,
      ),
    )
    .orderBy(donations.settledAt, donations.id);
  return rows.map((row) => ({
    ...row,
    givenBack: row.received - row.waiting - row.onTheWay - row.inBank,
  }));
}

/** The local calendar years in which a person received donations, newest first. */
export async function selectYears(db: Db, userId: string, timeZone: string): Promise<number[]> {
  const year = sql<number>`extract(year from ${donations.settledAt} at time zone ${timeZone}::text)::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(requests)
    .innerJoin(donations, eq(donations.requestId, requests.id))
    .where(isReceivedBy(userId))
    .orderBy(sql`1 desc`);
  return rows.map((row) => row.year);
}
