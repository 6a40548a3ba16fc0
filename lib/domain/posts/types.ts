/** When money of a request first arrived at its owner's bank, and since when they say what became of it. */
export type Delivery = { paidOutAt: Date; deliveredAt: Date | null };
