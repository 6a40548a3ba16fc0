/** Lengths of time in milliseconds. A count of seconds is a length divided by `SECOND`. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
