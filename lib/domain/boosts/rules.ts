import { BOOST_TYPES, type BoostType } from "@/lib/ground/vocabulary";
import type { NewPage } from "@/lib/providers/gateway";
import type { BoostPurchase } from "./types";

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

/** What of a description tells that it names a type of boost, in our five languages. */
const NAMES: Record<BoostType, RegExp> = { normal: /norma/i, premium: /premium/i };

/** An amount of money within a description, which is no number of boosts. */
const MONEY = /\d+[.,]\d{2}/g;

/**
 * The one pack of the price list that costs exactly this and that the description names (api.md, create-payment-intent); null if there is none.
 * Cents.
 */
export function packNamed(cents: number, description: string): BoostType | null {
  const numbers = description.replace(MONEY, "").match(/\d+/g) ?? [];
  if (!/boost/i.test(description) || numbers.some((number) => Number(number) !== BOOST_PACK.quantity))
    return null;
  const named = BOOST_TYPES.filter((type) => NAMES[type].test(description));
  const [only] = named;
  return only && named.length === 1 && BOOST_PACK.price[only] === cents ? only : null;
}

/** Our id in a purchase's payment at the provider. */
export function metadataOf({ id }: BoostPurchase): Record<string, string> {
  return { purchaseId: id };
}

/** The provider's page of a purchase. Everything follows from the row, so asking again is the same question. */
export function pageFor(purchase: BoostPurchase, origin: string): NewPage {
  const back = new URL(purchase.returnPath, origin);
  back.searchParams.set("purchase", purchase.id);
  const cancelled = new URL(back);
  cancelled.searchParams.set("cancelled", "1");
  return {
    amount: purchase.totalAmount,
    currency: purchase.currency,
    idempotencyKey: `boosts-${purchase.id}`,
    description: purchase.description,
    locale: purchase.locale,
    metadata: metadataOf(purchase),
    returnUrl: back.href,
    cancelUrl: cancelled.href,
  };
}
