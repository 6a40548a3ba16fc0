import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./client";
import { kindsOf, PAYOUT_CHECKS, PAYOUT_CONCERNS, PAYOUT_DEADLINES } from "./payout-checks";
import { ownId, PAYMENT_ID, paymentIdsOf, SUBSCRIPTION_PAYMENT_ID } from "./provider-ids";
import { donations, subscriptionPayments, subscriptions } from "./schema";

/** A property that the books do not have, with the rows that break it. */
export type Disagreement = { check: string; rows: Record<string, unknown>[] };

/** Each query finds the rows that break a property. Amounts in cents. */
const CHECKS: Record<string, (timeZone: string) => SQL> = {
  "every ledger movement adds up to zero": () => sql`
    select donation_id, boost_purchase_id, subscription_payment_id, donation_return_id, transfer_id, transfer_return_id,
      payout_id, kind, sum(amount) as off from ledger_entries
    group by donation_id, boost_purchase_id, subscription_payment_id, donation_return_id, transfer_id, transfer_return_id,
      payout_id, kind having sum(amount) <> 0`,

  "what was refunded is all that was paid": () => sql`
    select donation_id, boost_purchase_id, subscription_payment_id, account, user_id, sum(amount) as kept from (
      select *, bool_or(kind in ('refund', 'reversal')) over (partition by donation_id, boost_purchase_id, subscription_payment_id) as gone
      from (
        select coalesce(e.donation_id, r.donation_id) as donation_id, e.boost_purchase_id, e.subscription_payment_id,
          e.kind, e.account, e.user_id, e.amount
        from ledger_entries e left join donation_returns r on r.id = e.donation_return_id
        where num_nonnulls(e.transfer_id, e.transfer_return_id, e.payout_id) = 0 and e.kind <> 'dispute_fee'
      ) payments
    ) l where gone
    group by donation_id, boost_purchase_id, subscription_payment_id, account, user_id having sum(amount) <> 0`,

  "a person's boosts are the sum of their entries": () => sql`
    select u.id, t.type, t.balance, coalesce(sum(e.quantity), 0) as entered from users u
    cross join lateral (values ('normal'::boost_type, u.normal_boosts), ('premium', u.premium_boosts)) t (type, balance)
    left join boost_entries e on e.user_id = u.id and e.boost_type = t.type
    group by u.id, t.type, t.balance having t.balance <> coalesce(sum(e.quantity), 0)`,

  "a boosted request used one boost of its owner": () => sql`
    select r.id, r.applied_boost_type, e.boost_type from requests r
    left join boost_entries e on e.request_id = r.id and e.user_id = r.user_id
    where r.applied_boost_type is distinct from e.boost_type`,

  "a donation's state agrees with its ledger movements": () => sql`
    select d.id, d.payment_status, kinds from donations d
    ${kindsOf("donation_id = d.id and kind not in ('dispute_fee', 'claim')")}
    where kinds <> case
      when d.payment_status in ('pending', 'failed') then '{}'
      when d.payment_status = 'completed' and d.credited_at is not null then '{donation}'
      when d.payment_status = 'completed' then '{uncredited}'
      when d.credited_at is not null then '{donation,reversal}'
      else '{refund,uncredited}'
    end::text[]`,

  "what a credited donation moved is what its row says": () => sql`
    select d.id from donations d join ledger_entries l on l.donation_id = d.id and l.kind = 'donation'
    where l.amount <> case l.account
      when 'recipient' then d.amount when 'fee' then d.service_fee else -(d.amount + d.service_fee) end`,

  "a guest's donation was paid from guests' account, and a claimed one moved to its donor's": () => sql`
    select d.id, d.guest_id, e.kind, e.account, e.user_id, c.id is not null as is_claimed from donations d
    join ledger_entries e on e.donation_id = d.id
    left join ledger_entries c on c.donation_id = d.id and c.kind = 'claim' and c.account = 'donor'
    where e.account = 'guest' and (e.user_id is not null or (d.guest_id is null) <> (c.id is not null))
      or e.account in ('donor', 'refund_due') and e.user_id is distinct from d.donor_id
      or e.kind = 'donation' and e.account = 'donor' and (d.guest_id is not null or c.id is not null)
      or e.kind = 'claim' and (d.guest_id is not null or e.account not in ('guest', 'donor'))`,

  // What was disputed and won before anybody asked the provider has no other trace in the books than its fee.
  "a dispute's fee is the loss of a payment that was made, and nothing else is booked twice": () => sql`
    select l.id, l.kind, l.account, l.user_id, l.ordinal, coalesce(d.payment_status, b.payment_status, s.payment_status) as status
    from ledger_entries l
    left join donations d on d.id = l.donation_id
    left join boost_purchases b on b.id = l.boost_purchase_id
    left join subscription_payments s on s.id = l.subscription_payment_id
    where (l.kind <> 'dispute_fee' and (l.ordinal <> 1 and l.kind <> 'partial_reversal' or l.account = 'provider_fee'))
      or (l.kind = 'dispute_fee' and (l.account not in ('loss', 'provider_fee') or l.user_id is not null
        or coalesce(d.payment_status, b.payment_status, s.payment_status) is null
        or coalesce(d.payment_status, b.payment_status, s.payment_status) not in ('completed', 'refunded')))`,

  "what went back of a donation in part is the sum of its partial refunds, in proportion": () => sql`
    select d.id, d.returned_amount, d.returned_fee, r.amount, r.fee, r.total from donations d
    left join lateral (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(fee), 0) as fee, coalesce(max(total), 0)::bigint as total
      from donation_returns where donation_id = d.id
    ) r on true
    where (d.returned_amount, d.returned_fee, d.returned_amount + d.returned_fee) <> (r.amount, r.fee, r.total)
      or d.returned_amount <> (2 * r.total * d.amount + d.amount + d.service_fee) / (2 * (d.amount + d.service_fee))
      or r.total > 0 and d.credited_at is null`,

  "what a partial refund moved is what its row says": () => sql`
    select r.id, e.account, e.amount from donation_returns r
    left join ledger_entries e on e.donation_return_id = r.id
    where e.id is null or e.kind <> 'partial_reversal'
      or e.amount <> case e.account when 'recipient' then -r.amount when 'fee' then -r.fee else r.amount + r.fee end`,

  "a purchase's state agrees with its ledger movements": () => sql`
    select p.id, p.payment_status, kinds from boost_purchases p
    ${kindsOf("boost_purchase_id = p.id and kind <> 'dispute_fee'")}
    where kinds <> ${saleMovements("purchase")}`,

  "a purchase that was paid granted its boosts, for its price": () => sql`
    select p.id, e.quantity, l.amount from boost_purchases p
    left join boost_entries e on e.boost_purchase_id = p.id and e.kind = 'purchase'
    left join ledger_entries l on l.boost_purchase_id = p.id and l.kind::text = 'purchase' and l.account::text = 'sales'
    where p.granted_at is null and (e.id is not null or l.id is not null)
      or p.granted_at is not null and ((e.user_id, e.boost_type, e.quantity) is distinct from (p.user_id, p.boost_type, p.quantity)
        or l.amount is distinct from p.total_amount)`,

  "a subscription payment's state agrees with its ledger movements": () => sql`
    select p.id, p.payment_status, kinds from subscription_payments p
    ${kindsOf("subscription_payment_id = p.id and kind <> 'dispute_fee'")}
    where kinds <> ${saleMovements("subscription")}`,

  "what went back of a purchase or a month in part is what its row says": () => sql`
    select s.id, s.returned_amount, coalesce(sum(l.amount), 0) as booked from (
      select id, returned_amount from boost_purchases union all select id, returned_amount from subscription_payments) s
    left join ledger_entries l on s.id = coalesce(l.boost_purchase_id, l.subscription_payment_id)
      and l.kind = 'partial_reversal' and l.account = 'buyer'
    group by 1, 2 having s.returned_amount <> coalesce(sum(l.amount), 0)`,

  "a withdrawal took the unused boosts, gives back what they cost, and ends the plan": () => sql`
    select p.id from boost_purchases p
    left join boost_entries e on e.boost_purchase_id = p.id and e.kind = 'reversal'
    where p.withdrawn_amount <> round(p.total_amount * -coalesce(e.quantity, 0)::numeric / p.quantity)
    union all
    select p.id from subscription_payments p join subscriptions s on s.id = p.subscription_id
    where p.withdrawn_at is not null and (s.ended_at is null and s.end_requested_at is null or not exists (
      select from boost_entries e where e.subscription_payment_id = p.id and e.kind = 'reversal'))`,

  "a donation has the payment's id of its provider, and of no other": () => sql`
    select id, payment_method from donations
    where num_nonnulls(${sql.join(paymentIdsOf(donations), sql`, `)})
      <> num_nonnulls(${ownId(donations.paymentMethod, donations, PAYMENT_ID)})`,

  "a subscription payment was made at the provider of its subscription": () => sql`
    select subscription_payments.id, payment_method
    from subscription_payments join subscriptions on subscriptions.id = subscription_id
    where ${ownId(subscriptions.paymentMethod, subscriptionPayments, SUBSCRIPTION_PAYMENT_ID)} is null`,

  "a subscription payment granted its boosts if it bought a period, and only then": () => sql`
    select p.id, p.tier, e.boost_type, e.quantity from subscription_payments p
    left join boost_entries e on e.subscription_payment_id = p.id and e.kind = 'subscription'
    where (p.granted_at is null) <> (e.id is null)
      or e.user_id <> p.user_id or e.boost_type::text <> case p.tier when 'gold' then 'normal' else 'premium' end
      or e.quantity <> 5`,

  "raised is the sum of the request's credited donations": () => sql`
    select r.id, r.raised, coalesce(sum(d.amount - d.returned_amount), 0) as donated from requests r
    left join donations d on d.request_id = r.id and d.credited_at is not null and d.payment_status = 'completed'
    group by r.id having r.raised <> coalesce(sum(d.amount - d.returned_amount), 0)`,

  "donation_count is the number of the request's credited donations that did not all go back": () => sql`
    select r.id, r.donation_count, count(d.id) as donated from requests r
    left join donations d on d.request_id = r.id and d.credited_at is not null and d.payment_status = 'completed'
      and d.amount > d.returned_amount
    group by r.id having r.donation_count <> count(d.id)`,

  "the last donors of a request gave openly to it, and it did not all go back": () => sql`
    select r.id, g.id as donor from requests r cross join lateral unnest(r.last_donors) g (id)
    where not exists (
      select from donations d
      where d.request_id = r.id and d.donor_id = g.id and d.credited_at is not null and d.payment_status = 'completed'
        and d.amount > d.returned_amount and not d.anonymous
    )`,

  "a donor was told of the thanks that the recipient chose, and of the last choice": () => sql`
    select d.id, d.thanks_emoji, n.type, n.emoji from notifications n join donations d on d.id = n.donation_id
    where n.type in ('donation', 'thanks') and n.emoji is distinct from d.thanks_emoji`,

  "totalGiven is the sum of a person's donations, publicGiven of the public ones": () => sql`
    select u.id, u.total_given, u.public_given, s.donated, s.public from users u
    cross join lateral (
      select coalesce(sum(d.amount - d.returned_amount), 0) as donated,
        coalesce(sum(d.amount - d.returned_amount) filter (where not d.anonymous), 0) as public
      from donations d where d.donor_id = u.id and d.credited_at is not null and d.payment_status = 'completed'
    ) s
    where (u.total_given, u.public_given) <> (s.donated, s.public)`,

  "a notification is as anonymous as its donation": () => sql`
    select n.id, n.anonymous, d.anonymous as donation from notifications n join donations d on d.id = n.donation_id
    -- With a block between both, the recipient is notified only of a reached goal and a refund, without a name.
    where n.anonymous <> d.anonymous and not (n.anonymous and n.type in ('goal_completed', 'refund'))`,

  "the leaderboard lists exactly the people who are neither anonymous, erased nor hidden": () => sql`
    select g.user_id, g.period, g.start, g.listed from donation_totals g join users u on u.id = g.user_id
    where g.listed <> (not u.anonymous_profile and u.erased_at is null and u.hidden_at is null)`,

  "each credited donation has one receipt and one message to its recipient, and no other donation has":
    () => sql`
    with since as (
      -- Donations that were credited before messages existed have none.
      select min(created_at) as at from mails where kind in ('donation_receipt', 'gift_receipt', 'donation_received')
    ), told as (
      -- Of an erased account no message is left.
      select d.id::text as cause, d.credited_at, k.kind from donations d
      cross join lateral (values ('donation_receipt', d.donor_id), ('donation_received', d.recipient_id)) k (kind, user_id)
      left join users u on u.id = k.user_id where u.erased_at is null
    ), wanted as (
      select t.cause, t.kind from told t join since on t.credited_at >= since.at
    ), written as (
      select t.cause, t.kind from told t join mails m on m.cause = t.cause and m.channel = 'mail'
        and (m.kind = t.kind or m.kind = 'gift_receipt' and t.kind = 'donation_receipt')
    )
    select coalesce(w.cause, m.cause) as donation, coalesce(w.kind, m.kind) as kind, count(m.cause) as written
    from wanted w full join written m on (m.cause, m.kind) = (w.cause, w.kind)
    group by 1, 2, w.cause having w.cause is null or count(m.cause) <> 1`,

  "totalReceived is the sum of a person's entries in the ledger": () => sql`
    select u.id, u.total_received, coalesce(sum(l.amount), 0) as received from users u
    left join ledger_entries l on l.user_id = u.id and l.account = 'recipient'
    group by u.id having u.total_received <> coalesce(sum(l.amount), 0)`,

  "each period total is the sum of its donations": (timeZone) => sql`
    with credited as (
      select donor_id, amount - returned_amount as amount, case when anonymous then 0 else amount - returned_amount end as public,
        (settled_at at time zone ${timeZone}::text) as local
      from donations where credited_at is not null and payment_status = 'completed' and donor_id is not null
    ), sums as (
      select c.donor_id, p.period, p.start, sum(c.amount) as amount, sum(c.public) as public from credited c
      cross join lateral (values
        ('all'::period, date '1970-01-01'),
        ('monthly', date_trunc('month', local)::date),
        ('weekly', date_trunc('week', local)::date),
        ('daily', local::date)) p (period, start)
      group by c.donor_id, p.period, p.start
    )
    select coalesce(g.user_id, s.donor_id) as user_id, coalesce(g.period, s.period) as period,
      coalesce(g.start, s.start) as start, g.amount as stored, s.amount as summed, g.public_amount as stored_public, s.public
    from donation_totals g full join sums s on s.donor_id = g.user_id and s.period = g.period and s.start = g.start
    where (coalesce(g.amount, 0), coalesce(g.public_amount, 0)) <> (coalesce(s.amount, 0), coalesce(s.public, 0))`,

  "a person's sums of their last month, week and day are those periods' totals": () => sql`
    select u.id, p.period, p.start, p.given, p.public, g.amount as total, g.public_amount, l.start as latest from users u
    cross join lateral (values
      ('monthly'::period, u.monthly_start, u.monthly_given, u.monthly_public), ('weekly', u.weekly_start, u.weekly_given, u.weekly_public),
      ('daily', u.daily_start, u.daily_given, u.daily_public)
    ) p (period, start, given, public)
    left join donation_totals g on g.user_id = u.id and g.period = p.period and g.start = p.start
    left join lateral (select max(start) as start from donation_totals where user_id = u.id and period = p.period) l on true
    where (p.given, p.public) <> (coalesce(g.amount, 0), coalesce(g.public_amount, 0)) or p.start is distinct from l.start`,

  "the histogram counts the listed people who gave publicly, in the last period of each length": () => sql`
    with latest as (
      select period, max(start) as start from donation_totals group by period
    ), counted as (
      select period, start, donation_floor(public_amount, 2) as bucket, place, count(*) as people
      from donation_totals join latest using (period, start), lateral (values (0), (donation_place(public_amount))) p (place)
      where listed and public_amount > 0 group by 1, 2, 3, 4
    ), stored as (
      select period, start, bucket, place, sum(people) as people from (
        select period, start, bucket, 0 as place, people from donation_histogram
        union all select period, start, bucket, place, here from donation_histogram, unnest(places) with ordinality p (here, place)
        union all select period, start, donation_floor(bucket, 2), place, change
        from donation_histogram_changes, lateral (values (0), (donation_place(bucket))) p (place)) parts
      join latest using (period, start)
      group by 1, 2, 3, 4
    )
    select period, start, bucket, place, c.people as counted, s.people as stored
    from counted c full join stored s using (period, start, bucket, place)
    where coalesce(c.people, 0) <> coalesce(s.people, 0)`,

  "the live stats are the sums of the requests": () => sql`
    with counted as (
      select count(*) filter (where is_active and not is_completed and closed_at is null and deleted_at is null) as active,
        coalesce(sum(raised), 0) as raised
      from requests
    ), stored as (
      select coalesce(sum(active_requests), 0) as active, coalesce(sum(total_raised), 0) as raised from live_stats
    )
    select c.active, s.active as stored_active, c.raised, s.raised as stored_raised from counted c, stored s
    where (c.active, c.raised) <> (s.active, s.raised)`,

  "a request shows its own photo, in its size": () => sql`
    select coalesce(p.request_id, r.id) as request_id, r.photo_url, p.id as photo_id from requests r
    full join photos p on p.request_id = r.id
    where (r.photo_url is not null or p.request_id is not null)
      and r.photo_url is distinct from '/photos/' || p.id || '-' || p.width || 'x' || p.height || '.webp'`,

  "of an erased account only what the books need is left": () => sql`
    select u.id, l.what from users u
    cross join lateral (
      select 'session' as what from sessions where sess->>'userId' = u.id::text
      union all select 'sign-in' from accounts where user_id = u.id
      union all select 'link' from account_links where user_id = u.id
      union all select 'passkey' from passkeys where user_id = u.id
      union all select 'second factor' from second_factors where user_id = u.id
      union all select 'recovery code' from recovery_codes where user_id = u.id
      union all select 'known device' from known_devices where user_id = u.id
      union all select 'push subscription' from push_subscriptions where user_id = u.id
      union all select 'message' from mails where user_id = u.id and kind <> 'account_erased'
      union all select 'choice of messages' from message_choices where user_id = u.id
      union all select 'request' from requests where user_id = u.id and (deleted_at is null or item <> '–' or description <> '–')
      union all select 'photo' from photos where user_id = u.id and (request_id is not null or discarded_at is null and created_at < u.erased_at)
      union all select 'payee account' from payee_accounts
        where user_id = u.id and num_nonnulls(bank_last4, bank_hash, problem, waits_until) > 0
      union all select 'report' from reports where reporter_id = u.id
      union all select 'block' from blocks where blocker_id = u.id or blocked_id = u.id
      union all select 'subscription' from subscriptions
        where user_id = u.id and status in ('active', 'suspended') and end_requested_at is null
    ) l
    where u.erased_at is not null`,

  "no one has more open requests than a refund can explain": () => sql`
    select user_id, count(*) from requests where is_active and not is_completed and closed_at is null and deleted_at is null
    group by user_id having count(*) > 10 + (
      select count(*) filter (where d.payment_status = 'refunded') + coalesce(sum(r.parts), 0) from donations d
      left join lateral (select count(*) as parts from donation_returns where donation_id = d.id) r on true
      where d.recipient_id = user_id and (d.payment_status = 'refunded' or d.returned_amount > 0))`,

  ...PAYOUT_CHECKS,
};

/** The kinds of ledger entries that the row `p` of a purchase or a subscription payment must have. */
const saleMovements = (bought: "purchase" | "subscription") => sql`array(select kind from unnest(
    case when p.returned_amount > 0 then '{partial_reversal}' end::text[] || case
      when p.payment_status in ('pending', 'failed') then '{}'
      when p.payment_status = 'completed' and p.granted_at is not null then ${`{${bought}}`}
      when p.payment_status = 'completed' then '{uncredited}'
      when p.granted_at is not null then ${`{${bought},reversal}`}
      else '{refund,uncredited}'
    end::text[]) kind order by kind)`;

/** Findings that can be correct, but that an operator should check. */
const CONCERNS: Record<string, (at: string) => SQL> = {
  "a refund is due for more than three days": (at) => sql`
    select * from (
      select 'donation' as kind, id, settled_at as since from donations where payment_status = 'completed' and refund_reason is not null
      union all
      select 'purchase', id, coalesce(withdrawn_at, settled_at) from boost_purchases
      where payment_status = 'completed' and (refund_reason is not null or withdrawn_amount > returned_amount)
      union all
      select 'subscription payment', id, coalesce(withdrawn_at, created_at) from subscription_payments
      where payment_status = 'completed' and (refund_reason is not null or withdrawn_amount > returned_amount)) due
    where since < ${at}::timestamptz - interval '3 days'
    order by since`,

  "the provider refuses a refund for good: refund it in another way": () => sql`
    select 'donation' as kind, id, refund_refusal from donations where payment_status = 'completed' and refund_refusal is not null
    union all
    select 'purchase', id, refund_refusal from boost_purchases where payment_status = 'completed' and refund_refusal is not null
    union all
    select 'subscription payment', id, refund_refusal from subscription_payments
    where payment_status = 'completed' and refund_refusal is not null`,

  "a plan runs longer than was paid for, and no operator granted it": (at) => sql`
    select u.id, u.subscription_tier, u.subscription_expiry, p.paid_until from users u
    left join lateral (
      select max(period_end) as paid_until from subscription_payments where user_id = u.id and tier = u.subscription_tier
    ) p on true
    where u.subscription_tier <> 'none' and (u.subscription_expiry is null or u.subscription_expiry > ${at}::timestamptz)
      and (coalesce(u.subscription_paid_until, u.subscription_expiry) > p.paid_until) is not false
      and not exists (select from audit_entries a where a.subject_id = u.id and a.action = 'set_subscription')`,

  "a period was paid for, but its plan does not run": (at) => sql`
    select u.id, u.subscription_tier, u.subscription_expiry, p.tier, p.period_end from users u
    join subscription_payments p on p.user_id = u.id and p.payment_status = 'completed' and p.granted_at is not null
    where p.period_start <= ${at}::timestamptz and p.period_end > ${at}::timestamptz
      and (u.subscription_tier = 'none' or u.subscription_expiry <= ${at}::timestamptz)
      and u.erased_at is null
      and not exists (
        select from subscription_payments r where r.user_id = u.id and (r.payment_status = 'refunded' or r.withdrawn_at is not null))
      and not exists (select from audit_entries a where a.subject_id = u.id and a.action = 'set_subscription')`,

  "messages wait for more than ten minutes": (at) => sql`
    select stream, kind, channel, count(*)::integer as messages, min(due_at) as since from mails
    where state in ('due', 'sending') and due_at < ${at}::timestamptz - interval '10 minutes'
    group by stream, kind, channel order by stream, kind, channel`,

  "dead letters: messages that failed for good in the last seven days": (at) => sql`
    select stream, kind, channel, count(*)::integer as messages, max(finished_at) as last from mails
    where state = 'failed' and finished_at > ${at}::timestamptz - interval '7 days'
    group by stream, kind, channel order by stream, kind, channel`,

  ...PAYOUT_CONCERNS,
};

/** Findings that an operator should check although the books agree. Reads only. */
export async function findConcerns(db: Db, at: Date): Promise<Disagreement[]> {
  return find(db, CONCERNS, at.toISOString());
}

/** Findings that an operator has to act on although the books agree. Reads only. */
export async function findMissedDeadlines(db: Db, at: Date): Promise<Disagreement[]> {
  return find(db, PAYOUT_DEADLINES, at.toISOString());
}

/** Recomputes the books from their entries and returns what differs. Reads only. */
export async function findDisagreements(db: Db, timeZone: string): Promise<Disagreement[]> {
  return find(db, CHECKS, timeZone);
}

async function find(
  db: Db,
  queries: Record<string, (parameter: string) => SQL>,
  parameter: string,
): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for (const [check, query] of Object.entries(queries)) {
    const rows = await db.execute(query(parameter));
    if (rows.length > 0) found.push({ check, rows: rows.slice(0, 20) });
  }
  return found;
}
