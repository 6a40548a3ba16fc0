import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  donations,
  notifications,
  payeeAccounts,
  payoutDonations,
  payouts,
  requests,
  transfers,
  users,
} from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import { isHeld } from "@/lib/domain/holds/guards";
import type { PaymentProvider, PayoutCause, PayoutState } from "@/lib/ground/vocabulary";
import { callsOf } from "./calls-store";
import { isOpenDonation } from "./donation-store";
import type { Batch } from "./once-each";
import { selectLosses } from "./return-store";
import { HOLDS_MONEY, type PayableRequest, sumOf } from "./rules";
import { freeAmount, isDecided, isInAccount, recordMovement } from "./sql-store";

/** A payout. Amounts in cents. */
export type PayoutRow = typeof payouts.$inferSelect;

export const {
  lock: lockPayout,
  claim: claimPayouts,
  lease: leasePayout,
  refuse: refusePayout,
  release: releasePayout,
} = callsOf(payouts, "payout");

/** A payout by our id; null if there is none. */
export async function selectPayout(db: Db, id: string): Promise<PayoutRow | null> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id));
  return row ?? null;
}

/** A payout by the provider's id; null if none has it. */
export async function selectPayoutOf(db: Db, providerId: string): Promise<{ id: string } | null> {
  const [row] = await db.select({ id: payouts.id }).from(payouts).where(eq(payouts.providerId, providerId));
  return row ?? null;
}

/** The payout that has money of a transfer and has not failed; null if there is none. */
export async function selectLivePayoutOf(db: Db, transferId: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: payoutDonations.payoutId })
    .from(payoutDonations)
    .where(and(eq(payoutDonations.transferId, transferId), payoutDonations.isLive));
  return row ?? null;
}

/** The donations of a payout, also of one that failed. */
export async function selectPayoutDonations(db: Db, payoutId: string) {
  return db
    .select(pick(payoutDonations, "donationId", "transferId", "amount"))
    .from(payoutDonations)
    .where(eq(payoutDonations.payoutId, payoutId))
    .orderBy(payoutDonations.donationId);
}

/** Of a payout that was not sent yet: the transfers whose money must not be paid out any more, or not as much. */
export async function selectBlocked(tx: Tx, payoutId: string, at: Date): Promise<string[]> {
  const rows = await tx
    .select({ transferId: payoutDonations.transferId })
    .from(payoutDonations)
    .innerJoin(transfers, eq(transfers.id, payoutDonations.transferId))
    .innerJoin(donations, eq(donations.id, payoutDonations.donationId))
    .where(and(eq(payoutDonations.payoutId, payoutId), sql`not (${isPayable(at)} and ${freeAmount} >= 0)`));
  return rows.map(({ transferId }) => transferId);
}

/** The donation of a transfer is not about to go back to its donor, and nothing holds it. */
const isPayable = (at: Date): SQL =>
  sql`(${isDecided} and not ${isHeld(
    {
      userId: donations.recipientId,
      accountId: transfers.accountId,
      requestId: donations.requestId,
      donationId: donations.id,
    },
    at,
  )})`;

/** A donation with how much of it can be paid out, in cents; `transferId` is null where the payout itself moves it. */
export type PayableDonation = {
  donationId: string;
  requestId: string;
  transferId: string | null;
  amount: number;
};

/** What is in an account and can be paid out. */
export async function selectMoved(db: Db, accountId: string, at: Date): Promise<PayableDonation[]> {
  return db
    .select({
      donationId: transfers.donationId,
      requestId: donations.requestId,
      transferId: transfers.id,
      amount: freeAmount,
    })
    .from(transfers)
    .innerJoin(donations, eq(donations.id, transfers.donationId))
    .where(and(eq(transfers.accountId, accountId), isInAccount, isPayable(at), sql`${freeAmount} > 0`))
    .orderBy(transfers.sentAt, transfers.id);
}

/** Donations that a payout of an account may pay, to be locked first. `owed`: those that the payout itself moves. */
export async function selectCandidates(
  db: Db,
  { id, userId, movesItself }: { id: string; userId: string; movesItself: boolean },
  at: Date,
): Promise<{ moved: string[]; owed: string[] }> {
  const moved = await db
    .select({ id: transfers.donationId })
    .from(transfers)
    .where(and(eq(transfers.accountId, id), isInAccount));
  const owed = movesItself
    ? await db
        .select({ id: donations.id })
        .from(donations)
        .where(and(eq(donations.recipientId, userId), isOpenDonation(at)))
    : [];
  return { moved: moved.map((row) => row.id), owed: owed.map((row) => row.id) };
}

/**
 * A person's requests with donations, and how many of these are not paid out although there is money of them. The index
 * of their requests finds the donations.
 */
export async function selectRequests(
  db: Db,
  userId: string,
): Promise<Omit<PayableRequest<never>, "donations">[]> {
  const isLive = sql`exists (select from ${payoutDonations} g where g.donation_id = ${donations.id} and g.is_live)`;
  const isMoved = sql`exists (
    select from ${transfers} where donation_id = ${donations.id} and state = 'sent' and ${freeAmount} > 0)`;
  const isWaiting = sql`(not ${isLive} and (${donations.isOwed} or ${isMoved}))`;
  const hasFailed = sql`exists (
    select from ${payoutDonations} g join ${payouts} p on p.id = g.payout_id
    where g.donation_id = ${donations.id} and p.state = 'failed' and p.sent_at is not null)`;
  return db
    .select({
      requestId: donations.requestId,
      isCompleted: requests.isCompleted,
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
      lastDonationAt: sql<Date>`max(${donations.settledAt})`.mapWith(donations.settledAt),
      waitingSince: sql<Date | null>`min(${donations.settledAt}) filter (where ${isWaiting})`.mapWith(
        donations.settledAt,
      ),
      hasFailed: sql<boolean>`coalesce(bool_or(${isWaiting} and ${hasFailed}), false)`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .where(
      and(
        eq(requests.userId, userId),
        or(eq(donations.paymentStatus, "completed"), isMoved),
        sql`${donations.creditedAt} is not null`,
      ),
    )
    .groupBy(donations.requestId, requests.isCompleted);
}

/** Accounts after the last one of the batch before from which something may be paid out. */
export async function selectPayingAccounts(
  db: Db,
  { providers, at, after, limit }: Batch & { providers: readonly PaymentProvider[]; at: Date },
): Promise<{ id: string }[]> {
  const without = providers.filter((provider) => !HOLDS_MONEY[provider]);
  const hasMoved = sql`exists (select from ${transfers} where ${transfers.accountId} = ${payeeAccounts.id} and ${isInAccount})`;
  const isOwed = sql`exists (
    select from ${donations} where ${donations.recipientId} = ${payeeAccounts.userId} and ${isOpenDonation(at)})`;
  return db
    .select({ id: payeeAccounts.id })
    .from(payeeAccounts)
    .innerJoin(users, eq(users.id, payeeAccounts.userId))
    .where(
      and(
        inArray(payeeAccounts.provider, [...providers]),
        isNull(payeeAccounts.closedAt),
        eq(payeeAccounts.transfers, "active"),
        eq(payeeAccounts.payouts, "active"),
        isNull(users.erasedAt),
        or(hasMoved, and(inArray(payeeAccounts.provider, without), isOwed)),
        after === null ? undefined : gt(payeeAccounts.id, after),
      ),
    )
    .orderBy(payeeAccounts.id)
    .limit(limit);
}

/**
 * Whether nothing is paid out to an account of a person now, because of a hold or because all that is free makes up for
 * losses first; how much of those can be recovered now, in cents; and whether the person was erased. Lock them first.
 */
export async function selectStops(
  tx: Tx,
  { userId, accountId }: Pick<PayoutRow, "userId" | "accountId">,
  at: Date,
) {
  const nothing = sql`null::uuid`;
  const [row] = await tx
    .select({
      isHeld: sql<boolean>`${isHeld({ userId: users.id, accountId: sql`${accountId}::uuid`, requestId: nothing, donationId: nothing }, at)}`,
      ...pick(users, "payoutsHeldUntil", "erasedAt"),
    })
    .from(users)
    .where(eq(users.id, userId));
  const { lost, recoverable } = await selectLosses(tx, userId, at);
  const isStopped = (row?.payoutsHeldUntil != null && row.payoutsHeldUntil > at) || lost > 0;
  return { isHeld: row?.isHeld === true || isStopped, isErased: row?.erasedAt != null, recoverable };
}

type NewPayout = {
  id: string;
  /** Of a payout that the provider has already. */
  adoptedAt?: Date;
  accountId: string;
  userId: string;
  requestId: string | null;
  cause: PayoutCause;
  donations: readonly (PayableDonation & { transferId: string })[];
  at: Date;
};

/** Makes a payout of these donations. It is due at once. */
export async function insertPayout(tx: Tx, { id, donations, at, ...payout }: NewPayout): Promise<void> {
  const amount = sumOf(donations);
  await tx.insert(payouts).values({ ...payout, id, amount, checkAt: at, createdAt: at });
  // One parameter for each column: PostgreSQL takes 65,535.
  const all = (name: "donationId" | "transferId" | "amount") => sql.param(donations.map((row) => row[name]));
  await tx.execute(sql`
    insert into ${payoutDonations} (payout_id, donation_id, transfer_id, amount)
    select ${id}::uuid, *
    from unnest(${all("donationId")}::uuid[], ${all("transferId")}::uuid[], ${all("amount")}::integer[])`);
}

/**
 * Takes donations out of a payout that was never sent. Without any it ends, as withdrawn. Returns whether any are left.
 */
export async function takeOut(
  tx: Tx,
  { id, amount }: PayoutRow,
  transferIds: readonly string[],
  at: Date,
): Promise<boolean> {
  const donations = await selectPayoutDonations(tx, id);
  const out = donations.filter(({ transferId }) => transferIds.includes(transferId));
  if (out.length === donations.length) {
    await endDonations(tx, id);
    const ended = { state: "failed", failureCode: "withdrawn", failedAt: at, claimedUntil: null } as const;
    await tx
      .update(payouts)
      .set({ ...ended, checkAt: null })
      .where(eq(payouts.id, id));
    return false;
  }
  if (out.length === 0) return true;
  await tx
    .delete(payoutDonations)
    .where(
      sql`${payoutDonations.payoutId} = ${id} and ${payoutDonations.transferId} = any(${sql.param([...transferIds])}::uuid[])`,
    );
  await tx
    .update(payouts)
    .set({ amount: amount - sumOf(out) })
    .where(eq(payouts.id, id));
  return true;
}

async function endDonations(tx: Tx, payoutId: string): Promise<void> {
  await tx.update(payoutDonations).set({ isLive: false }).where(eq(payoutDonations.payoutId, payoutId));
}

/** Stores where a payout went, once. */
export async function setDestination(
  tx: Tx,
  { id }: PayoutRow,
  { destination, bankHash }: { destination: string | null; bankHash: string | null },
): Promise<void> {
  await tx.update(payouts).set({ destination, bankHash }).where(eq(payouts.id, id));
}

/** Books that the provider accepted a payout: the money left the account of the payee. */
export async function bookPayout(
  tx: Tx,
  { id, userId, amount }: PayoutRow,
  { providerId, at }: { providerId: string; at: Date },
): Promise<void> {
  const sent = { state: "sent", providerId, sentAt: at, problem: null, claimedUntil: null } as const;
  await tx.update(payouts).set(sent).where(eq(payouts.id, id));
  const movement = { payoutId: id, kind: "payout", userId, at } as const;
  await recordMovement(tx, movement, { from: "payee", to: "bank", amount });
}

/** Stores the state of a payout. */
export async function setProgress(
  tx: Tx,
  id: string,
  progress: Pick<PayoutRow, "state" | "arrivesOn" | "traceId" | "paidAt"> & { checkAt: Date | null },
): Promise<void> {
  await tx.update(payouts).set(progress).where(eq(payouts.id, id));
}

/** Books that the bank gave a payout back: the money is in the account of the payee again. */
export async function bookFailure(
  tx: Tx,
  { id, userId, amount }: PayoutRow,
  { failureCode, at }: { failureCode: string | null; at: Date },
): Promise<void> {
  await endDonations(tx, id);
  await tx
    .update(payouts)
    .set({ state: "failed", failureCode, failedAt: at, checkAt: null })
    .where(eq(payouts.id, id));
  const movement = { payoutId: id, kind: "payout_return", userId, at } as const;
  await recordMovement(tx, movement, { from: "bank", to: "payee", amount });
}

/** Informs the recipient, in the application, how a payout ended. */
export async function notifyOfPayout(
  tx: Tx,
  { id, userId, amount }: PayoutRow,
  payoutState: PayoutState,
  createdAt: Date,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ userId, type: "payout", payoutId: id, payoutState, amount, createdAt })
    .onConflictDoNothing();
}

/**
 * Notifies each donor of a payout, in the application, that their money arrived: once for each request, with how much
 * of it arrived, in cents. Nobody is notified of somebody who is blocked, or blocks them.
 */
export async function notifyDonors(tx: Tx, payoutId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into notifications
      (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, created_at)
    select gen_random_uuid(), d.donor_id, 'arrived', d.request_id, d.id, d.donor_id, d.anonymous, d.arrived,
      least(100, r.raised * 100 / r.goal), ${timestamptz(at)}
    from (
      select distinct on (d.donor_id, d.request_id) d.*,
        sum(pd.amount) over (partition by d.donor_id, d.request_id) as arrived
      from payout_donations pd join donations d on d.id = pd.donation_id
      where pd.payout_id = ${payoutId} and pd.is_live and d.donor_id is not null and d.payment_status = 'completed'
      order by d.donor_id, d.request_id, d.id desc
    ) d
    join requests r on r.id = d.request_id and r.deleted_at is null
    join users u on u.id = d.donor_id and u.erased_at is null
    where not exists (
      select from blocks b
      where (b.blocker_id, b.blocked_id) in ((d.donor_id, d.recipient_id), (d.recipient_id, d.donor_id)))
    on conflict do nothing`);
}

/** Removes the notices of arrival: the bank returned the payout. */
export async function forgetArrived(tx: Tx, payoutId: string): Promise<void> {
  await tx.execute(sql`
    delete from notifications n using payout_donations pd
    where pd.payout_id = ${payoutId} and n.donation_id = pd.donation_id and n.type = 'arrived'`);
}
