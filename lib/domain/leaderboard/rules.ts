/** How many places of a past period are counted. */
export const PAST_PLACES = 1_000;

/** How much more passes somebody who is `behind` cents ahead, in cents: whole units of the currency, and no tie. */
export function centsToPass(behind: number): number {
  return (Math.floor(behind / 100) + 1) * 100;
}

/** How a person's place compares with the period before: up or down by so many places, the same, or new on the list. */
export type Movement = { to: "up" | "down"; places: number } | { to: "same" | "new" };

/** The movement to a rank, from the one before; null before for who had none. */
export function movementOf(rank: number, before: number | null): Movement {
  if (before === null) return { to: "new" };
  if (rank === before) return { to: "same" };
  return { to: rank < before ? "up" : "down", places: Math.abs(before - rank) };
}

/**
 * The ranks of people by what they had given, in cents: equal amounts share one (D31), and who had given nothing has
 * none.
 */
export function ranksOf(given: ReadonlyMap<string, number>): Map<string, number> {
  const ordered = [...given].filter(([, amount]) => amount > 0).toSorted(([, a], [, b]) => b - a);
  const ranks = new Map<string, number>();
  ordered.forEach(([id, amount], n) => {
    const [before, same] = ordered[n - 1] ?? [];
    ranks.set(id, before !== undefined && same === amount ? (ranks.get(before) ?? n + 1) : n + 1);
  });
  return ranks;
}
