/** One line of the table: a figure and its reference. */
export type Figure = {
  label: string;
  ours: number;
  /** The other side of the comparison, or the limit of a count. */
  limit: number;
  unit: string;
  /** Ours divided by the reference. */
  ratio: number;
  target: string;
  met: boolean;
  /** The lowest and the highest of the rounds. */
  spread?: string;
};

/** A file of `bench/`, which `npm run bench -- <name>` runs. It makes its own data and deletes it. */
export type Benchmark = {
  id: string;
  name: string;
  title: string;
  /** It shows why something is not built, and takes minutes: `npm run bench` leaves it out. */
  byNameOnly?: boolean;
  run: () => Promise<Figure[]>;
};

/** The target of a ratio. */
export type Target = { atLeast: number } | { atMost: number };

/** The measurements of each side, by round. */
export type Rounds<T = number> = { ours: T[]; other: T[] };

/** With fewer rounds the spread is unknown. */
const ROUNDS = 5;

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
export function compared(
  label: string,
  { unit, target, rounds }: { unit: string; target: Target; rounds: Rounds },
): Figure {
  const ratios = rounds.ours.map((value, round) => value / (rounds.other[round] ?? Number.NaN));
  const ratio = median(ratios);
  return {
    label,
    ours: median(rounds.ours),
    limit: median(rounds.other),
    unit,
    ratio,
    ...judged(ratio, target, "x"),
    ...(ratios.length > 1 && { spread: spreadOf(ratios) }),
  };
}

/** Both sides as medians, and the median of the rounds' ratios, to be read beside another figure: it has no target. */
export function beside(label: string, { unit, rounds }: { unit: string; rounds: Rounds }): Figure {
  return { ...compared(label, { unit, target: { atLeast: 0 }, rounds }), target: "–" };
}

/** The lowest and the highest value. */
export function spreadOf(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
}

/** A figure with a fixed maximum or minimum. */
export function counted(
  label: string,
  { unit, target, ours, spread }: { unit: string; target: Target; ours: number; spread?: string },
): Figure {
  const limit = "atLeast" in target ? target.atLeast : target.atMost;
  return {
    label,
    ours,
    limit,
    unit,
    ratio: ours === limit ? 1 : ours / limit,
    ...judged(ours, target, unit),
    ...(spread !== undefined && { spread }),
  };
}

function judged(value: number, target: Target, unit: string): Pick<Figure, "target" | "met"> {
  if ("atLeast" in target) return { target: `≥ ${target.atLeast} ${unit}`, met: value >= target.atLeast };
  return { target: `≤ ${target.atMost} ${unit}`, met: value <= target.atMost };
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

/** Runs `work`, which does `count` things, and returns how many it did per second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return count / ((performance.now() - begun) / 1000);
}

/** Runs `work` for every number below `count`, `width` at a time. */
export async function concurrently(
  count: number,
  width: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
