import { perProcess } from "@/lib/ground/per-process";

/** What wakes the workers of this server. */
export const wakes = perProcess("mail wakes", () => new Set<() => void>());

/** Sends what was just committed at once, instead of at the next poll. */
export function wakeMail(): void {
  for (const wake of wakes) wake();
}
