import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";

/** Number of declines within a window, and the time of the last one. */
export type Declined = { count: number; lastAt: Date | null };

/**
 * The first `free` declines within `window` (milliseconds) cause no wait; each further `step` doubles it. At most
 * `perPerson` of each person count.
 */
type DeclineLimits = { window: number; free: number; step: number; perPerson: number | null };

/** Somebody with a card problem needs a few tries. */
export const PERSON_LIMITS: DeclineLimits = { window: DAY, free: 4, step: 1, perPerson: null };

/**
 * A school or a mobile network shares an address. Only the first few declines of each person count, so that one person
 * cannot lock the others out.
 */
export const ADDRESS_LIMITS: DeclineLimits = {
  window: HOUR,
  free: 49,
  step: 10,
  perPerson: PERSON_LIMITS.free + 1,
};

/** From so many declines at an address or a gift link within `window` on a guest's browser has to work first. */
export const SUSPICIOUS_FROM = 5;

/** Most open card payments of one person (D43): a card can be tried on each of them at the same time. */
export const MAX_OPEN = 10;

/** How long an attempt without a row counts as open, in milliseconds. Later it was refused, or its row has a state. */
export const PREPARATION_TIME = MINUTE;

/** How long attempts are stored, in milliseconds. */
export const ATTEMPT_RETENTION = DAY;

const FIRST_WAIT = 5 * MINUTE;

/**
 * How long a new card payment has to wait at a time, in milliseconds; 0 for none. The wait starts at the last decline
 * and doubles with each further one, up to a day. It limits card testing to about twenty cards (D43), and somebody who
 * mistypes waits for minutes.
 */
export function waitAfter({ count, lastAt }: Declined, { free, step }: DeclineLimits, at: Date): number {
  if (count <= free || lastAt === null) return 0;
  const wait = Math.min(DAY, FIRST_WAIT * 2 ** Math.floor((count - free - 1) / step));
  return Math.max(0, lastAt.getTime() + wait - at.getTime());
}
