import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { addMonths, hourOf } from "@/lib/ground/periods";
import { LEDGER_ACCOUNTS, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderFees } from "@/lib/providers/gateway";
import { type AccountBalance, type Movement, selectBalances, selectMovements } from "./bookkeeping-store";
import { Refusal } from "./types";

export type { Movement };

/** A month of the ledger, in `TIME_ZONE`: opening balances and movements add up to the closing ones. Cents. */
export type Bookkeeping = {
  month: string;
  currency: string;
  opening: AccountBalance[];
  movements: Movement[];
  closing: AccountBalance[];
  /** What each provider kept or charged beside that; null where it does not tell. */
  fees: { provider: PaymentProvider; fees: ProviderFees[] | null }[];
};

/**
 * The books of a local month, such as `2026-10`, from one snapshot, and the providers' fees as they tell them.
 * @throws Refusal for a month that has not begun
 * @throws ProviderUnavailable
 */
export async function bookkeeping({ db, card, wallet }: PaymentContext, month: string): Promise<Bookkeeping> {
  const { timeZone, currency, ...keys } = env();
  const first = `${month}-01`;
  const span = { from: hourOf(first, 0, timeZone), to: hourOf(addMonths(first, 1), 0, timeZone) };
  if (span.from > now()) throw new Refusal(`${month} has not begun.`);
  const books = await db.transaction(
    async (tx) => ({
      opening: await selectBalances(tx, span.from),
      movements: await selectMovements(tx, { ...span, timeZone }),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  const fees: Bookkeeping["fees"] = [];
  for (const gateway of [keys.card && card, keys.wallet && wallet]) {
    if (gateway) fees.push({ provider: gateway.provider, fees: (await gateway.sumFees?.(span)) ?? null });
  }
  return { month, currency, ...books, closing: closingOf(books), fees };
}

function closingOf({ opening, movements }: Pick<Bookkeeping, "opening" | "movements">): AccountBalance[] {
  return LEDGER_ACCOUNTS.flatMap((account) => {
    const entries = [...opening, ...movements].filter((entry) => entry.account === account);
    return entries.length === 0
      ? []
      : [{ account, amount: entries.reduce((sum, { amount }) => sum + amount, 0) }];
  });
}
