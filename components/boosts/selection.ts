import { BOOST_TYPES, type BoostType } from "@/lib/ground/vocabulary";
import { readQuantity } from "./quantity";

/** The boosts a person is about to buy. */
export type BoostSelection = { boostType: BoostType; quantity: number };

/**
 * Reads `?boost=normal&quantity=5` (specification 2, `/profile?boost=…`); null when the address selects no boosts.
 */
export function readBoostSelection(search: { get(name: string): string | null }): BoostSelection | null {
  const boostType = BOOST_TYPES.find((known) => known === search.get("boost"));
  return boostType ? { boostType, quantity: readQuantity(search.get("quantity") ?? "") ?? 1 } : null;
}

/** The address that opens the purchase of these boosts on a screen. */
export function boostSelectionHref(pathname: string, { boostType, quantity }: BoostSelection): string {
  return `${pathname}?boost=${boostType}${quantity > 1 ? `&quantity=${quantity}` : ""}`;
}
