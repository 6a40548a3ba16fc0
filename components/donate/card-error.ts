import type { Messages } from "next-intl";

/** An error of the card provider's browser library, or of the network on the way to it. */
export type CardFailure = {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
};

type Texts = Messages["cardErrors"];

/**
 * Keys under `cardErrors.titles` and `cardErrors.texts`; `message`, the provider's own sentence, replaces the text.
 */
type CardError = { title: keyof Texts["titles"]; text: keyof Texts["texts"]; message?: string };

const BY_CODE: Record<string, keyof Texts["texts"]> = {
  insufficient_funds: "insufficientFunds",
  incorrect_cvc: "cvc",
  invalid_cvc: "cvc",
  incomplete_cvc: "cvc",
  expired_card: "expired",
  invalid_expiry_month: "details",
  invalid_expiry_year: "details",
  invalid_expiry_year_past: "expired",
  incorrect_number: "number",
  invalid_number: "number",
  processing_error: "processing",
  authentication_required: "authentication",
  payment_intent_authentication_failure: "authentication",
  card_declined: "declined",
  generic_decline: "declined",
  do_not_honor: "declined",
};

/**
 * The message for a card payment that failed (specification 8, Card provider errors). The decline reason is more
 * precise than the code, so it comes first.
 */
export function cardError({ type, code, decline_code: reason, message = "" }: CardFailure): CardError {
  const known = BY_CODE[reason ?? ""] ?? BY_CODE[code ?? ""];
  if (type === "validation_error") return { title: "details", text: "details", ...withMessage(message) };
  if (known) return { title: known === "details" ? "details" : "card", text: known };
  if (type === "card_error") return { title: "card", text: "issue", ...withMessage(message) };
  if (type === "rate_limit_error") return { title: "tooMany", text: "tooMany" };
  if (type === "api_connection_error" || type === "api_error")
    return { title: "connection", text: "connection" };
  if (/network|fetch/i.test(message)) return { title: "network", text: "network" };
  if (/time(d )?[ -]?out/i.test(message)) return { title: "timeout", text: "timeout" };
  return { title: "failed", text: "unexpected", ...withMessage(message) };
}

function withMessage(message: string): { message?: string } {
  return message ? { message } : {};
}

/**
 * The key under `cardErrors.setup` for an answer of our API (specification 8, Payment setup errors). A lost connection
 * has status 0.
 */
export function setupError({ status, code }: { status: number; code: string }) {
  if (status === 0) return "network";
  if (code === "INVALID_AMOUNT" || code.startsWith("AMOUNT_")) return "amount";
  if (code === "NOT_FOUND") return "notFound";
  return "unable";
}
