import type { TextRules } from "@/lib/ground/text-fields";

/** The most amounts that somebody adds from elsewhere. */
export const MOST_ELSEWHERE = 200;

export const ELSEWHERE_NOTE = {
  max: 60,
  required: "invalid",
  lines: "one",
  mayBeEmpty: true,
} as const satisfies TextRules;

/** The levels that somebody is notified of: at four fifths of the limit, and once it is reached (firsts.md). */
export type MeterLevel = "below" | "near" | "passed";

/** How near an amount is to a limit, in cents. */
export function levelAt(received: number, limit: number): MeterLevel {
  if (received >= limit) return "passed";
  return received * 5 >= limit * 4 ? "near" : "below";
}

const ORDER: readonly MeterLevel[] = ["below", "near", "passed"];

/** Whether a level is higher than the last one that was notified. */
export const isMore = (level: MeterLevel, told: MeterLevel) => ORDER.indexOf(level) > ORDER.indexOf(told);

/** By how much a new goal may pass what is left beside the open requests; null where it cannot. Cents. */
export function passesBy(goal: number, left: number | null): number | null {
  return left !== null && goal > left ? goal - left : null;
}
