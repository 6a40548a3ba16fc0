import { eq, sql } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import type { Db } from "@/db/client";
import {
  donations,
  newId,
  payeeAccounts,
  payoutDonations,
  payouts,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { DAY, MINUTE } from "@/lib/ground/durations";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { openBooks, WALLET_DONATIONS } from "./books";
import { start, tell, userRow } from "./donating";
import { addPerson, addRequest } from "./people";
import { ScriptedPayouts } from "./scripted-payouts";

/** Books with two scripted providers of payouts, and a clock that a test moves. */
export function openPayoutBooks(env: Record<string, string> = {}) {
  const { database, card, wallet, context } = openBooks({
    ...WALLET_DONATIONS,
    PAYPAL_PAYOUTS: "on",
    PAYOUT_REVIEW: "off",
    ...env,
  });
  const bank = new ScriptedPayouts("stripe");
  const paypal = new ScriptedPayouts("paypal");
  context.payoutProviders = { stripe: bank, paypal };
  const clock = { time: Date.parse("2026-11-23T10:00:00Z") };
  beforeEach(async () => {
    await endEarlier(database.db);
    Object.assign(bank, new ScriptedPayouts("stripe"));
    Object.assign(paypal, new ScriptedPayouts("paypal"));
    clock.time = Date.parse("2026-11-23T10:00:00Z");
    setClock(() => new Date(clock.time));
    return async () => {
      await expectProvidersAgree(database.db, { stripe: bank, paypal });
    };
  });

  /** A person who can be paid. */
  const addPayee = async (provider: PaymentProvider = "stripe") => {
    const owner = await addPerson(database.db);
    const accountId = await openAccount(owner, provider);
    return { ...owner, accountId };
  };
  const openAccount = async (owner: { id: string }, provider: PaymentProvider = "stripe") => {
    const id = newId();
    const at = new Date(clock.time);
    const isBank = provider === "stripe";
    const { paypalEmail } = await userRow(database.db, owner.id);
    await database.db.insert(payeeAccounts).values({
      id,
      userId: owner.id,
      provider,
      providerAccountId: isBank ? bank.open() : paypal.open(`${id}:${paypalEmail}`),
      country: "NL",
      transfers: "active",
      payouts: "active",
      waitsFor: "nobody",
      submittedAt: at,
      readyAt: at,
      checkedAt: at,
      createdAt: at,
    });
    await database.db
      .update(users)
      .set({ paymentMethod: isBank ? "bank" : "paypal", bankAccountVerified: isBank })
      .where(eq(users.id, owner.id));
    return id;
  };

  /** A donation that was credited, of so many cents, paid with iDEAL. */
  const give = async (request: { id: string }, cents: number) => {
    const donor = await addPerson(database.db);
    const given = await start(context, donor, request, (cents / 100).toFixed(2));
    card.pay(given.paymentId);
    card.truth(given.paymentId).paidBy = "ideal";
    expect(await tell(context, given.paymentId)).toBe("credited");
    return { ...given, donorId: donor.id };
  };

  const later = (days: number, minutes = 0) => {
    clock.time += days * DAY + minutes * MINUTE;
  };

  /** What housekeeping does. Any error fails the test. */
  const housekeeping = () =>
    reconcile(context, (subject, error) => {
      throw new Error(`reconciling ${subject}`, { cause: error });
    });

  return {
    database,
    card,
    wallet,
    context,
    bank,
    paypal,
    clock,
    addPayee,
    openAccount,
    give,
    later,
    housekeeping,
    addRequest: (owner: { id: string }, goal = 10_000) => addRequest(database.db, owner, { goal }),
  };
}

/** Nothing of what was before moves any more: the providers can forget it. */
export async function endEarlier(db: Db): Promise<void> {
  await db.update(payeeAccounts).set({ closedAt: new Date("2100-01-01T00:00:00Z"), checkAt: null });
  await db.update(users).set({ bankAccountVerified: false });
  for (const table of [donations, transfers, transferReturns, payouts])
    await db.update(table).set({ checkAt: null });
}

export function transfersOf(db: Db, donationId: string) {
  return db.select().from(transfers).where(eq(transfers.donationId, donationId)).orderBy(transfers.round);
}

export function returnsOf(db: Db, donationId: string) {
  return db
    .select({
      amount: transferReturns.amount,
      state: transferReturns.state,
      recoversId: transferReturns.recoversId,
    })
    .from(transferReturns)
    .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
    .where(eq(transfers.donationId, donationId))
    .orderBy(transferReturns.createdAt, transferReturns.id);
}

export function payoutsOf(db: Db, userId: string) {
  return db.select().from(payouts).where(eq(payouts.userId, userId)).orderBy(payouts.createdAt, payouts.id);
}

export function donationsOf(db: Db, payoutId: string) {
  return db.select().from(payoutDonations).where(eq(payoutDonations.payoutId, payoutId));
}

/** A person's balance on each account of the ledger that is about payouts, in cents. */
export async function ledgerOf(db: Db, userId: string): Promise<Record<string, number>> {
  const rows = await db.execute<{ account: string; amount: string }>(sql`
    select account, sum(amount) as amount from ledger_entries
    where user_id = ${userId} and account in ('recipient', 'held', 'payee', 'bank', 'loss')
    group by account having sum(amount) <> 0 order by account`);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** What the platform owes a person, as the ledger has it and as their donations have it, in cents. */
export async function expectOwed(db: Db, userId: string, cents: number): Promise<void> {
  const { recipient = 0, held = 0 } = await ledgerOf(db, userId);
  const [row] = await db
    .select({
      owed: sql<number>`coalesce(sum(${donations.amount} - ${donations.returnedAmount}), 0)`.mapWith(Number),
    })
    .from(donations)
    .where(sql`${donations.recipientId} = ${userId} and ${donations.isOwed}`);
  expect({ ledger: recipient + held, donations: row?.owed }).toEqual({ ledger: cents, donations: cents });
}

/** Every open account has at the provider what the ledger says, to the cent, and so have the banks. */
export async function expectProvidersAgree(
  db: Db,
  providers: Record<PaymentProvider, ScriptedPayouts>,
): Promise<void> {
  const rows = await db.execute<{
    provider: PaymentProvider;
    account: string;
    payee: string;
    bank: string;
  }>(sql`
    select a.provider, a.provider_account_id as account,
      coalesce(sum(l.amount) filter (where l.account = 'payee'), 0) as payee,
      coalesce(sum(l.amount) filter (where l.account = 'bank'), 0) as bank
    from payee_accounts a
    left join (
      select l.account, l.amount, coalesce(p.account_id, t.account_id) as account_id
      from ledger_entries l
      left join payouts p on p.id = l.payout_id
      left join transfer_returns r on r.id = l.transfer_return_id
      left join transfers t on t.id = coalesce(l.transfer_id, r.transfer_id)
    ) l on l.account_id = a.id
    where a.closed_at is null
    group by a.provider, a.provider_account_id`);
  for (const { provider, account, payee, bank } of rows) {
    const at = providers[provider];
    const holdsMoney = provider === "stripe";
    expect({ account, bank: Number(bank), payee: holdsMoney ? Number(payee) : 0 }).toEqual({
      account,
      bank: at.inBankOf(account),
      payee: holdsMoney ? at.balanceOf(account) : 0,
    });
  }
}
