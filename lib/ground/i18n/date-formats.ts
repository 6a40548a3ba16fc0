/** `21 Nov 2026`, in the reader's language. */
export const DAY_FORMAT = { day: "2-digit", month: "short", year: "numeric" } as const;
/** `18:05`. */
export const TIME_FORMAT = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
