/** How many questions are asked at the same time. */
const AT_ONCE = 4;

/** Runs something for all of a list, a few at a time. */
export async function inGroups<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(run))));
  }
  return results;
}
