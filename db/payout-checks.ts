import { type SQL, sql } from "drizzle-orm";

/** What is left of the donation `d` after partial refunds, in cents; nothing if all of it went back. */
const left = sql.raw(`case when d.payment_status = 'completed' and d.credited_at is not null
    then d.amount - d.returned_amount else 0 end`);

/** The kinds of the ledger entries of a row that fulfil a condition, sorted. */
export const kindsOf = (which: string) =>
  sql.raw(`left join lateral (
      select coalesce(array_agg(distinct kind::text order by kind::text), '{}') as kinds from ledger_entries
      where ${which}
    ) l on true`);

/**
 * When a row was planned although something forbade it. Who plans and who forbids can miss each other by the time of
 * one transaction.
 */
const isDuring = (at: string, from: string, until: string) =>
  sql.raw(
    `${at} > ${from} + interval '1 minute' and (${until} is null or ${at} < ${until} - interval '1 minute')`,
  );

/** What must always be true of payouts (payouts.md). Each query finds the rows that break a property. Cents. */
export const PAYOUT_CHECKS: Record<string, () => SQL> = {
  "a donation is owed if it was credited and no transfer took it": () => sql`
    select d.id, d.is_owed, d.payment_status, t.state from donations d
    left join transfers t on t.donation_id = d.id and t.state = 'sent'
    where d.is_owed <> (${left} > 0 and t.id is null)`,

  "what was moved of a donation, less what comes back, is what is left of it": () => sql`
    select d.id, ${left} as left, t.moved, r.back from donations d
    join (
      select donation_id, coalesce(sum(amount) filter (where state in ('sent', 'returned')), 0) as moved
      from transfers group by donation_id
    ) t on t.donation_id = d.id
    left join (
      select t.donation_id, sum(r.amount) as back from transfer_returns r join transfers t on t.id = r.transfer_id
      where r.recovers_id is null and (r.state <> 'due' or r.cause <> 'correction') group by t.donation_id
    ) r on r.donation_id = d.id
    where t.moved - coalesce(r.back, 0) <> case when d.is_owed then 0 else ${left} end`,

  "a transfer moves at most its donation, to its recipient, by its charge": () => sql`
    select t.id, t.amount, d.amount as donation, t.user_id, d.recipient_id, a.user_id as account_of from transfers t
    join donations d on d.id = t.donation_id join payee_accounts a on a.id = t.account_id
    where t.amount > d.amount or t.user_id <> d.recipient_id or a.user_id <> d.recipient_id
      or t.charge_id <> d.charge_id`,

  "a donation has one transfer that is planned or sent": () => sql`
    select donation_id, count(*) from transfers where state in ('planned', 'sent')
    group by donation_id having count(*) > 1`,

  "a transfer's state agrees with its ledger movement": () => sql`
    select t.id, t.state, kinds from transfers t ${kindsOf("transfer_id = t.id")}
    where kinds <> case when t.state in ('sent', 'returned') then '{transfer}' else '{}' end::text[]`,

  "what a transfer moved is what its row says": () => sql`
    select t.id, t.amount, e.account, e.user_id, e.amount as entered from transfers t
    join ledger_entries e on e.transfer_id = t.id
    where e.user_id <> t.user_id or e.amount <> case e.account when 'held' then -t.amount else t.amount end
      or e.account not in ('held', 'payee')`,

  "the state of a return agrees with its ledger movement": () => sql`
    select r.id, r.state, kinds from transfer_returns r ${kindsOf("transfer_return_id = r.id")}
    where kinds <> case
      when r.state = 'due' then '{}'
      when r.state = 'short' then '{loss}'
      when r.recovers_id is not null then '{recovery}'
      else '{transfer_return}'
    end::text[]`,

  "what a return moved is what its row says": () => sql`
    select r.id, r.amount, e.kind, e.account, e.user_id, e.amount as entered from transfer_returns r
    join transfers t on t.id = r.transfer_id
    join ledger_entries e on e.transfer_return_id = r.id
    where e.user_id <> t.user_id or e.amount is distinct from case e.kind::text || ' ' || e.account::text
      when 'transfer_return payee' then -r.amount when 'transfer_return held' then r.amount
      when 'loss loss' then -r.amount when 'loss held' then r.amount
      when 'recovery payee' then -r.amount when 'recovery loss' then r.amount end`,

  "no more comes back of a transfer than it moved": () => sql`
    select t.id, t.state, t.amount, sum(r.amount) as back from transfers t
    join transfer_returns r on r.transfer_id = t.id and r.state <> 'short'
    group by t.id having sum(r.amount) > t.amount or t.state in ('planned', 'cancelled')`,

  "no more is recovered than was lost, and from the same person": () => sql`
    select l.id, l.state, l.amount, sum(r.amount) as recovered from transfer_returns l
    join transfer_returns r on r.recovers_id = l.id
    join transfers lt on lt.id = l.transfer_id join transfers rt on rt.id = r.transfer_id
    group by l.id having l.state <> 'short' or sum(r.amount) filter (where r.state <> 'short') > l.amount
      or bool_or(lt.user_id <> rt.user_id)`,

  "a payout is the sum of its donations": () => sql`
    select p.id, p.amount, coalesce(sum(g.amount), 0) as donations from payouts p
    left join payout_donations g on g.payout_id = p.id
    group by p.id having p.amount <> coalesce(sum(g.amount), 0)`,

  "a donation is in one payout that did not fail": () => sql`
    select g.payout_id, g.donation_id, g.is_live, p.state from payout_donations g
    join payouts p on p.id = g.payout_id
    where g.is_live <> (p.state <> 'failed')
    union all
    select null, g.donation_id, true, null from payout_donations g join payouts p on p.id = g.payout_id
    where p.state <> 'failed' group by g.donation_id having count(*) > 1`,

  "a payout pays what was moved to its own account": () => sql`
    select g.payout_id, g.donation_id, g.transfer_id, t.state from payout_donations g
    join payouts p on p.id = g.payout_id join transfers t on t.id = g.transfer_id
    join payee_accounts a on a.id = p.account_id
    where t.donation_id <> g.donation_id or t.account_id <> p.account_id or p.user_id <> a.user_id
      or t.state in ('planned', 'cancelled') or g.amount > t.amount`,

  "a payout's state agrees with its ledger movements": () => sql`
    select p.id, p.state, p.sent_at, kinds from payouts p ${kindsOf("payout_id = p.id")}
    where case
      when p.state = 'created' then kinds <> '{}'
      when p.state = 'failed' then kinds not in ('{}', '{payout,payout_return}')
      else kinds <> '{payout}'
    end`,

  "what a payout moved is what its row says": () => sql`
    select p.id, p.amount, e.kind, e.account, e.user_id, e.amount as entered from payouts p
    join ledger_entries e on e.payout_id = p.id
    where e.user_id <> p.user_id or e.amount is distinct from case e.kind::text || ' ' || e.account::text
      when 'payout payee' then -p.amount when 'payout bank' then p.amount
      when 'payout_return bank' then -p.amount when 'payout_return payee' then p.amount end`,

  "what is owed to a person is what their entries say": () => sql`
    with entered as (
      select user_id, sum(amount) as amount from ledger_entries where account in ('recipient', 'held') group by user_id
    ), owed as (
      select recipient_id as user_id, sum(amount - returned_amount) as amount from donations where is_owed group by 1
    ), due as (
      select t.user_id, sum(r.amount) as amount from transfer_returns r join transfers t on t.id = r.transfer_id
      where r.state = 'due' and r.recovers_id is null and r.cause <> 'correction' group by 1
    )
    select user_id, e.amount as entered, o.amount as owed, d.amount as coming_back
    from entered e full join owed o using (user_id) full join due d using (user_id)
    where coalesce(e.amount, 0) <> coalesce(o.amount, 0) - coalesce(d.amount, 0)`,

  "no account of a payee is below zero, and no loss is above": () => sql`
    select user_id, account, sum(amount) as amount from ledger_entries where account in ('payee', 'bank', 'loss')
    group by user_id, account having sum(amount) * case account when 'loss' then -1 else 1 end < 0`,

  "nothing is moved before its release, or to an account that was not ready": () => sql`
    select t.id, t.release_at, t.sent_at, a.ready_at, a.abandoned_at, a.closed_at, u.erased_at from transfers t
    join donations d on d.id = t.donation_id
    join payee_accounts a on a.id = t.account_id join users u on u.id = t.user_id
    where t.adopted_at is null and (t.sent_at < t.release_at or t.release_at < d.settled_at or d.settled_at is null
      or t.created_at < a.ready_at or a.ready_at is null
      or ${isDuring("t.created_at", "least(a.abandoned_at, a.closed_at, u.erased_at)", "null::timestamptz")})`,

  "nothing is moved or paid out while it is held": () => sql`
    with moved as (
      select t.id, t.donation_id, t.account_id, t.created_at from transfers t
      where t.state <> 'cancelled' and t.adopted_at is null
      union all
      select p.id, g.donation_id, p.account_id, p.created_at from payouts p join payout_donations g on g.payout_id = p.id
      where p.adopted_at is null
    )
    select m.id, m.donation_id, m.created_at, h.cause, h.placed_at from moved m
    join donations d on d.id = m.donation_id
    join holds h on h.donation_id = d.id or h.request_id = d.request_id or h.user_id = d.recipient_id and (h.account_id is null or h.account_id = m.account_id)
    where ${isDuring("m.created_at", "h.placed_at", "least(h.lifted_at, h.ends_at)")}`,

  "a disputed donation is one that can still be lost": () => sql`
    select h.id, d.id as donation_id, d.payment_status from holds h join donations d on d.id = h.donation_id
    where h.cause = 'dispute' and h.lifted_at is null and d.payment_status <> 'completed'`,

  "a bank account is verified while its owner's account pays out": () => sql`
    select u.id, u.bank_account_verified, a.payouts from users u
    left join payee_accounts a on a.user_id = u.id and a.provider = 'stripe' and a.closed_at is null and a.abandoned_at is null
    where u.erased_at is null and (u.bank_account_verified or a.id is not null)
      and u.bank_account_verified <> (a.payouts is not distinct from 'active')`,
};

/** What must be true of payouts at a time. Each query finds the rows that break a property. */
export const PAYOUT_DEADLINES: Record<string, (at: string) => SQL> = {
  // On day 85 it goes back. While a dispute runs, and a week after it was won, that decides about the donation.
  "what was given is paid out or given back within 80 days": (at) => sql`
    select d.id, d.recipient_id, d.settled_at, d.is_owed, d.refund_reason, array(
      select h.cause from holds h
      where h.lifted_at is null and (h.donation_id = d.id or h.request_id = d.request_id or h.user_id = d.recipient_id)
    ) as holds
    from donations d join users u on u.id = d.recipient_id
    left join transfers t on t.donation_id = d.id and t.state = 'sent'
    where not u.is_demo and d.payment_status = 'completed' and d.settled_at < ${at}::timestamptz - interval '80 days'
      and (d.is_owed or t.amount > (
        select coalesce(sum(r.amount), 0) from transfer_returns r where r.transfer_id = t.id and r.state <> 'short'
      ) and not exists (
        select from payout_donations g join payouts p on p.id = g.payout_id
        where g.transfer_id = t.id and g.is_live and p.state <> 'created'))
      and not exists (
        select from holds h where h.donation_id = d.id and h.cause = 'dispute'
          and (h.lifted_at is null or h.lifted_at > ${at}::timestamptz - interval '7 days'))
    order by d.settled_at`,
};

/** Findings about payouts that can be correct, but that an operator should check. */
export const PAYOUT_CONCERNS: Record<string, (at: string) => SQL> = {
  "several people are paid to one bank account": () => sql`
    select array_agg(distinct user_id) as people from payee_accounts
    where bank_hash is not null and closed_at is null group by bank_hash having count(distinct user_id) > 1`,

  "a transfer, a return or a payout waits for more than three days": (at) => sql`
    select * from (
      select 'transfer' as kind, id, problem, created_at as since from transfers where state = 'planned'
      union all
      select 'return', id, problem, created_at from transfer_returns where state = 'due'
      union all
      select 'payout', id, problem, created_at from payouts where state in ('created', 'sent')) waiting
    where since < ${at}::timestamptz - interval '3 days'
    order by since`,

  // What to do: operations.md, Losses.
  "money that made up for a loss came back to an account that was left": () => sql`
    select t.id, t.user_id, a.provider_account_id as account, (t.amount - coalesce(r.back, 0))::integer as amount from transfers t
    join payee_accounts a on a.id = t.account_id
    left join lateral (
      select sum(amount) as back from transfer_returns where transfer_id = t.id and state <> 'short') r on true
    where t.state = 'sent' and coalesce(a.abandoned_at, a.closed_at) is not null and t.amount > coalesce(r.back, 0)
      and not exists (select from payout_donations g where g.transfer_id = t.id and g.is_live)
      and exists (
        select from transfer_returns l join transfer_returns o on o.recovers_id = l.id and o.transfer_id <> l.transfer_id
        where l.transfer_id = t.id)`,

  "a payout is on its way for more than ten days": (at) => sql`
    select id, user_id, arrives_on, sent_at from payouts
    where state = 'on_the_way' and sent_at < ${at}::timestamptz - interval '10 days'`,
};
