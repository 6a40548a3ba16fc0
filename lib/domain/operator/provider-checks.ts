import type { Disagreement } from "@/db/checks";
import { BALANCE_AGE, HOLDS_MONEY } from "@/lib/domain/payouts/rules";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import type { PayoutProvider } from "@/lib/providers/payout-provider";
import {
  type AccountInBooks,
  findAccountInBooks,
  selectAccountsWithMoney,
  selectSilentSources,
  sumOwedAt,
} from "./provider-checks-store";

/** How often the books and the provider are read again while money moves between the two. */
const READINGS = 5;
/** How many accounts are asked about at the same time. */
const AT_ONCE = 4;

export type ProviderFindings = {
  found: Disagreement[];
  /** Worth a look, although nothing disagrees. */
  concerns: Disagreement[];
};

/**
 * Compares the books with the balances at the providers (payouts.md, Always true) and says what of the set-up is
 * missing. Reads only. Cents.
 */
export async function findProviderProblems(context: PayoutContext): Promise<ProviderFindings> {
  const providers = Object.values(context.payoutProviders).filter((provider) => provider !== null);
  const findings: ProviderFindings = { found: [], concerns: [] };
  const silent = context.payoutProviders.stripe ? await selectSilentSources(context.db) : [];
  const missing = context.payoutProviders.stripe ? missingSecrets() : [];
  const add = (to: keyof ProviderFindings, check: string, rows: Disagreement["rows"]) => {
    if (rows.length > 0) findings[to].push({ check, rows: rows.slice(0, 20) });
  };
  add("concerns", "a source of the card provider's events has no secret, so its events are refused", missing);
  add("concerns", "a source of the card provider's events never delivered anything", silent);
  const unasked: Disagreement["rows"] = [];
  for (const provider of providers) {
    const named = { provider: provider.provider };
    const ask = <T>(of: string, run: () => Promise<T>) =>
      run().catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error;
        unasked.push({ ...named, of, why: error.message });
        return null;
      });
    const isManual = await ask("payouts of the platform", () => provider.isPlatformManual());
    add("found", "the platform's own payouts are made by hand only", isManual === false ? [named] : []);
    const owed = await ask("balance of the platform", () => compareOwed(context, provider));
    add("found", "what is owed is in the platform's balance at the provider", owed ? [owed] : []);
    const accounts = HOLDS_MONEY[provider.provider]
      ? await selectAccountsWithMoney(context.db, provider.provider)
      : [];
    const off = await inGroups(accounts, AT_ONCE, ({ id, userId, providerAccountId }) =>
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
  add("concerns", "the provider could not be asked", unasked);
  return findings;
}

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

async function inGroups<T, R>(all: readonly T[], size: number, run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += size) {
    results.push(...(await Promise.all(all.slice(from, from + size).map(run))));
  }
  return results;
}
