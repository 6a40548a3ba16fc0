import { type Breakdown, FEE_BASIS_POINTS } from "./fee";

/** The lines of every breakdown, on screens and in messages; the last one is the total. */
const LINES = [
  ["donation", "donationAmount"],
  ["fee", "serviceFee"],
  ["total", "totalAmount"],
] as const;

type Line = (typeof LINES)[number];

/** A breakdown's names and amounts, from the texts `donate.breakdown.<line>` and a format for cents. */
export function breakdownRows(
  amounts: Breakdown,
  text: (line: Line[0], values: { percent: number }) => string,
  money: (cents: number) => string,
): { line: Line[0]; name: string; amount: string }[] {
  const values = { percent: FEE_BASIS_POINTS / 100 };
  return LINES.map(([line, key]) => ({ line, name: text(line, values), amount: money(amounts[key]) }));
}
