import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  donations,
  guests,
  holds,
  mails,
  payeeAccounts,
  payoutDonations,
  payouts,
  requests,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { PaymentProvider, RefundReason } from "@/lib/ground/vocabulary";
import type { Batch } from "./once-each";
import {
  AFTER_DISPUTE_DAYS,
  DONATIONS_PAUSED_DAYS,
  DONORS_NOTIFIED_DAYS,
  GIVEN_BACK_DAYS,
  REMINDER_DAYS,
} from "./rules";

/** Somebody who cannot be paid, since when they are owed something, and since when giving to them is paused. */
export type Unpaid = { id: string; since: Date; isRefused: boolean; pausedAt: Date | null };

const daysBefore = (at: Date, days: number) => sql`${timestamptz(at)} - make_interval(days => ${days}::int)`;

/** A donation `d` that is owed to its recipient and does not go back to its donor. */
const isToBePaid = sql`d.is_owed and d.refund_reason is null`;

/**
 * People who are owed something and have no account that can be paid, by one of these providers. Demo people are never
 * paid (D41).
 */
const unpaid = (providers: readonly PaymentProvider[], only: SQL) => sql`
  select u.id, u.donations_paused_at as paused_at, owed.since, coalesce(a.is_refused, false) as is_refused
  from (select d.recipient_id, min(d.settled_at) as since from ${donations} d where ${isToBePaid} and ${only} group by 1) owed
  join ${users} u on u.id = owed.recipient_id and not u.is_demo and u.erased_at is null
  left join lateral (
    select bool_or(a.transfers = 'active' and a.payouts = 'active') as is_ready,
      bool_and(coalesce(a.transfers in ('rejected', 'unsupported'), false)
        or coalesce(a.payouts in ('rejected', 'unsupported'), false)) as is_refused
    from ${payeeAccounts} a
    where a.user_id = u.id and a.closed_at is null and a.abandoned_at is null
      and (a.provider <> 'paypal' or u.payment_method = 'paypal') and a.provider::text = any(${sql.param([...providers])}::text[])
  ) a on true
  where a.is_ready is not true`;

/** The cause of a reminder: the person, the day since when they are owed, and which reminder it is. */
const causeOf = (day: SQL) =>
  sql`p.id || ':' || to_char(p.since at time zone 'UTC', 'YYYY-MM-DD') || ':' || ${day}`;

/**
 * People for whom a step of "Not verified" is due (payouts.md): something has to be written, paused or given back. By
 * id after one.
 */
export async function selectDue(
  db: Db,
  { after, at, limit, providers }: Batch & { at: Date; providers: PaymentProvider[] },
): Promise<Unpaid[]> {
  const only = after === null ? sql`true` : sql`d.recipient_id > ${after}`;
  const reminder = sql`(select max(day) from unnest(${sql.param([...REMINDER_DAYS])}::int[]) day
    where p.since <= ${timestamptz(at)} - make_interval(days => day))`;
  const isWritten = sql`exists (select from ${mails} m
    where m.user_id = p.id and m.kind = 'identity_reminder' and m.cause = ${causeOf(reminder)})`;
  const rows = await db.execute<Row>(sql`
    with p as (${unpaid(providers, only)})
    select * from p
    where is_refused or since <= ${daysBefore(at, DONATIONS_PAUSED_DAYS)} and paused_at is null
      or since <= ${daysBefore(at, GIVEN_BACK_DAYS)}
      or since <= ${daysBefore(at, DONORS_NOTIFIED_DAYS)} and exists (${unnotified(sql`p.id`)})
      or since > ${daysBefore(at, DONATIONS_PAUSED_DAYS)} and ${reminder} is not null and not ${isWritten}
    order by id limit ${limit}`);
  return rows.map(read);
}

/** Locks a person and reads them again; null if they can be paid now, or nothing is owed any more. */
export async function lockUnpaid(tx: Tx, id: string, providers: PaymentProvider[]): Promise<Unpaid | null> {
  await tx.execute(sql`select from ${users} where id = ${id} for no key update`);
  const [row] = await tx.execute<Row>(unpaid(providers, sql`d.recipient_id = ${id}`));
  return row ? read(row) : null;
}

type Row = { id: string; since: string; is_refused: boolean; paused_at: string | null };

const read = ({ id, since, is_refused, paused_at }: Row): Unpaid => ({
  id,
  since: new Date(since),
  isRefused: is_refused,
  pausedAt: paused_at === null ? null : new Date(paused_at),
});

/**
 * Of what is owed to a person: the donors who got no message that their money waits, each with the request, and the
 * guests, each with their donation.
 */
const unnotified = (recipientId: SQL) => sql`
  select distinct d.donor_id, null::uuid as guest_id, d.request_id as cause from ${donations} d
  where d.recipient_id = ${recipientId} and ${isToBePaid} and not exists (
    select from ${mails} m
    where m.user_id = d.donor_id and m.kind = 'donation_waiting' and m.cause = d.request_id::text)
  and exists (select from ${users} donor where donor.id = d.donor_id and donor.erased_at is null)
  union all
  select null, d.guest_id, d.id from ${donations} d
  join ${guests} g on g.id = d.guest_id and g.email is not null
  where d.recipient_id = ${recipientId} and ${isToBePaid} and not exists (
    select from ${mails} m where m.user_id is null and m.kind = 'donation_waiting' and m.cause = d.id::text)`;

type Unnotified = { cause: string } & (
  | { donor_id: string; guest_id: null }
  | { donor_id: null; guest_id: string }
);

/** Who has to get a message that their money waits, with what it is about: a donor's request, a guest's donation. */
export async function selectUnnotified(tx: Tx, recipientId: string): Promise<Unnotified[]> {
  return tx.execute<Unnotified>(unnotified(sql`${recipientId}`));
}

/** Stops donations to a person from a time on, unless they were stopped before. */
export async function pauseDonations(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update ${users} set donations_paused_at = ${timestamptz(at)} where id = ${id} and donations_paused_at is null`);
}

/**
 * A donation `d` that a transfer took to its recipient's account, with something left there that no payout took. One
 * that the provider refuses to make takes nothing.
 */
const isInAccount = sql`(
  exists (
    select from ${transfers} t where t.donation_id = d.id and t.state = 'sent' and t.amount > (
      select coalesce(sum(r.amount), 0) from ${transferReturns} r where r.transfer_id = t.id and r.state <> 'short'))
  and not exists (
    select from ${payoutDonations} g join ${payouts} p on p.id = g.payout_id
    where g.donation_id = d.id and g.is_live and (p.state <> 'created' or p.claimed_until is not null)))`;

/** The dispute of a donation `d` decides about it: it runs, or was won a few days ago. */
const isDisputed = (at: Date) => sql`exists (
  select from ${holds} h where h.donation_id = d.id and h.cause = 'dispute'
    and (h.lifted_at is null or h.lifted_at > ${daysBefore(at, AFTER_DISPUTE_DAYS)}))`;

/** Somebody with a donation that was not paid out for long, and since when the oldest waits. */
export type Overdue = { id: string; since: Date };

/**
 * People whose donations were not paid out for so many days, whatever the reason: held, reviewed, or stuck on the way.
 * By id after one. Demo people are never paid (D41).
 */
export async function selectOverdue(
  db: Db,
  { after, at, days, limit }: Batch & { at: Date; days: number },
): Promise<Overdue[]> {
  const isOld = sql`d.settled_at <= ${daysBefore(at, days)} and d.payment_status = 'completed' and d.refund_reason is null
    and not ${isDisputed(at)}`;
  const rows = await db.execute<{ id: string; since: string }>(sql`
    with waiting as (
      select d.recipient_id, d.settled_at from ${donations} d where d.is_owed and ${isOld}
      union all
      select d.recipient_id, d.settled_at from ${transfers} moved join ${donations} d on d.id = moved.donation_id
      where moved.state = 'sent' and ${isInAccount} and ${isOld})
    select recipient_id as id, min(settled_at) as since from waiting
    join ${users} u on u.id = recipient_id and not u.is_demo
    where ${after === null ? sql`true` : sql`recipient_id > ${after}`}
    group by recipient_id order by recipient_id limit ${limit}`);
  return rows.map(({ id, since }) => ({ id, since: new Date(since) }));
}

type Refunds = {
  reason: RefundReason;
  /** Also what is in their account and in no payout that was made. */
  moved: boolean;
  /** Only donations that settled so many days ago. */
  days?: number;
  at: Date;
};

/** A donation `d` to a person that can be ordered to go back. */
function isRefundable(userId: string, { reason, moved, days = 0, at }: Refunds): SQL {
  const isLeft = moved ? sql`(d.is_owed or ${isInAccount})` : sql`d.is_owed`;
  const isFrozen = reason === "not_paid_out" ? isDisputed(at) : sql`false`;
  return sql`d.request_id in (select id from ${requests} where user_id = ${userId}) and d.payment_status = 'completed' and d.credited_at is not null
    and d.refund_reason is null and d.settled_at <= ${daysBefore(at, days)} and ${isLeft} and not ${isFrozen}`;
}

/** The donations that `orderRefunds` would order to go back. */
export async function selectRefundable(db: Db, userId: string, wanted: Refunds): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`select d.id from ${donations} d where ${isRefundable(userId, wanted)} order by d.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Orders the refund of everything that a person is owed, or of it only what is in `only`. What was not paid out in time
 * stays while its dispute decides: a disputed payment cannot be refunded. Returns how much their donors get back
 * without the fees, in cents. Donations are locked by id, and chosen again afterwards: a server that had them locked
 * may have made a payout of them.
 */
export async function orderRefunds(
  db: Db,
  userId: string,
  wanted: Refunds,
  only: readonly string[] | null = null,
): Promise<number> {
  const isWanted = only
    ? sql`d.id = any(${sql.param([...only])}::uuid[]) and ${isRefundable(userId, wanted)}`
    : isRefundable(userId, wanted);
  return db.transaction(async (tx) => {
    const locked = await tx.execute<{ id: string }>(
      sql`select d.id from ${donations} d where ${isWanted} order by d.id for no key update`,
    );
    const ids = sql.param(locked.map(({ id }) => id));
    const rows = await tx.execute<{ amount: number }>(sql`
      update ${donations} d set refund_reason = ${wanted.reason}, check_at = ${timestamptz(wanted.at)}
      where d.id = any(${ids}::uuid[]) and ${isRefundable(userId, wanted)}
      returning d.amount - d.returned_amount as amount`);
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  });
}
