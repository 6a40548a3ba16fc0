/** Where a person stands: the rank, in cents what it comes from, and whether others see it. */
export type Standing = { rank: number | null; given: number; isListed: boolean };
