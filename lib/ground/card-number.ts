import { plain } from "./plain";

/** How the networks' numbers begin, and how long they are. */
const NETWORKS = [
  /^4(\d{15}|\d{18})$/, // Visa
  /^(5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^(30[0-5]\d|3095|3[689]\d\d)\d{10}$/, // Diners Club
  /^(6011|64[4-9]\d|65\d\d)\d{12,15}$/, // Discover
  /^35(2[89]|[3-8]\d)\d{12,15}$/, // JCB
  /^62\d{14,17}$/, // UnionPay
  /^(5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}$/, // Maestro
];
const LONGEST = 19;

/** Digits, also in groups as on a card. A UUID, which can look like them, is matched whole. */
const RUNS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+(?:[\s.\-_/]{1,2}\d+)*/gi;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-.{22}$/i;

/**
 * Whether a text contains a payment card number (trust.md 32): of a known network, with a right check digit, in one
 * piece or in groups. Other long numbers (accounts, phones, articles) do not count.
 */
export function containsCardNumber(text: string): boolean {
  return (plain(text).match(RUNS) ?? []).some(containsNumber);
}

/** A text with every card number replaced. In one that has any, all is plain: digits, dashes, no marks. */
export function withoutCardNumbers(text: string): string {
  if (!containsCardNumber(text)) return text;
  return plain(text).replace(RUNS, (run) => (containsNumber(run) ? "[card number]" : run));
}

/** Whether adjacent groups of digits make a card number. */
function containsNumber(run: string): boolean {
  if (ID.test(run)) return false;
  const groups = run.split(/\D+/);
  return groups.some((_, first) => {
    let digits = "";
    for (let next = first; next < groups.length && digits.length < LONGEST; next += 1) {
      digits += groups[next];
      if (isCardNumber(digits)) return true;
    }
    return false;
  });
}

function isCardNumber(digits: string): boolean {
  return NETWORKS.some((network) => network.test(digits)) && hasCheckDigit(digits);
}

/** Whether the last digit is right by Luhn's formula: from the right every second digit counts twice. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
