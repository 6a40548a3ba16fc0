import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { timestamptz } from "@/db/statement";
import type { PaymentProvider } from "@/lib/ground/vocabulary";

const number = (value: string | number | null | undefined) => Number(value ?? 0);

/**
 * The least that the platform's balance at a provider must have: what is owed of donations that were paid there and
 * settled until a time, in cents. Left out are donations to demo people, which no provider has, those whose money an
 * open or lost dispute took, and those whose transfer may have been made just now.
 */
export async function sumOwedAt(db: Db, provider: PaymentProvider, until: Date): Promise<number> {
  const [row] = await db.execute<{ owed: string }>(sql`
    select coalesce(sum(d.amount - d.returned_amount), 0) as owed from donations d
    join users u on u.id = d.recipient_id and not u.is_demo
    where d.is_owed and d.payment_method = ${provider} and d.settled_at <= ${timestamptz(until)}
      and d.refund_reason is distinct from 'dispute'
      and not exists (select from transfers t where t.donation_id = d.id and t.state = 'planned' and t.claimed_until is not null)
      and not exists (
        select from holds h where h.donation_id = d.id and h.cause = 'dispute' and h.lifted_at is null)`);
  return number(row?.owed);
}

/** What the books say of an account, and the calls under way that may have changed it at the provider. Cents. */
export type AccountInBooks = { payee: number; mayLeave: number; mayArrive: number };

/**
 * What an account's balance must be: `payee` of the ledger. A call whose answer is not booked yet, and a payout that
 * may fail, can make it lower or higher. Cents.
 */
export async function findAccountInBooks(db: Db, accountId: string): Promise<AccountInBooks> {
  const [row] = await db.execute<{ payee: string; may_leave: string; may_arrive: string }>(sql`
    select
      (select coalesce(sum(amount), 0) from (
        select l.amount from transfers t join ledger_entries l on l.transfer_id = t.id and l.account = 'payee'
          where t.account_id = ${accountId}
        union all
        select l.amount from transfers t join transfer_returns r on r.transfer_id = t.id
          join ledger_entries l on l.transfer_return_id = r.id and l.account = 'payee' where t.account_id = ${accountId}
        union all
        select l.amount from payouts p join ledger_entries l on l.payout_id = p.id and l.account = 'payee'
          where p.account_id = ${accountId}) entries) as payee,
      (select coalesce(sum(amount), 0) from payouts where account_id = ${accountId} and state = 'created')
        + (select coalesce(sum(r.amount), 0) from transfer_returns r join transfers t on t.id = r.transfer_id
          where t.account_id = ${accountId} and r.state = 'due' and r.claimed_until is not null) as may_leave,
      (select coalesce(sum(amount), 0) from payouts where account_id = ${accountId} and state in ('sent', 'on_the_way'))
        + (select coalesce(sum(amount), 0) from transfers
          where account_id = ${accountId} and state = 'planned' and claimed_until is not null) as may_arrive`);
  return {
    payee: number(row?.payee),
    mayLeave: number(row?.may_leave),
    mayArrive: number(row?.may_arrive),
  };
}

/** The sources of the providers' events that never delivered anything, although something happened there. */
export async function selectSilentSources(db: Db): Promise<{ source: string; since: string }[]> {
  const rows = await db.execute<{ source: string; since: string }>(sql`
    select s.source, s.since from (
      select d.payment_method::text as source, min(d.settled_at) as since from donations d
        join users u on u.id = d.recipient_id and not u.is_demo group by 1
      union all
      select 'stripe_accounts', min(submitted_at) from payee_accounts where provider = 'stripe'
      union all
      select 'stripe_connect', min(p.sent_at) from payouts p
        join payee_accounts a on a.id = p.account_id and a.provider = 'stripe') s
    where s.since is not null and not exists (select from provider_events e where e.provider = s.source)
    order by s.source`);
  return [...rows];
}
