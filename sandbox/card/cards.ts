import type { PhoneWallet } from "./records";

/** Why a card is refused, with the provider's codes. */
export type Refusal = { code: string; declineCode?: string; message: string; param?: string };

/** The bank declines. */
const declined = (declineCode: string, message = "Your card was declined.") => ({
  refusal: { code: "card_declined", declineCode, message },
});

/** The refusals that the `decline` fault can request. */
export const REFUSALS = {
  generic_decline: declined("generic_decline"),
  insufficient_funds: declined("insufficient_funds", "Your card has insufficient funds."),
  lost_card: declined("lost_card"),
  stolen_card: declined("stolen_card"),
  expired_card: { refusal: { code: "expired_card", message: "Your card has expired.", param: "exp_month" } },
  incorrect_cvc: {
    refusal: { code: "incorrect_cvc", message: "Your card's security code is incorrect.", param: "cvc" },
  },
  processing_error: {
    refusal: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
} satisfies Record<string, { refusal: Refusal }>;
export type RefusalName = keyof typeof REFUSALS;

/** The outcome of charging a card. */
export type Behaviour = "succeed" | "challenge" | "dispute" | { refusal: Refusal };

/** The provider's documented test numbers. */
const CARDS: Record<string, Behaviour> = {
  "4242424242424242": "succeed",
  "4000056655665556": "succeed",
  "5555555555554444": "succeed",
  "2223003122003222": "succeed",
  "5105105105105100": "succeed",
  "378282246310005": "succeed",
  "371449635398431": "succeed",
  "6011111111111117": "succeed",
  "3566002020360505": "succeed",
  "4000000000003220": "challenge",
  "4000002500003155": "challenge",
  "4000000000000259": "dispute",
  "4000000000000002": REFUSALS.generic_decline,
  "4000000000009995": REFUSALS.insufficient_funds,
  "4000000000009987": REFUSALS.lost_card,
  "4000000000009979": REFUSALS.stolen_card,
  "4000000000000069": REFUSALS.expired_card,
  "4000000000000127": REFUSALS.incorrect_cvc,
  "4000000000000119": REFUSALS.processing_error,
};

/** The tokens of phones, in the sandbox only: at the provider a phone makes a new one each time. */
export const PHONES = new Map<string | undefined, PhoneWallet>([
  ["pm_apple_pay", "apple_pay"],
  ["pm_google_pay", "google_pay"],
]);
/** What a phone pays with. */
export const PHONE_CARD = "4242424242424242";

const LIVE_CARD = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card.",
);

/** The outcome of a valid number: other than test cards are refused, as in the provider's test mode. */
export function behaviourOf(number: string): Behaviour {
  return CARDS[number] ?? LIVE_CARD;
}

type CardInput = { number: string; expMonth: string; expYear: string; cvc: string | undefined };

/** Why a card is not well-formed; null when it is. */
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

/** All that is stored of a card. */
export type CardFacts = { brand: string; last4: string; wallet?: PhoneWallet };

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
