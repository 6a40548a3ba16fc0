import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donations, payoutDonations, payouts, transferReturns, transfers } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { RefundReason } from "@/lib/ground/vocabulary";

/** A number of donations, and what their donors paid for them that has not gone back, fees included. Cents. */
export type DonationSum = { donations: number; amount: number };

const paid = sql`d.amount + d.service_fee - d.returned_amount - d.returned_fee`;
const isReturnable = (requestId: string) =>
  sql`d.request_id = ${requestId} and d.payment_status = 'completed' and d.refund_reason is null`;

/** Marks all completed donations of a request as refunds due that are not, and returns how many. */
export async function markAllRefundDue(
  tx: Tx,
  requestId: string,
  { reason, checkAt }: { reason: RefundReason; checkAt: Date },
): Promise<DonationSum> {
  const rows = await tx.execute<{ amount: number }>(sql`
    with due as (
      select d.id from ${donations} d where ${isReturnable(requestId)} order by d.id for no key update
    )
    update ${donations} d set refund_reason = ${reason}, check_at = ${timestamptz(checkAt)}
    from due where d.id = due.id
    returning ${paid} as amount`);
  return { donations: rows.length, amount: rows.reduce((sum, { amount }) => sum + amount, 0) };
}

/**
 * How much of a request can still go back, how much of it was sent to a bank, which would be our loss, and the
 * donations alone, without fees. Cents.
 */
export async function sumReturnable(db: Db, requestId: string) {
  const [row] = await db.execute<Record<"amount" | "given" | "in_bank", string> & { donations: number }>(sql`
    select count(*)::integer as donations, coalesce(sum(${paid}), 0) as amount,
      coalesce(sum(d.amount - d.returned_amount), 0) as given, coalesce(sum((
      select sum(g.amount) from ${payoutDonations} g join ${payouts} p on p.id = g.payout_id
      where g.donation_id = d.id and g.is_live and p.sent_at is not null)), 0) as in_bank
    from ${donations} d where ${isReturnable(requestId)}`);
  return {
    donations: row?.donations ?? 0,
    amount: Number(row?.amount ?? 0),
    inBank: Number(row?.in_bank ?? 0),
    given: Number(row?.given ?? 0),
  };
}

/** The donations of a request whose refund is due and was not refused for good, oldest first. */
export async function selectRefundsDue(db: Db, requestId: string): Promise<string[]> {
  const rows = await db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.requestId, requestId),
        eq(donations.paymentStatus, "completed"),
        isNotNull(donations.refundReason),
        sql`${donations.refundRefusal} is null`,
      ),
    )
    .orderBy(donations.id);
  return rows.map(({ id }) => id);
}

const isReturnOf = (requestId: string) => sql`d.request_id = ${requestId} and r.recovers_id is null
  and r.cause <> 'correction'`;

/** The returns of a request's transfers that were not made yet, oldest first. */
export async function selectReturnsDue(
  db: Db,
  requestId: string,
): Promise<{ id: string; donationId: string }[]> {
  return db.execute<{ id: string; donationId: string }>(sql`
    select r.id, t.donation_id as "donationId" from ${transferReturns} r
    join ${transfers} t on t.id = r.transfer_id
    join ${donations} d on d.id = t.donation_id
    where ${isReturnOf(requestId)} and r.state = 'due' order by r.created_at, r.id`);
}

/**
 * What went back of a request with its fees, and what is due: not made yet, or refused for good. Of it came back
 * `fromAccount` of the recipient, is `askedBack` from there, and was in their bank: `lost`, our loss. Cents.
 */
export async function sumReturned(db: Db, requestId: string) {
  const [gone] = await db.execute<Record<"refunded" | "refunded_sum" | "due" | "due_sum", string>>(sql`
    select count(*) filter (where d.payment_status = 'refunded') as refunded,
      coalesce(sum(${paid}) filter (where d.payment_status = 'refunded'), 0) as refunded_sum,
      count(*) filter (where d.payment_status = 'completed') as due,
      coalesce(sum(${paid}) filter (where d.payment_status = 'completed'), 0) as due_sum
    from ${donations} d where d.request_id = ${requestId} and d.refund_reason is not null`);
  const [back] = await db.execute<Record<"done" | "due" | "short", string>>(sql`
    select coalesce(sum(r.amount) filter (where r.state = 'done'), 0) as done,
      coalesce(sum(r.amount) filter (where r.state = 'due'), 0) as due,
      coalesce(sum(r.amount) filter (where r.state = 'short'), 0) as short
    from ${transferReturns} r
    join ${transfers} t on t.id = r.transfer_id
    join ${donations} d on d.id = t.donation_id
    where ${isReturnOf(requestId)}`);
  return {
    refunded: { donations: Number(gone?.refunded), amount: Number(gone?.refunded_sum) },
    due: { donations: Number(gone?.due), amount: Number(gone?.due_sum) },
    fromAccount: Number(back?.done),
    askedBack: Number(back?.due),
    lost: Number(back?.short),
  };
}
