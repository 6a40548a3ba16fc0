import { type SQL, sql } from "drizzle-orm";
import { placeholders, statement } from "@/db/statement";
import { REVIEW_AFTER } from "@/lib/domain/payments/rules";
import { COMPLETED_LISTED_DAYS } from "@/lib/domain/requests/rules";
import { PERIODS } from "@/lib/vocabulary";
import { addedTo, CURRENT_AMOUNTS, type PeriodStarts, periodRows } from "./period-amounts-store";

/** What books a payment: the ids of its parties, the provider's, those of the notifications, and the moment. Cents. */
type Booking = PeriodStarts & {
  donationId: string;
  requestId: string;
  donorId: string;
  recipientId: string;
  paymentId: string;
  at: string;
  received: number;
  mismatch: boolean;
  tellsDonation: string;
  tellsGoal: string;
};

const given = placeholders(
  "donationId",
  "requestId",
  "donorId",
  "recipientId",
  "paymentId",
  "at",
  "received",
  "mismatch",
  "tellsDonation",
  "tellsGoal",
);

const STARTS = placeholders(...PERIODS);

const LISTED = sql.raw(`interval '${COMPLETED_LISTED_DAYS} days'`);

/**
 * The statement of `bookPayment` for payments whose own id stands in `column`. Rows are locked in one order everywhere: donation, request, people by
 * id, totals. The two people are given by their ids, because PostgreSQL looks again at a row it had to wait for, and a condition that reads another
 * part of the statement does not hold then; their totals, and the recipient's plan, are taken from the locked rows.
 */
function booking(column: SQL): SQL {
  const at = sql`${given.at}::timestamptz`;
  return sql`
    with due as (
      select id, request_id, donor_id, recipient_id, amount, service_fee
      from donations
      where id = ${given.donationId} and payment_status in ('pending', 'failed')
        and coalesce(${column}, ${given.paymentId}) = ${given.paymentId}
      for no key update
    ),
    asked as (
      select id from requests where id = ${given.requestId} and (select count(*) from due) > 0
      for no key update
    ),
    people as (
      select id, total_given, total_received, subscription_tier, subscription_expiry, ${CURRENT_AMOUNTS} from users
      where id in (${given.donorId}, ${given.recipientId}) and (select count(*) from asked) > 0
      order by id
      for no key update
    ),
    credited as (
      update requests r
      set raised = r.raised + due.amount,
          is_completed = r.raised + due.amount >= r.goal,
          completed_at = case when r.raised + due.amount >= r.goal then coalesce(r.completed_at, ${at}) end,
          listed_until = case
            when r.raised + due.amount < r.goal then null
            when o.subscription_tier = 'none' then coalesce(r.completed_at, ${at}) + ${LISTED}
            when o.subscription_expiry is null then null
            else greatest(coalesce(r.completed_at, ${at}) + ${LISTED}, o.subscription_expiry)
          end
      from due, people o
      where r.id = due.request_id and o.id = due.recipient_id and not ${given.mismatch}::boolean
        and r.is_active and r.deleted_at is null
        and (r.raised < r.goal
          or (o.subscription_tier <> 'none' and (o.subscription_expiry is null or o.subscription_expiry > ${at})))
      returning due.*, r.raised, r.goal, r.raised >= r.goal and r.raised - due.amount < r.goal as completed_now
    ),
    refused as (
      select deleted_at is not null as is_deleted, not is_active as is_hidden from requests
      where id = ${given.requestId} and (select count(*) from due) > (select count(*) from credited)
      for no key update
    ),
    totals as (
      update users u
      set total_given = p.total_given + case when u.id = c.donor_id then c.amount else 0 end,
          total_received = p.total_received + case when u.id = c.recipient_id then c.amount else 0 end,
          ${addedTo(STARTS)}
      from people p, credited c
      where u.id = p.id
    ),
    periods as (
      insert into giving_totals (user_id, period, start, amount)
      select c.donor_id, v.period, v.start, c.amount
      from credited c join people p on p.id = c.donor_id, ${periodRows(STARTS)}
      on conflict (user_id, period, start) do update set amount = giving_totals.amount + excluded.amount
    ),
    entries as (
      insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
      select c.id, 'donation'::ledger_kind, e.account, e.user_id, e.amount, ${at} from credited c
      cross join lateral (values
        ('donor'::ledger_account, c.donor_id, -(c.amount + c.service_fee)),
        ('recipient', c.recipient_id, c.amount),
        ('fee', null, c.service_fee)) e (account, user_id, amount)
      union all
      select d.id, 'uncredited', e.account, d.donor_id, e.amount, ${at} from due d
      cross join lateral (values
        ('donor'::ledger_account, -(${given.received}::bigint)),
        ('refund_due', ${given.received}::bigint)) e (account, amount)
      where not exists (select from credited)
    ),
    told as (
      insert into notifications (id, user_id, type, request_id, donation_id, donor_id, amount, progress, created_at)
      select n.id, c.recipient_id, n.type, c.request_id, c.id, c.donor_id, c.amount, least(100, c.raised * 100 / c.goal), ${at}
      from credited c
      cross join lateral (values
        (${given.tellsDonation}::uuid, 'donation'::notification_type, true),
        (${given.tellsGoal}::uuid, 'goal_completed', c.completed_now)) n (id, type, wanted)
      where n.wanted
    )
    update donations d
    set payment_status = 'completed',
        ${column} = ${given.paymentId},
        settled_at = ${at},
        credited_at = case when c.id is not null then ${at} end,
        review_at = case when c.id is not null then ${at} + ${REVIEW_AFTER} * interval '1 millisecond' end,
        refund_reason = case
          when c.id is not null then null
          when ${given.mismatch}::boolean then 'mismatch'::refund_reason
          when n.is_deleted then 'request_deleted'
          when n.is_hidden then 'request_hidden'
          else 'goal_reached'
        end
    from due
    left join credited c on c.id = due.id
    left join refused n on true
    where d.id = due.id
    returning c.id is not null as credited`;
}

/** By which provider it came. */
export const BOOKING = {
  stripe: statement<Booking, { credited: boolean }>(() => booking(sql.raw("stripe_payment_intent_id"))),
  paypal: statement<Booking, { credited: boolean }>(() => booking(sql.raw("paypal_order_id"))),
};
