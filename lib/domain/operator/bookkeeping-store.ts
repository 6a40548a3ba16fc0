import { sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { subscriptionPaymentProvider } from "@/db/provider-ids";
import {
  boostPurchases,
  donationReturns,
  donations,
  ledgerEntries,
  payeeAccounts,
  payouts,
  subscriptionPayments,
  transferReturns,
  transfers,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { LEDGER_ACCOUNTS, LEDGER_KINDS, PaidBy, PaymentProvider } from "@/lib/ground/vocabulary";

type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** What an account of the ledger had at a time. Cents. */
export type AccountBalance = { account: LedgerAccount; amount: number };

/** What moved on an account on a local day, by kind and provider. Cents. */
export type Movement = {
  day: string;
  kind: (typeof LEDGER_KINDS)[number];
  /** It went back because of a lost dispute. */
  isDispute: boolean;
  account: LedgerAccount;
  provider: PaymentProvider;
  entries: number;
  amount: number;
};

/** The balance of each account of the ledger before a time. */
export async function selectBalances(tx: Tx, before: Date): Promise<AccountBalance[]> {
  const rows = await tx.execute<{ account: LedgerAccount; amount: string }>(sql`
    select account, sum(amount) as amount from ${ledgerEntries}
    where created_at < ${timestamptz(before)} group by account order by account`);
  return rows.map(({ account, amount }) => ({ account, amount: Number(amount) }));
}

/** What moved in a span, by local day. */
export async function selectMovements(
  tx: Tx,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<Movement[]> {
  const rows = await tx.execute<Omit<Movement, "amount"> & { amount: string }>(sql`
    select to_char(l.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, l.kind, l.account,
      coalesce(d.payment_method::text, b.payment_method::text, a.provider::text,
        ${subscriptionPaymentProvider()}) as provider,
      coalesce(back.reason, d.refund_reason, b.refund_reason, ${subscriptionPayments.refundReason}) is not distinct from 'dispute'
        and l.kind in ('reversal', 'partial_reversal', 'refund') or r.cause is not distinct from 'dispute' as "isDispute",
      count(*)::integer as entries, sum(l.amount) as amount
    from ${ledgerEntries} l
    left join ${donationReturns} back on back.id = l.donation_return_id
    left join ${donations} d on d.id = coalesce(l.donation_id, back.donation_id)
    left join ${boostPurchases} b on b.id = l.boost_purchase_id
    left join ${subscriptionPayments} on ${subscriptionPayments.id} = l.subscription_payment_id
    left join ${transferReturns} r on r.id = l.transfer_return_id
    left join ${transfers} t on t.id = coalesce(l.transfer_id, r.transfer_id)
    left join ${payouts} p on p.id = l.payout_id
    left join ${payeeAccounts} a on a.id = coalesce(t.account_id, p.account_id)
    where l.created_at >= ${timestamptz(from)} and l.created_at < ${timestamptz(to)}
    group by 1, 2, 3, 4, 5 order by 1, 2, 5, 3, 4`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** The service fees of a span's donations by what was paid with, less what went back in it. Cents. */
export async function selectFeesEarned(db: Db, { from, to }: { from: Date; to: Date }) {
  type Row = { paidBy: PaidBy; provider: PaymentProvider; donations: number; given: string; fees: string };
  const rows = await db.execute<Row>(sql`
    select coalesce(d.paid_by, 'other') as "paidBy", d.payment_method as provider,
      (count(*) filter (where l.kind = 'donation' and l.account = 'recipient'))::integer as donations,
      coalesce(sum(l.amount) filter (where l.account = 'recipient'), 0) as given,
      coalesce(sum(l.amount) filter (where l.account = 'fee'), 0) as fees
    from ${ledgerEntries} l
    left join ${donationReturns} back on back.id = l.donation_return_id
    join ${donations} d on d.id = coalesce(l.donation_id, back.donation_id)
    join users u on u.id = d.recipient_id and not u.is_demo
    where l.kind in ('donation', 'reversal', 'partial_reversal')
      and l.created_at >= ${timestamptz(from)} and l.created_at < ${timestamptz(to)}
    group by 1, 2 order by 1, 2`);
  return rows.map((row) => ({ ...row, given: Number(row.given), fees: Number(row.fees) }));
}
