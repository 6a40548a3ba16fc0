import { MAX_BOOST_QUANTITY } from "@/lib/domain/boosts/rules";

/** A typed number of boosts: only its digits count, above the most per purchase it is that (specification 5); null for none yet. */
export function readQuantity(typed: string): number | null {
  const digits = typed.replace(/\D/g, "").slice(0, 6);
  return digits === "" || Number(digits) === 0 ? null : clampQuantity(Number(digits));
}

/** The nearest number of boosts that can be bought at once. */
export function clampQuantity(quantity: number): number {
  return Math.min(MAX_BOOST_QUANTITY, Math.max(1, quantity));
}

/** How far a key moves a quantity, as in every spin button; null for other keys. */
export function quantityAfterKey(key: string, quantity: number | null): number | null {
  const from = quantity ?? 0;
  switch (key) {
    case "ArrowUp":
      return clampQuantity(from + 1);
    case "ArrowDown":
      return clampQuantity(from - 1);
    case "PageUp":
      return clampQuantity(from + 5);
    case "PageDown":
      return clampQuantity(from - 5);
    default:
      return null;
  }
}
