import { declined, REFUSALS, type Refusal } from "./refusals";

/** What a card does when it is charged. */
export type Behaviour = "succeed" | "challenge" | "dispute" | { refusal: Refusal };

/** The provider's well-known test numbers. */
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

/** The provider's ready-made cards, for servers that confirm by themselves. */
const TOKENS: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_authenticationRequired: "4000002500003155",
  pm_card_createDispute: "4000000000000259",
};

/** The number behind a ready-made card; null if there is no such card. */
export function numberOf(token: string): string | null {
  return Object.hasOwn(TOKENS, token) ? (TOKENS[token] ?? null) : null;
}

const LIVE_CARD = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card.",
);

/** What a valid number does: one that is not a test card is refused, as in the provider's test mode. */
export function behaviourOf(number: string): Behaviour {
  return CARDS[number] ?? LIVE_CARD;
}
