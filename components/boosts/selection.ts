import { BOOST_TYPES, type BoostType } from "@/lib/ground/vocabulary";
import { readQuantity } from "./quantity";

/** What a person is about to buy. */
export type Asked = { boostType: BoostType; quantity: number };

/** Reads `?boost=normal&quantity=5` (specification 2, `/profile?boost=…`); null when the address asks for no boosts. */
export function readAsked(search: { get(name: string): string | null }): Asked | null {
  const boostType = BOOST_TYPES.find((known) => known === search.get("boost"));
  return boostType ? { boostType, quantity: readQuantity(search.get("quantity") ?? "") ?? 1 } : null;
}

/** The address of a screen that opens the purchase of these boosts. */
export function askedHref(pathname: string, { boostType, quantity }: Asked): string {
  return `${pathname}?boost=${boostType}${quantity > 1 ? `&quantity=${quantity}` : ""}`;
}
