import { DAY } from "@/lib/ground/durations";

/** What a search can be narrowed to; several must all hold (giving.md, Finding). */
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

/** Words that say nothing of what is asked for, without accents. They are looked for only where there is no other. */
const STOP_WORDS = new Set(
  (
    "a an and for from i in is it me my of on our some the this to we with " +
    "aan de een en het ik in is mijn met om onze op van voor " +
    "das dem den der des die ein eine einen einer fur ich im in ist mein meine mit und von zu zum zur " +
    "au aux d de des du en et j je l la le les ma mes mon pour un une " +
    "al con de del el en la las los mi mis para por un una unos y"
  ).split(" "),
);

/** The most words that a search compares. */
const MOST_WORDS = 5;

/** The words of a search that have to occur, the longest first: they are mostly the rarest. */
export function telling(words: readonly string[]): string[] {
  const left = words.filter((word) => !STOP_WORDS.has(word));
  return [...(left.length > 0 ? left : words)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}
