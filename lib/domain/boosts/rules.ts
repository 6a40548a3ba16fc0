import type { BoostType } from "@/lib/vocabulary";

/** What one boost costs, in cents (D9). */
export const BOOST_PRICE: Record<BoostType, number> = { normal: 199, premium: 299 };

/** The pack that is cheaper than its boosts one by one: exactly this many, in cents (D9). */
export const BOOST_PACK = { quantity: 5, price: { normal: 899, premium: 1299 } } as const satisfies {
  quantity: number;
  price: Record<BoostType, number>;
};

/** The most boosts of one purchase (specification 5). */
export const MAX_BOOST_QUANTITY = 50;

/** What a number of boosts costs, in cents (D9): the pack's price at exactly its size, else each at its own. */
export function boostTotal(type: BoostType, quantity: number): number {
  return quantity === BOOST_PACK.quantity ? BOOST_PACK.price[type] : BOOST_PRICE[type] * quantity;
}
