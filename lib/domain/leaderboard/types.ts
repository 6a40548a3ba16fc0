/** A person's place: the rank, the cents that it comes from, and whether others see it. */
export type Standing = { rank: number | null; given: number; isListed: boolean };
