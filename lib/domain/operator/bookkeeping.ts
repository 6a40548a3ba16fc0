import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { addMonths, hourOf } from "@/lib/ground/periods";
import { LEDGER_ACCOUNTS, type PaidBy, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderFees, Span } from "@/lib/providers/gateway";
import {
  type AccountBalance,
  type Movement,
  selectBalances,
  selectFeesEarned,
  selectMovements,
} from "./bookkeeping-store";
import { Refusal } from "./types";

export type { Movement };

/** A month of the ledger, in `TIME_ZONE`: opening balances and movements add up to the closing ones. Cents. */
export type Bookkeeping = {
  month: string;
  currency: string;
  opening: AccountBalance[];
  movements: Movement[];
  closing: AccountBalance[];
  /** What each provider kept or charged beside that; null where it does not say. */
  fees: { provider: PaymentProvider; fees: ProviderFees[] | null }[];
};

/**
 * The books of a local month, such as `2026-10`, from one snapshot, and the fees that the providers report.
 * @throws Refusal for a month that has not begun
 * @throws ProviderUnavailable
 */
export async function bookkeeping(context: PaymentContext, month: string): Promise<Bookkeeping> {
  const { timeZone, currency } = env();
  const span = spanOf(month);
  const books = await context.db.transaction(
    async (tx) => ({
      opening: await selectBalances(tx, span.from),
      movements: await selectMovements(tx, { ...span, timeZone }),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return { month, currency, ...books, closing: closingOf(books), fees: await feesOf(context, span) };
}

/**
 * What a local month's service fees brought by what was paid with, less what went back, against what the providers kept
 * of those payments, null where one does not say; and the provider's other costs. Cents.
 * @throws Refusal for a month that has not begun
 * @throws ProviderUnavailable
 */
export async function marginOf(context: PaymentContext, month: string) {
  const { currency } = env();
  const span = spanOf(month);
  const earned = await selectFeesEarned(context.db, span);
  const told = await feesOf(context, span);
  const fees = told.flatMap((each) => each.fees ?? []).filter((each) => each.currency === currency);
  const costOf = (paidBy: PaidBy | null) =>
    fees.filter((each) => each.paidBy === paidBy).reduce((sum, { amount }) => sum + amount, 0);
  const tells = (provider: PaymentProvider) =>
    told.some((each) => each.provider === provider && each.fees !== null);
  const methods = earned.map((row) => {
    const cost = tells(row.provider) ? costOf(row.paidBy) : null;
    return { ...row, cost, margin: cost === null ? null : row.fees - cost };
  });
  return { methods, otherCosts: costOf(null) };
}

function spanOf(month: string): Span {
  const { timeZone } = env();
  const first = `${month}-01`;
  const span = { from: hourOf(first, 0, timeZone), to: hourOf(addMonths(first, 1), 0, timeZone) };
  if (span.from > now()) throw new Refusal(`${month} has not begun.`);
  return span;
}

async function feesOf({ card, wallet }: PaymentContext, span: Span): Promise<Bookkeeping["fees"]> {
  const keys = env();
  const fees: Bookkeeping["fees"] = [];
  for (const gateway of [keys.card && card, keys.wallet && wallet]) {
    if (gateway) fees.push({ provider: gateway.provider, fees: (await gateway.sumFees?.(span)) ?? null });
  }
  return fees;
}

function closingOf({ opening, movements }: Pick<Bookkeeping, "opening" | "movements">): AccountBalance[] {
  return LEDGER_ACCOUNTS.flatMap((account) => {
    const entries = [...opening, ...movements].filter((entry) => entry.account === account);
    return entries.length === 0
      ? []
      : [{ account, amount: entries.reduce((sum, { amount }) => sum + amount, 0) }];
  });
}
