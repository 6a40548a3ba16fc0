import { newKey } from "@/lib/web/attempt";
import type { CardFailure } from "./card-error";
import { type CardField, parseExpiry } from "./card-fields";

/** How a confirmation ended: paid or on its way, to be continued at the bank, or refused. */
export type Confirmation =
  | { state: "done"; status: "succeeded" | "processing" }
  | { state: "redirect"; url: string }
  | { state: "failed"; failure: CardFailure };

type Order = {
  publishableKey: string;
  clientSecret: string;
  card: Record<CardField, string>;
  returnUrl: string;
  at: Date;
};

type Intent = {
  status: string;
  next_action?: { redirect_to_url?: { url: string | null } | null } | null;
  last_payment_error?: CardFailure | null;
};
type ProviderError = CardFailure & { payment_intent?: Intent };
type Refusal = { error: string | ProviderError; message?: string };

const TIMEOUT_MS = 30_000;

/** The payment a client secret belongs to. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] as string;
}

/** Confirms a payment with the payments sandbox, as the card provider's browser library does with the provider. It never throws. */
export async function confirmInSandbox(order: Order): Promise<Confirmation> {
  try {
    const response = await fetch(
      `/api/sandbox/v1/payment_intents/${encodeURIComponent(paymentIdOf(order.clientSecret))}/confirm`,
      {
        method: "POST",
        headers: { "Idempotency-Key": newKey() },
        body: formOf(order),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const answer = (await response.json()) as Intent | Refusal;
    return "error" in answer ? refused(answer) : confirmed(answer);
  } catch (thrown) {
    const timedOut = thrown instanceof DOMException && thrown.name === "TimeoutError";
    return { state: "failed", failure: { message: timedOut ? "timeout" : "network" } };
  }
}

function formOf({ publishableKey, clientSecret, card, returnUrl, at }: Order): URLSearchParams {
  const expiry = parseExpiry(card.expiry, at);
  return new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: returnUrl,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": card.number.replace(/\D/g, ""),
    "payment_method_data[card][exp_month]": String(expiry?.month ?? ""),
    "payment_method_data[card][exp_year]": String(expiry?.year ?? ""),
    "payment_method_data[card][cvc]": card.cvc,
  });
}

function confirmed(intent: Intent): Confirmation {
  const url = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && url) return { state: "redirect", url };
  if (intent.status === "succeeded" || intent.status === "processing") {
    return { state: "done", status: intent.status };
  }
  return { state: "failed", failure: intent.last_payment_error ?? {} };
}

/** The door's own errors have a plain sentence. */
function refused({ error, message }: Refusal): Confirmation {
  return typeof error === "string"
    ? { state: "failed", failure: { message: message ?? error } }
    : refusedByProvider(error);
}

/** A payment that is already made or under way, because the answer to an earlier try was lost, is told by its own state. */
export function refusedByProvider(error: ProviderError): Confirmation {
  return error.code === "payment_intent_unexpected_state" && error.payment_intent
    ? confirmed(error.payment_intent)
    : { state: "failed", failure: error };
}
