import type { Bookkeeping, Movement } from "@/lib/domain/operator/bookkeeping";
import { toDecimal } from "@/lib/ground/money";
import { harmless, toCsv } from "./csv";

const HEAD = ["section", "day", "what", "account", "provider", "count", "amount", "currency"];

/** The fees of disputes are movements too: they must not be counted twice. */
const BOOKED = "(booked above as dispute_fee)";

/** A month's books for a spreadsheet program: one line for each sum, amounts with a point. */
export function bookkeepingCsv({ month, currency, opening, movements, closing, fees }: Bookkeeping): string {
  const money = (cents: number) => [toDecimal(cents), currency.toUpperCase()];
  const rows = [
    ...opening.map(({ account, amount }) => [
      "opening",
      `${month}-01`,
      "balance",
      account,
      "",
      "",
      ...money(amount),
    ]),
    ...movements.map((movement) => {
      const { day, account, provider, entries, amount } = movement;
      return ["movement", day, whatOf(movement), account, provider, String(entries), ...money(amount)];
    }),
    ...fees.flatMap(({ provider, fees: told }) =>
      told === null
        ? [["provider fee", month, "not told here: see the provider's own report", "", provider, "", "", ""]]
        : told.map(({ category, paidBy, count, amount, currency: kept }) => [
            "provider fee",
            month,
            harmless(
              category === "dispute" || category === "dispute_reversal"
                ? `${category} ${BOOKED}`
                : paidBy === null
                  ? category
                  : `${category} (${paidBy})`,
            ),
            "",
            provider,
            String(count),
            toDecimal(amount),
            harmless(kept.toUpperCase()),
          ]),
    ),
    ...closing.map(({ account, amount }) => ["closing", month, "balance", account, "", "", ...money(amount)]),
  ];
  return toCsv([HEAD, ...rows], ",").trimEnd();
}

const whatOf = ({ kind, isDispute }: Movement) => (isDispute ? `${kind} (dispute)` : kind);
