import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { payeeAccounts, payouts, transferReturns, transfers } from "@/db/schema";
import type { ProviderState } from "./system";

/**
 * The books of payouts agree with the card provider's record to the cent: every transfer, reversal and payout is in
 * both, and so is the balance of the platform and of each account.
 */
export async function verifyPayouts(db: Db, record: ProviderState): Promise<void> {
  await expectTransfers(db, record);
  await expectPayouts(db, record);
  await expectBalances(db, record);
}

async function expectTransfers(db: Db, record: ProviderState): Promise<void> {
  const sent = await db
    .select({
      id: transfers.providerId,
      amount: transfers.amount,
      back: sql<number>`coalesce((
        select sum(r.amount) from ${transferReturns} r where r.transfer_id = ${transfers.id} and r.state = 'done'), 0)`.mapWith(
        Number,
      ),
    })
    .from(transfers)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId))
    .where(sql`${payeeAccounts.provider} = 'stripe' and ${transfers.sentAt} is not null`);
  const theirs = record.transfers.map(({ id, amount, amount_reversed: back }) => ({ id, amount, back }));
  expectSame("transfers", sent, theirs);
}

/** In our words: what the provider calls pending is accepted, and what it calls canceled failed. */
const PAYOUT_STATE: Record<string, string> = {
  pending: "sent",
  in_transit: "on_the_way",
  paid: "paid",
  failed: "failed",
  canceled: "failed",
};

async function expectPayouts(db: Db, record: ProviderState): Promise<void> {
  const ours = await db
    .select({ id: payouts.providerId, amount: payouts.amount, state: payouts.state })
    .from(payouts)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, payouts.accountId))
    .where(sql`${payeeAccounts.provider} = 'stripe' and ${payouts.providerId} is not null`);
  const theirs = record.payouts.map(({ id, amount, status }) => ({
    id,
    amount,
    state: PAYOUT_STATE[status],
  }));
  expectSame("payouts", ours, theirs);
}

/** Cents. The platform has what was paid by card, without what went back, what is disputed, and what was moved. */
async function expectBalances(db: Db, record: ProviderState): Promise<void> {
  const held = new Map(
    record.balances.map(({ account, available, pending }) => [account, available + pending]),
  );
  const accounts = await db.execute<{ account: string; payee: number }>(sql`
    select a.provider_account_id as account, sum(l.amount)::integer as payee
    from ledger_entries l
    left join payouts p on p.id = l.payout_id
    left join transfer_returns r on r.id = l.transfer_return_id
    left join transfers t on t.id = coalesce(l.transfer_id, r.transfer_id)
    join payee_accounts a on a.id = coalesce(p.account_id, t.account_id)
    where l.account = 'payee' and a.provider = 'stripe' group by 1`);
  for (const { account, payee } of accounts) {
    if (held.get(account) !== payee)
      throw new Error(`${account} has ${held.get(account)} at the provider and ${payee} in the books`);
  }
  const [row] = await db.execute<{ platform: number }>(sql`
    select -coalesce(sum(l.amount), 0)::integer as platform
    from ledger_entries l
    left join donation_returns dr on dr.id = l.donation_return_id
    left join donations d on d.id = coalesce(l.donation_id, dr.donation_id)
    left join boost_purchases b on b.id = l.boost_purchase_id
    left join subscription_payments s on s.id = l.subscription_payment_id
    left join payouts p on p.id = l.payout_id
    left join transfer_returns r on r.id = l.transfer_return_id
    left join transfers t on t.id = coalesce(l.transfer_id, r.transfer_id)
    left join payee_accounts a on a.id = coalesce(p.account_id, t.account_id)
    where l.account in ('donor', 'guest', 'buyer') and (d.payment_method = 'stripe' or b.payment_method = 'stripe'
        or s.stripe_payment_intent_id is not null)
      or l.account in ('payee', 'bank') and a.provider = 'stripe'`);
  const disputed = record.disputes
    .filter(({ status }) => /needs_response|under_review/.test(status))
    .flatMap((dispute) => dispute.balance_transactions)
    .reduce((sum, { amount }) => sum - amount, 0);
  const expected = (row?.platform ?? 0) - disputed;
  const platform = held.get(null) ?? 0;
  if (platform !== expected)
    throw new Error(`the platform has ${platform} at the provider and ${expected} by the books`);
}

function expectSame(what: string, ours: readonly object[], theirs: readonly object[]): void {
  const known = new Set(theirs.map((row) => JSON.stringify(row)));
  const booked = new Set(ours.map((row) => JSON.stringify(row)));
  const missing = [...known].filter((row) => !booked.has(row));
  const extra = [...booked].filter((row) => !known.has(row));
  if (missing.length + extra.length > 0)
    throw new Error(`${what}: at the provider ${missing.slice(0, 5)}, in the books ${extra.slice(0, 5)}`);
}
