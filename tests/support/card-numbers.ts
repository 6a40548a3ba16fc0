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

/** Card numbers of every network with a right check digit, as people write them: in one, in groups, in other digits. */
export function cardNumbers(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...BEGINNINGS),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 }),
      fc.constantFrom("", " ", "-", ".", "\u00a0"),
      fc.boolean(),
    )
    .map(([[beginning, length], digits, separator, wide]) => {
      const payload = (beginning + digits.join("")).slice(0, length - 1);
      const number = payload + checkDigit(payload);
      const grouped = number.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
      return wide ? grouped.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))) : grouped;
    });
}

function checkDigit(payload: string): number {
  const doubled = [...payload].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1));
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
