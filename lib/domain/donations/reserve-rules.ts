import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { largestDonation } from "@/lib/ground/money";

/** Where a donor confirms: with a card on our page, or on a page of their bank, which takes longer. */
export const PAID_AT = ["card", "bank"] as const;
export type PaidAt = (typeof PAID_AT)[number];

/** How long pressing Pay keeps its place, in milliseconds (giving.md, Never race for the last euro). */
export const RESERVED_FOR: Record<PaidAt, number> = { card: 3 * MINUTE, bank: 30 * MINUTE };

/** Age at which a payment takes no new place, in milliseconds: a form that stays open keeps nobody out. */
export const RESERVES_FOR_AT_MOST = 2 * HOUR;

/** A person who lets so many places for one request run out unpaid takes no more: D26 decides about their payment. */
const MAX_LAPSED = 3;

/**
 * Guests are not told apart, because anybody has many addresses: when the places that they let run out at one request
 * within a day lasted so long together, in milliseconds, guests take no more there. D26 decides about their payments.
 */
const GUESTS_LAPSED_AT_MOST = 4 * HOUR;

/** A place that ran out unpaid: when its payment was begun, and until when it was kept. */
export type Lapsed = { createdAt: Date; until: Date };

/** Whether a person, or for null guests, let too many places of a request run out unpaid. */
export function hasLapsed(donorId: string | null, lapsed: readonly Lapsed[], at: Date): boolean {
  if (donorId !== null) return lapsed.length >= MAX_LAPSED;
  const lasted = lapsed
    .filter(({ until }) => until.getTime() > at.getTime() - DAY)
    .reduce((sum, { createdAt, until }) => sum + until.getTime() - createdAt.getTime(), 0);
  return lasted >= GUESTS_LAPSED_AT_MOST;
}

/** A place that another donor has: cents, and until when. */
export type Reserved = { amount: number; until: Date };

/**
 * What keeps a donor from paying now: until when, and what they can give meanwhile, in cents; null if nothing does. The
 * places of others come first; what nobody reserved can be given, at least the smallest donation of it (D6).
 * `remaining` of the goal in cents, above zero; null for a request that does not close at its goal.
 */
export function busyUntil(
  amount: number,
  remaining: number | null,
  others: readonly Reserved[],
): { until: Date; remaining: number } | null {
  if (remaining === null || others.length === 0) return null;
  const inOrder = others.toSorted((a, b) => a.until.getTime() - b.until.getTime());
  let free = remaining - inOrder.reduce((sum, other) => sum + other.amount, 0);
  const freeNow = largestDonation(free);
  if (amount <= freeNow) return null;
  for (const other of inOrder) {
    free += other.amount;
    if (amount <= largestDonation(free)) return { until: other.until, remaining: freeNow };
  }
  return { until: inOrder.at(-1)?.until ?? new Date(0), remaining: freeNow };
}
