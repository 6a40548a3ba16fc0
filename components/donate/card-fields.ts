import { hasCheckDigit } from "@/lib/ground/card-number";

/**
 * Formats and checks the fields of the sandbox's card form. What is typed goes to the payments sandbox only.
 */

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Groups of four, at most 19 digits: `4242 4242 4242 4242`. */
export function formatCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, "$1 ");
}

/** `MM / YY`; a first digit above 1 can only be a month with a leading zero. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Three or four digits. */
export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

/** Whether a card number has a valid length and check digit (Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length >= 13 && digits.length <= 19 && hasCheckDigit(digits);
}

/** Month and full year of `MM / YY`, null unless both are there and not past at `at`. */
export function parseExpiry(text: string, at: Date): { month: number; year: number } | null {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  const month = Number(digits.slice(0, 2));
  const year = 2_000 + Number(digits.slice(2));
  if (month < 1 || month > 12) return null;
  return new Date(year, month, 1) > at ? { month, year } : null;
}

export type CardField = "number" | "expiry" | "cvc";

/** The fields that are not valid. */
export function cardFieldProblems(card: Record<CardField, string>, at: Date): CardField[] {
  const problems: CardField[] = [];
  if (!isCardNumber(card.number)) problems.push("number");
  if (!parseExpiry(card.expiry, at)) problems.push("expiry");
  if (digitsOf(card.cvc).length < 3) problems.push("cvc");
  return problems;
}
