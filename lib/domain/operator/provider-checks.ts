import { setTimeout as sleep } from "node:timers/promises";
import type { Disagreement } from "@/db/checks";
import { listAccountsWithMoney } from "@/lib/domain/payouts/queries";
import { BALANCE_AGE, HOLDS_MONEY } from "@/lib/domain/payouts/rules";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import type { PayoutProvider } from "@/lib/providers/payout-provider";
import { unconfiguredCard, unconfiguredWallet } from "@/lib/providers/unconfigured";
import {
  comparePayouts,
  compareReceived,
  compareTransfers,
  type Difference,
  inGroups,
} from "./compare-records";
import {
  type AccountInBooks,
  findAccountInBooks,
  selectSilentSources,
  sumOwedAt,
} from "./provider-checks-store";

/** How often the books and the provider are read again while money moves between the two. */
const READINGS = 5;
/** For so many days back payments, transfers and payouts are compared: longer than any dump is kept. */
const COMPARED_DAYS = 90;
/** So long an event may take to be booked that a provider reports, in milliseconds. */
const PATIENCE = 3_000;

export type ProviderFindings = {
  found: Disagreement[];
  /** Worth checking, although nothing disagrees. */
  concerns: Disagreement[];
  /** What could not be compared, so that nobody knows whether it agrees. */
  unasked: Disagreement[];
};

/**
 * Compares the books with what the providers have: payments, transfers, payouts and balances (payouts.md, Always true),
 * and says what of the set-up is missing. Reads only. Cents.
 */
export async function findProviderProblems(context: PayoutContext): Promise<ProviderFindings> {
  const providers = Object.values(context.payoutProviders).filter((provider) => provider !== null);
  const findings: ProviderFindings = { found: [], concerns: [], unasked: [] };
  const silent = context.payoutProviders.stripe ? await selectSilentSources(context.db) : [];
  const missing = context.payoutProviders.stripe ? missingSecrets() : [];
  const add = (to: keyof ProviderFindings, check: string, rows: Disagreement["rows"]) => {
    if (rows.length > 0) findings[to].push({ check, rows: rows.slice(0, 20) });
  };
  add("concerns", "a source of the card provider's events has no secret, so its events are refused", missing);
  add("concerns", "a source of a provider's events never delivered anything", silent);
  const unasked: Disagreement["rows"] = [];
  for (const provider of providers) {
    const named = { provider: provider.provider };
    const ask = <T>(of: string, run: () => Promise<T>) => askOrNote(unasked, { ...named, of }, run);
    const isManual = await ask("payouts of the platform", () => provider.isPlatformManual());
    add("found", "the platform's own payouts are made by hand only", isManual === false ? [named] : []);
    const owed = await ask("balance of the platform", () => compareOwed(context, provider));
    add("found", "what is owed is in the platform's balance at the provider", owed ? [owed] : []);
    const accounts = HOLDS_MONEY[provider.provider]
      ? await listAccountsWithMoney(context.db, provider.provider)
      : [];
    const off = await inGroups(accounts, ({ id, userId, providerAccountId }) =>
      ask(providerAccountId, async () => {
        const compared = await compareAccount(context, provider, { id, providerAccountId });
        return compared && { account: providerAccountId, user_id: userId, ...compared };
      }),
    );
    add(
      "found",
      "the money of a payee in the ledger is in their account at the provider",
      off.filter((row) => row !== null),
    );
  }
  const compared = await compareTwice(context, unasked);
  for (const [check, rows] of Object.entries(compared)) add("found", check, rows);
  add("unasked", "every provider could be asked", unasked);
  return findings;
}

/** Null where a provider does not answer, which is noted. */
async function askOrNote<T>(
  unasked: Disagreement["rows"],
  what: { provider: PaymentProvider; of: string },
  run: () => Promise<T>,
): Promise<T | null> {
  return run().catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    unasked.push({ ...what, why: error.message });
    return null;
  });
}

type Compared = Record<string, Difference[]>;

/** What differs is compared again after a while: money moves meanwhile, and events take their time. */
async function compareTwice(context: PayoutContext, unasked: Disagreement["rows"]): Promise<Compared> {
  const first = await compareAll(context, unasked);
  if (Object.values(first).every((rows) => rows.length === 0)) return first;
  await sleep(PATIENCE);
  const second = await compareAll(context, unasked);
  const isStill = (check: string, row: Difference) =>
    second[check]?.some((other) => JSON.stringify(other) === JSON.stringify(row));
  return Object.fromEntries(
    Object.entries(first).map(([check, rows]) => [check, rows.filter((row) => isStill(check, row))]),
  );
}

async function compareAll(context: PayoutContext, unasked: Disagreement["rows"]): Promise<Compared> {
  const since = new Date(now().getTime() - COMPARED_DAYS * DAY);
  const ask = async (provider: PaymentProvider, of: string, run: () => Promise<Difference[]>) =>
    (await askOrNote(unasked, { provider, of }, run)) ?? [];
  const { db, card, wallet, payoutProviders } = context;
  const gateways = [card, wallet].filter((each) => each !== unconfiguredCard && each !== unconfiguredWallet);
  const providers = Object.values(payoutProviders).filter((provider) => provider !== null);
  const compared: Compared = { [PAYMENTS]: [], [TRANSFERS]: [], [PAYOUTS]: [] };
  for (const gateway of gateways) {
    const rows = await ask(gateway.provider, "payments", () => compareReceived(db, gateway, since));
    compared[PAYMENTS]?.push(...rows);
  }
  for (const provider of providers) {
    const named = provider.provider;
    compared[TRANSFERS]?.push(
      ...(await ask(named, "transfers", () => compareTransfers(db, provider, since))),
    );
    compared[PAYOUTS]?.push(...(await ask(named, "payouts", () => comparePayouts(context, provider, since))));
  }
  return compared;
}

const PAYMENTS = "a payment is the same in the books and at its provider";
const TRANSFERS = "a transfer is the same in the books and at its provider";
const PAYOUTS = "a payout is the same in the books and at its provider";

/** The secrets of event sources that are not configured; without them reconciliation alone finds what happened. */
function missingSecrets(): { variable: string }[] {
  const { card } = env();
  return [
    ...(card?.connectWebhookSecret ? [] : [{ variable: "STRIPE_CONNECT_WEBHOOK_SECRET" }]),
    ...(card?.accountEventsSecret ? [] : [{ variable: "STRIPE_ACCOUNT_EVENTS_SECRET" }]),
  ];
}

/** Null where the platform's balance at a provider covers what is owed. */
async function compareOwed({ db }: PayoutContext, provider: PayoutProvider) {
  const { books: owed, asked: balance } = await whileStill(
    () => sumOwedAt(db, provider.provider, new Date(now().getTime() - BALANCE_AGE[provider.provider])),
    () => provider.balance(null),
    (books, { available, pending }) => books <= available + pending,
  );
  const { available, pending } = balance;
  const short = owed - available - pending;
  return short > 0 ? { provider: provider.provider, owed, available, pending, short } : null;
}

/** Null where an account has what the ledger says. */
async function compareAccount(
  { db }: PayoutContext,
  provider: PayoutProvider,
  { id, providerAccountId }: { id: string; providerAccountId: string },
) {
  const { books, asked } = await whileStill(
    () => findAccountInBooks(db, id),
    async () => {
      const { available, pending } = await provider.balance(providerAccountId);
      return available + pending;
    },
    agrees,
  );
  return agrees(books, asked) ? null : { payee: books.payee, balance: asked };
}

function agrees({ payee, mayLeave, mayArrive }: AccountInBooks, balance: number): boolean {
  return balance >= payee - mayLeave && balance <= payee + mayArrive;
}

/**
 * Reads the books and asks the provider until the two agree or the books stayed the same meanwhile: servers move money
 * between the two readings.
 */
async function whileStill<B, A>(
  read: () => Promise<B>,
  ask: () => Promise<A>,
  isRight: (books: B, asked: A) => boolean,
): Promise<{ books: B; asked: A }> {
  let books = await read();
  for (let reading = 1; ; reading += 1) {
    const asked = await ask();
    const after = await read();
    const isStill = JSON.stringify(after) === JSON.stringify(books);
    if (isRight(after, asked) || isStill || reading === READINGS) return { books: after, asked };
    books = after;
  }
}
