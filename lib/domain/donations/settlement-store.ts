import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { BOOKING } from "./booking-store";
import { CURRENT_AMOUNTS, type PeriodStarts, periodRows, takenFrom } from "./period-amounts-store";
import type { Donation } from "./types";

type Parties = Pick<Donation, "id" | "requestId" | "donorId" | "recipientId">;

type Settle = {
  donationId: string;
  paymentId: string;
  at: Date;
  periods: PeriodStarts;
  /** What the provider charged, cents. */
  received: number;
  /** The payment is not what we asked for: it is booked and goes back. */
  mismatch: boolean;
};

/**
 * Books a confirmed payment of a donation that is pending, or that failed and was paid after all, with every effect, in one round trip: the request
 * (if it still takes money), both people's totals, the period totals, the ledger and the notifications, or, if it can no longer be credited, the
 * refund that is due (D21, D26). Does nothing to one that is already booked, so it can be called any number of times.
 */
export async function bookPayment(db: Db, settle: Settle): Promise<"credited" | "refund_due" | "already"> {
  const [row] = await BOOKING(db, {
    donationId: settle.donationId,
    paymentId: settle.paymentId,
    at: settle.at.toISOString(),
    received: settle.received,
    mismatch: settle.mismatch,
    tellsDonation: newId(),
    tellsGoal: newId(),
    ...settle.periods,
  });
  if (!row || row.credited === null) return "already";
  return row.credited ? "credited" : "refund_due";
}

type Reverse = {
  donation: Parties;
  reason: RefundReason;
  at: Date;
  /** Of the moment the donation was settled. */
  periods: PeriodStarts;
};

/**
 * Books that everything a donor paid went back (D27): a credited donation is taken out of the request, which may be open again, and out of all
 * totals; an uncredited one leaves the refunds due. Both people are told. Does nothing unless the donation is `completed`.
 */
export async function bookReversal(db: Db, reverse: Reverse): Promise<boolean> {
  const at = sql`${reverse.at.toISOString()}::timestamptz`;
  const rows = await db.execute<{ id: string }>(sql`
    with due as (
      select id, request_id, donor_id, recipient_id, amount, service_fee, credited_at is not null as was_credited,
        anonymous, case when anonymous then 0 else amount end as open_amount,
        coalesce(refund_reason, ${reverse.reason}::refund_reason) as reason
      from donations
      where id = ${reverse.donation.id} and payment_status = 'completed'
      for no key update
    ),
    reopened as (
      update requests r
      set raised = r.raised - due.amount,
          is_completed = r.raised - due.amount >= r.goal,
          completed_at = case when r.raised - due.amount >= r.goal then r.completed_at end,
          completion_emoji = case when r.raised - due.amount >= r.goal then r.completion_emoji end,
          listed_until = case when r.raised - due.amount >= r.goal then r.listed_until end,
          is_listed = r.is_listed or r.raised - due.amount < r.goal
      from due
      where r.id = due.request_id and due.was_credited
      returning due.*, r.raised, r.goal
    ),
    people as (
      select id, total_given, public_given, total_received, ${CURRENT_AMOUNTS} from users
      where id in (${reverse.donation.donorId}, ${reverse.donation.recipientId}) and (select count(*) from reopened) > 0
      order by id
      for no key update
    ),
    totals as (
      update users u
      set total_given = p.total_given - case when u.id = c.donor_id then c.amount else 0 end,
          public_given = p.public_given - case when u.id = c.donor_id then c.open_amount else 0 end,
          total_received = p.total_received - case when u.id = c.recipient_id then c.amount else 0 end,
          ${takenFrom(reverse.periods)}
      from people p, reopened c
      where u.id = p.id
    ),
    periods as (
      update giving_totals g
      set amount = g.amount - c.amount, public_amount = g.public_amount - c.open_amount
      from reopened c join people p on p.id = c.donor_id, ${periodRows(reverse.periods)}
      where g.user_id = c.donor_id and g.period = v.period and g.start = v.start
    ),
    entries as (
      insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
      select l.donation_id,
        case when d.was_credited then 'reversal'::ledger_kind else 'refund' end,
        l.account, l.user_id, -l.amount, ${at}
      from due d
      join ledger_entries l on l.donation_id = d.id and l.kind in ('donation', 'uncredited')
    ),
    told as (
      insert into notifications (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, reason, created_at)
      select n.id, n.user_id, 'refund', d.request_id, d.id, d.donor_id, d.anonymous, n.amount, least(100, r.raised * 100 / r.goal), d.reason, ${at}
      from due d
      join requests r on r.id = d.request_id
      cross join lateral (values
        (${newId()}::uuid, d.donor_id, d.amount + d.service_fee, true),
        (${newId()}::uuid, d.recipient_id, d.amount, d.was_credited)) n (id, user_id, amount, wanted)
      where n.wanted and not exists (select from users where id = n.user_id and erased_at is not null)
    )
    update donations d
    set payment_status = 'refunded', refunded_at = ${at}, refund_reason = due.reason, check_at = null
    from due
    left join reopened on reopened.id = due.id
    where d.id = due.id
    returning d.id`);
  return rows.length > 0;
}
