/** `21 Nov 2026`, in the reader's language. */
export const DAY_FORMAT = { day: "2-digit", month: "short", year: "numeric" } as const;
/** The last moment of a term, to be shown as its last day: it ends with the first moment of the day after. */
export const lastOf = (end: Date | string) => new Date(new Date(end).getTime() - 1);
/** `18:05`. */
export const TIME_FORMAT = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
