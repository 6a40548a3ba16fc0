/** Kept on globalThis because Next.js bundles the start-up and the routes apart. */
const shared = globalThis as { steuntjeMailWakes?: Set<() => void> };
shared.steuntjeMailWakes ??= new Set();

/** What wakes the workers of this server. */
export const wakes = shared.steuntjeMailWakes;

/** Sends what was just committed at once, instead of at the next poll. */
export function wakeMail(): void {
  for (const wake of wakes) wake();
}
