import { BOOST_TYPES, type BoostType, type Locale } from "@/lib/ground/vocabulary";
import type { NewPage } from "@/lib/providers/gateway";
import type { BoostPurchase } from "./types";

/** Price of one boost, in cents (D9). */
export const BOOST_PRICE: Record<BoostType, number> = { normal: 199, premium: 299 };

/** The pack, which costs less than the same number of single boosts, in cents (D9). */
export const BOOST_PACK = { quantity: 5, price: { normal: 899, premium: 1299 } } as const satisfies {
  quantity: number;
  price: Record<BoostType, number>;
};

/** Most boosts in one purchase (specification 5). */
export const MAX_BOOST_QUANTITY = 50;

/**
 * Total of a purchase, in cents (D9): the price of the pack for exactly its size, otherwise the single price times the
 * quantity.
 */
export function boostTotal(type: BoostType, quantity: number): number {
  return quantity === BOOST_PACK.quantity ? BOOST_PACK.price[type] : BOOST_PRICE[type] * quantity;
}

/** The part of the price of a purchase that its unused boosts cost, in cents, rounded to the nearest cent. */
export function priceOfUnused(
  { totalAmount, quantity }: Pick<BoostPurchase, "totalAmount" | "quantity">,
  unused: number,
): number {
  return Math.round((totalAmount * unused) / quantity);
}

/** How the descriptions of each language name a type of boost, in lower case and without their endings. */
const NAMES: Record<BoostType, Record<Locale, string>> = {
  normal: { en: "normal", nl: "normal", es: "normal", fr: "norma", de: "normal" },
  premium: { en: "premium", nl: "premium", es: "premium", fr: "premium", de: "premium" },
};

/** An amount of money in a description, which is not a quantity. */
const MONEY = /\d+[.,]\d{2}/g;

/**
 * The pack that costs exactly this and that the description names (api.md, create-payment-intent); null if none does.
 * Cents.
 */
export function packNamed(cents: number, description: string): BoostType | null {
  const numbers = description.replace(MONEY, "").match(/\d+/g) ?? [];
  if (!/boost/i.test(description) || numbers.some((number) => Number(number) !== BOOST_PACK.quantity))
    return null;
  const text = description.toLowerCase();
  const named = BOOST_TYPES.filter((type) => Object.values(NAMES[type]).some((name) => text.includes(name)));
  const [only] = named;
  return only && named.length === 1 && BOOST_PACK.price[only] === cents ? only : null;
}

/** Our ids in the payment at the provider. */
export function metadataOf({ id }: BoostPurchase): Record<string, string> {
  return { purchaseId: id };
}

/** The page to open at the provider. It depends only on the row, so a repeated call sends the same parameters. */
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
