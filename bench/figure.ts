import { timed } from "@/tests/support/load";

/** One line of the table. */
export type Figure = { label: string; isMet: boolean; row: object };

type Target = { atLeast: number } | { atMost: number };

/** The measurements of both sides of a comparison, by round. */
export type Rounds = { ours: readonly number[]; other: readonly number[] };

/** With fewer rounds the spread is unknown; BENCH_ROUNDS=1 tries a benchmark quickly. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** What each of several sides measures, by round. */
type Measured<Sides extends Record<string, () => Promise<unknown>>> = {
  [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[];
};

/**
 * Measures two or more things in turn, A B A B …, so that other work of the machine affects all. The first round of
 * each is a warm-up and does not count, unless all are `warmedUp`. The side that begins changes every round.
 */
export async function interleave<Sides extends Record<string, () => Promise<unknown>>>(
  sides: Sides,
  { warmedUp = false, rounds = ROUNDS } = {},
): Promise<Measured<Sides>> {
  const entries = Object.entries(sides);
  const measured: Record<string, unknown[]> = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = warmedUp ? 1 : 0; round <= rounds; round += 1) {
    const first = round % entries.length;
    for (const [name, measure] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const value = await measure();
      if (round > 0) measured[name]?.push(value);
    }
  }
  return measured as Measured<Sides>;
}

/** Both sides of a comparison as medians, and the median of the rounds' ratios, which has the target. */
export function compared(label: string, unit: string, { ours, other }: Rounds, target?: Target): Figure {
  const ratios = ours.map((value, round) => value / (other[round] ?? Number.NaN));
  const ratio = median(ratios);
  const sides = { ours: brief(median(ours)), unit, other: brief(median(other)), ratio: ratio.toFixed(2) };
  return judged(label, sides, ratio, "x", ratios, target);
}

/** A figure with a fixed maximum or minimum; of several measurements what is `typical` of them. */
export function counted(
  label: string,
  unit: string,
  ours: number | readonly number[],
  target?: Target,
  typical = median,
): Figure {
  const values = typeof ours === "number" ? [ours] : ours;
  const value = typical(values);
  return judged(label, { ours: brief(value), unit, other: "", ratio: "" }, value, unit, values, target);
}

/** Without a target it is only to be read beside another. `values` are of the rounds. */
function judged(
  label: string,
  sides: object,
  value: number,
  unit: string,
  values: readonly number[],
  target?: Target,
): Figure {
  const spread = values.length > 1 ? `${brief(Math.min(...values))}–${brief(Math.max(...values))}` : "";
  if (!target) return { label, isMet: true, row: { ...sides, target: "", spread, met: "" } };
  const isMet = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  const limit = "atLeast" in target ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`;
  return { label, isMet, row: { ...sides, target: limit, spread, met: isMet ? "yes" : "NO" } };
}

/** No decimals from a hundred on, two below ten. */
function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

/** The value that a share of the others does not exceed. */
const percentile = (share: number) => (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;

export const median = percentile(0.5);
export const p75 = percentile(0.75);
export const p95 = percentile(0.95);

/** Runs `work`, which does `count` things, and returns how many it did per second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  return (count * 1_000) / (await timed(work));
}
