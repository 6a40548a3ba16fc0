/** All that is kept of a card. */
export type CardFacts = { brand: string; last4: string };

/** All that may be kept of a number. */
export function factsOf(number: string): CardFacts {
  return { brand: brandOf(number), last4: number.slice(-4) };
}

function brandOf(number: string): string {
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^6(011|5)/.test(number)) return "discover";
  if (/^35/.test(number)) return "jcb";
  return "unknown";
}
