import type { Refusal } from "./refusals";

type CardInput = { number: string; expMonth: string; expYear: string; cvc: string | undefined };

/** What is wrong with a card before anyone is asked to pay; null when it is well-formed. */
export function malformed(card: CardInput, today: Date): Refusal | null {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
    return { code: "incorrect_number", message: "Your card number is incorrect.", param: "number" };
  }
  const month = Number(card.expMonth);
  if (!/^\d{1,2}$/.test(card.expMonth) || month < 1 || month > 12) {
    return {
      code: "invalid_expiry_month",
      message: "Your card's expiration month is invalid.",
      param: "exp_month",
    };
  }
  const year = Number(card.expYear) + (card.expYear.length === 2 ? 2_000 : 0);
  const age = today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 - (year * 12 + month);
  if (!/^(\d{2}|\d{4})$/.test(card.expYear) || age > 0 || age < -50 * 12) {
    return {
      code: "invalid_expiry_year",
      message: "Your card's expiration year is invalid.",
      param: "exp_year",
    };
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    return { code: "invalid_cvc", message: "Your card's security code is invalid.", param: "cvc" };
  }
  return null;
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
