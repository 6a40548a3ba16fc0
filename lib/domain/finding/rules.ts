import { DAY } from "@/lib/ground/durations";

/** What a search can be narrowed to; of several, all must match (giving.md, Finding). */
export const FILTERS = ["nearly", "little", "new", "payable", "saved", "followed"] as const;
export type Filter = (typeof FILTERS)[number];

/** Of these a visitor has none. */
export const OWN_FILTERS: readonly Filter[] = ["saved", "followed"];

export const SORTS = ["newest", "nearly", "least_left"] as const;
export type Sort = (typeof SORTS)[number];

/** `nearly`: three quarters of the goal, in twentieths (`reached_step`). */
export const NEARLY_STEP = 15;

/** `little`: at most 25.00 left (`left_step`). */
export const LITTLE_STEP = 5;

/** For how long a request is `new`, in milliseconds. */
export const NEW_FOR = 3 * DAY;

/** The most words that a search compares. */
const MOST_WORDS = 5;

/** The words of a search that have to occur: the longest, which are mostly the rarest. */
export function telling(words: readonly string[]): string[] {
  return [...words].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

/** How far a town may be from another to be near it, in kilometres; the nearest first. */
export const BANDS = [5, 15, 40] as const;
export type Band = (typeof BANDS)[number];

/** A band with fewer open requests is not listed by itself: it would say too much of where somebody lives. */
export const FEWEST_IN_BAND = 5;

/** The towns of a band, and how many open requests are in them, counted to `FEWEST_IN_BAND`. */
export type Ring = { band: Band; placeIds: number[]; open: number };

/** The bands to list: one with too few is part of the next, and the last one of none. */
export function listedBands(rings: readonly Ring[]): Pick<Ring, "band" | "placeIds">[] {
  const listed: Pick<Ring, "band" | "placeIds">[] = [];
  let [placeIds, open]: [number[], number] = [[], 0];
  for (const ring of rings) {
    placeIds = [...placeIds, ...ring.placeIds];
    open += ring.open;
    if (open < FEWEST_IN_BAND) continue;
    listed.push({ band: ring.band, placeIds });
    [placeIds, open] = [[], 0];
  }
  return listed;
}
