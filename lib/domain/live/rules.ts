import { MINUTE } from "@/lib/ground/durations";

/** A donation is looked for this often while somebody listens; a reader sees it within a second (P10). */
export const LOOK_EVERY_MS = 500;

/** What is written may be committed this much later, and the clocks of servers may differ by as much. */
export const LATE_MS = 5_000;

/** How long a change is kept for who resumes. */
export const KEPT_MS = 5 * MINUTE;

/** The most changed requests that are kept, the latest ones: about 100 bytes each. */
export const MOST_KEPT = 20_000;

/**
 * The most changed requests that are read for one purpose, the latest ones: by the first look from the ledger, and for
 * who resumes and names none.
 */
export const MOST_READ_BACK = 500;

/** The most requests that a stream names: the address of the call stays below 4 kB. */
export const MOST_NAMED = 100;

/**
 * The time of the last event that a reader got, in milliseconds since 1970, from `Last-Event-ID` or its fallback; null
 * when it is missing or no such time.
 */
export function lastEventAt(text: string | null | undefined): number | null {
  return text && /^\d{12,14}$/.test(text) ? Number(text) : null;
}

/**
 * From when on changes are sent to a new reader: from their last event on if all since then is kept (`since`),
 * otherwise what changed in the last seconds, which the page that listens may not show yet.
 */
export function sendFrom(lastEvent: number | null, { at, since }: { at: number; since: number }): number {
  const isKept = lastEvent !== null && lastEvent >= since && lastEvent <= at + LATE_MS;
  return (isKept ? lastEvent : at) - LATE_MS;
}

/** When requests changed, in milliseconds of the database's clock, by their id, the last changed at the end. */
export type Changes = ReadonlyMap<string, number>;

/** Of these requests those that changed since a time. */
export function changedSince(changes: Changes, from: number, ids: readonly string[]): string[] {
  return ids.filter((id) => (changes.get(id) ?? 0) > from);
}

/** The requests that changed last, for who resumes and names none. */
export function lastChanged(changes: Changes): string[] {
  return [...changes.keys()].slice(-MOST_READ_BACK);
}

/**
 * Of the ids that a window shows now, those that it did not show before: rows may appear late. A window only moves
 * forward, so what has left it is forgotten.
 */
export function notSeen(ids: readonly string[], seen: ReadonlySet<string>): string[] {
  return ids.filter((id) => !seen.has(id));
}

/** The highest number of a sequence at the time of a query. */
export type Top = { at: number; id: number };

/**
 * The looks that decide where the window begins: the last one that is old enough for everything before it to be
 * committed, and those after it.
 */
export function recentTops(tops: readonly Top[], at: number): Top[] {
  const first = tops.findLastIndex((top) => top.at <= at - LATE_MS);
  return tops.slice(Math.max(0, first));
}
