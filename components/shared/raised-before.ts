import { inTab } from "./stored";

const keyOf = (requestId: string) => `gave:${requestId}`;

/** Stores in this tab what a request had raised before one's donation, in cents, for its card in the feed. */
export function storeRaisedBefore(requestId: string, cents: number): void {
  inTab.store(keyOf(requestId), String(cents));
}

/** What the thank-you page of this tab stored, in cents, once; null without it. */
export function takeRaisedBefore(requestId: string): number | null {
  const stored = inTab.read(keyOf(requestId)) ?? "";
  inTab.remove(keyOf(requestId));
  return /^\d{1,15}$/.test(stored) ? Number(stored) : null;
}
