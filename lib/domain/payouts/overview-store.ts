import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  donations,
  ledgerEntries,
  payeeAccounts,
  payoutDonations,
  payouts,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { pick } from "@/db/statement";
import { ANY_ACCOUNT, isHeld } from "@/lib/domain/holds/guards";
import { firstPayoutAt, heldUntil } from "./donation-store";
import { isDecided, isInAccount, isToBePaid, leftAmount } from "./sql-store";
import type { Place } from "./waiting";

const sumOf = (amount: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number);

/** All that was ever credited to a person, in cents; the ledger has an index for this. */
export async function sumReceived(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ received: sumOf(sql`${ledgerEntries.amount}`) })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
      ),
    );
  return row?.received ?? 0;
}

/** How much of a person's money is in payouts that run, and in those that arrived. Cents. */
export async function sumPaidOut(db: Db, userId: string): Promise<{ onTheWay: number; inBank: number }> {
  const [row] = await db
    .select({
      onTheWay: sumOf(
        sql`case when ${payouts.state} in ('created', 'sent', 'on_the_way') then ${payouts.amount} end`,
      ),
      inBank: sumOf(sql`case when ${payouts.state} = 'paid' then ${payouts.amount} end`),
    })
    .from(payouts)
    .where(eq(payouts.userId, userId));
  return row ?? { onTheWay: 0, inBank: 0 };
}

/**
 * What came back from a transfer, or has to, in cents. A loss counts until another transfer makes up for it: if the
 * payout that took the money fails, it is recovered from here.
 */
export const takenBack = sql`(
  select coalesce(sum(case when r.state = 'short' and exists (
      select from ${transferReturns} recovery where recovery.recovers_id = r.id and recovery.state <> 'short')
    then 0 else r.amount end), 0)::integer
  from ${transferReturns} r where r.transfer_id = ${transfers.id})`;

/**
 * A person's donations whose money is in no payout that runs, with what is left of each in cents: owed to them, or in
 * their account at the provider. What is to be refunded, or taken back from the account, is not left.
 */
export async function selectWaiting(db: Db, userId: string, at: Date) {
  const wentBack = sql<boolean>`${donations.paymentStatus} = 'refunded'`.as("went_back");
  const columns = { settledAt: donations.settledAt, paidBy: donations.paidBy, wentBack };
  // With the table's name, which Drizzle leaves out of what a query of one table selects.
  const subjects = {
    userId: sql`${userId}`,
    requestId: sql`${donations}.request_id`,
    donationId: sql`${donations}.id`,
  };
  const held = (accountId: SQL | PgColumn) =>
    sql<boolean>`${isHeld({ ...subjects, accountId }, at)}`.as("is_held");
  const isOpen = and(isNull(payeeAccounts.closedAt), isNull(payeeAccounts.abandonedAt));
  const owed = db
    .select({
      ...columns,
      place: sql<Place>`'platform'`.as("place"),
      left: leftAmount.as("left"),
      isHeld: held(ANY_ACCOUNT),
    })
    .from(donations)
    .where(and(eq(donations.recipientId, userId), isToBePaid));
  const moved = db
    .select({
      ...columns,
      place: sql<Place>`case when ${isOpen} then ${payeeAccounts.provider}::text else 'closed' end`.as(
        "place",
      ),
      left: sql<number>`greatest(0, ${transfers.amount} - ${takenBack})`.as("left"),
      isHeld: held(transfers.accountId),
    })
    .from(transfers)
    .innerJoin(donations, eq(donations.id, transfers.donationId))
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId))
    .where(and(eq(transfers.userId, userId), isInAccount, isDecided));
  const rows = await owed.unionAll(moved);
  return rows.flatMap(({ settledAt, ...row }) => (settledAt && row.left > 0 ? [{ settledAt, ...row }] : []));
}

/**
 * When a person's first payout was made, and until when nothing is moved after a reset password or a new bank account.
 */
export async function findReleaseFacts(db: Db, userId: string) {
  const [row] = await db
    .select({
      firstPayoutAt,
      heldUntil,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { firstPayoutAt: null, heldUntil: null };
}

/** The donations of payouts, oldest first. Cents. */
export async function selectDonationsOf(db: Db, payoutIds: readonly string[]) {
  if (payoutIds.length === 0) return [];
  return db
    .select(pick(payoutDonations, "payoutId", "donationId", "amount"))
    .from(payoutDonations)
    .innerJoin(donations, eq(donations.id, payoutDonations.donationId))
    .where(inArray(payoutDonations.payoutId, [...payoutIds]))
    .orderBy(donations.settledAt, donations.id);
}
