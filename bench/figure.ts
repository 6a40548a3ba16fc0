/** One line of the table: a figure, and what it is compared with if anything. */
export type Figure = {
  label: string;
  unit: string;
  ours: number;
  /** The other side of a comparison, and the ratio to it. */
  other?: number;
  ratio?: number;
  /** Empty where the figure is only to be read beside another. */
  target: string;
  met: boolean;
  /** The lowest and the highest of the rounds. */
  spread: string;
};

export type Target = { atLeast: number } | { atMost: number };
type Asked = { unit: string; target?: Target };

/** The measurements of each side, by round. */
export type Rounds<T = number> = { ours: T[]; other: T[] };

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

/** Both sides of a comparison as medians, and the median of the rounds' ratios. */
export function compared(label: string, { unit, target, rounds }: Asked & { rounds: Rounds }): Figure {
  const ratios = rounds.ours.map((value, round) => value / (rounds.other[round] ?? Number.NaN));
  const ratio = median(ratios);
  const sides = { ours: median(rounds.ours), other: median(rounds.other), ratio };
  return { label, unit, ...sides, ...judged(ratio, target, "x"), spread: spreadOf(ratios) };
}

/** A figure with a fixed maximum or minimum; of several measurements what is `typical` of them. */
export function counted(
  label: string,
  {
    unit,
    target,
    ours,
    typical = median,
  }: Asked & { ours: number | readonly number[]; typical?: typeof median },
): Figure {
  const values = typeof ours === "number" ? [ours] : ours;
  const value = typical(values);
  return { label, unit, ours: value, ...judged(value, target, unit), spread: spreadOf(values) };
}

function judged(value: number, target: Target | undefined, unit: string): Pick<Figure, "target" | "met"> {
  if (!target) return { target: "", met: true };
  if ("atLeast" in target) return { target: `≥ ${target.atLeast} ${unit}`, met: value >= target.atLeast };
  return { target: `≤ ${target.atMost} ${unit}`, met: value <= target.atMost };
}

function spreadOf(values: readonly number[]): string {
  return values.length > 1 ? `${brief(Math.min(...values))}–${brief(Math.max(...values))}` : "";
}

/** A figure as a row of the table. */
export function rowOf({ ours, other, ratio, unit, target, spread, met }: Figure): object {
  const compared = { other: other === undefined ? "" : brief(other), ratio: ratio?.toFixed(2) ?? "" };
  return { ours: brief(ours), unit, ...compared, target, spread, met: target && (met ? "yes" : "NO") };
}

/** No decimals from a hundred on, two below ten. */
function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

/** The value that a share of the others, such as 0.95, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const p95 = (values: readonly number[]) => percentile(values, 0.95);

/** Runs `work`, which does `count` things, and returns how many it did per second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return count / ((performance.now() - begun) / 1000);
}
