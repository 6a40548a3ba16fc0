const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often cards were declined within a window, and when the last was. */
export type Declined = { count: number; lastAt: Date | null };

/** So many declines cost nothing; each `step` beyond them doubles the wait. */
type Patience = { window: number; free: number; step: number };

/** A person who has trouble with their card tries a few times. */
export const OF_PERSON: Patience = { window: DAY, free: 4, step: 1 };

/** A school or a mobile network shares an address: of each person there only the first few declines count, so that nobody locks the others out. */
export const AT_ADDRESS: Patience & { perPerson: number } = {
  window: HOUR,
  free: 49,
  step: 10,
  perPerson: OF_PERSON.free + 1,
};

/**
 * How many card payments of one person can be open at once (D43): a card can be tried at each, at the same moment.
 */
export const MOST_OPEN = 10;

/**
 * For how long a payment that is only being prepared counts as open, in milliseconds: afterwards it was refused, or its
 * row has its state.
 */
export const PREPARING = MINUTE;

/** For how long an attempt is remembered, in milliseconds. */
export const ATTEMPTS_KEPT = DAY;

const FIRST_WAIT = 5 * MINUTE;

/**
 * How long a new card payment has to wait at a moment, in milliseconds; 0 when it need not. The wait is counted from
 * the last decline and doubles with each further one, up to a day: somebody who tries stolen cards gets about twenty in
 * (D43), somebody who mistypes goes on after minutes.
 */
export function waitAfter({ count, lastAt }: Declined, { free, step }: Patience, at: Date): number {
  if (count <= free || lastAt === null) return 0;
  const wait = Math.min(DAY, FIRST_WAIT * 2 ** Math.floor((count - free - 1) / step));
  return Math.max(0, lastAt.getTime() + wait - at.getTime());
}
