import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, payeeAccounts, payoutDonations, payouts, requests, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { heldFor, isToBePaid, leftAmount } from "./sql-store";

/** A payout with how many donations it is made of. */
export async function selectPayoutFacts(db: Db, id: string) {
  const [row] = await db
    .select({
      ...pick(payouts, "amount", "state", "arrivesOn", "failureCode"),
      provider: payeeAccounts.provider,
      heldFor,
      donations: db.$count(payoutDonations, eq(payoutDonations.payoutId, payouts.id)),
    })
    .from(payouts)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, payouts.accountId))
    .where(eq(payouts.id, id));
  return row ?? null;
}

/** What is owed to a person and does not go back to its donors, in cents; and since when. */
export async function sumOwed(db: Db, userId: string): Promise<{ amount: number; since: Date | null }> {
  const [sums] = await db
    .select({
      amount: sql`coalesce(sum(${leftAmount}), 0)`.mapWith(Number),
      since: sql<Date | null>`min(${donations.settledAt})`.mapWith(donations.settledAt),
    })
    .from(donations)
    .where(and(eq(donations.recipientId, userId), isToBePaid));
  return sums ?? { amount: 0, since: null };
}

/** What somebody gave to a request and its recipient is still owed, in cents; null if that is nothing. */
export async function selectWaitingOf(
  db: Db,
  given: { donorId: string; requestId: string } | { id: string },
) {
  const isGiven =
    "id" in given
      ? eq(donations.id, given.id)
      : and(eq(donations.requestId, given.requestId), eq(donations.donorId, given.donorId));
  const [row] = await db
    .select({
      requestId: requests.id,
      amount: sql`sum(${leftAmount})`.mapWith(Number),
      title: sql<string | null>`case when ${requests.isActive} then ${requests.item} end`,
      recipientId: requests.userId,
    })
    .from(donations)
    .innerJoin(requests, and(eq(requests.id, donations.requestId), isNull(requests.deletedAt)))
    .where(and(isGiven, isToBePaid))
    .groupBy(requests.id);
  return row ?? null;
}

/** Since when nothing can be given to a person; null when it can. */
export async function selectDonationsPaused(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ donationsPausedAt: users.donationsPausedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row?.donationsPausedAt ?? null;
}
