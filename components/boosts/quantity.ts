import { MAX_BOOST_QUANTITY } from "@/lib/domain/boosts/rules";

/**
 * A typed quantity, at most what can be bought at once (specification 5); null for none, or for no whole number.
 */
export function readQuantity(typed: string): number | null {
  const number = isWholeNumber(typed) ? Number(typed) : 0;
  return number === 0 ? null : clampQuantity(number);
}

/** Whether a text is digits and nothing else: `1.5`, `1e2` and `-3` are not made into other numbers. */
export function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text.trim());
}

/** The nearest number of boosts that can be bought at once. */
export function clampQuantity(quantity: number): number {
  return Math.min(MAX_BOOST_QUANTITY, Math.max(1, quantity));
}

/** The quantity after a key was pressed, as in every spin button; null for other keys. */
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
