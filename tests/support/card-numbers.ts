import fc from "./fast-check";

const BEGINNINGS = [
  ["4", 16],
  ["4", 19],
  ["51", 16],
  ["2221", 16],
  ["34", 15],
  ["37", 15],
  ["36", 14],
  ["6011", 16],
  ["3528", 16],
  ["62", 17],
  ["6304", 12],
] as const;

/** The decimal digits of every script, from zero to nine, as the runtime itself writes them. */
export const DIGITS = Intl.supportedValuesOf("numberingSystem")
  .map((numberingSystem) =>
    Array.from({ length: 10 }, (_, digit) => digit.toLocaleString("en", { numberingSystem })),
  )
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

/** What separates groups, or is not seen between them. */
export const SEPARATORS = [
  ..." -.\u00a0\u00ad\u200b\u200d\u2010\u2011\u2013\u2014\u2060\u2212\u2800\u3164\ufe0f\ufeff\uff0d\u0332\u20e3",
];

/** Card numbers of every network with a right check digit, as people write them: in one, in groups, in other digits. */
export function cardNumbers(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...BEGINNINGS),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 }),
      fc.constantFrom("", ...SEPARATORS),
      fc.constantFrom(...DIGITS),
    )
    .map(([[beginning, length], digits, separator, written]) => {
      const payload = (beginning + digits.join("")).slice(0, length - 1);
      const number = payload + checkDigit(payload);
      const grouped = number.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
      return grouped.replace(/\d/g, (digit) => written[Number(digit)] ?? "");
    });
}

function checkDigit(payload: string): number {
  const doubled = [...payload].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1));
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
