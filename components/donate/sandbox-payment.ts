import type { CardFailure } from "./card-error";
import { callSandbox, cardForm, type TypedCard } from "./sandbox-call";

/**
 * How a confirmation ended: paid or on its way, to be continued at the bank, refused, or not tried because the payment
 * was closed.
 */
export type Confirmation =
  | { state: "done"; status: "succeeded" | "processing" }
  | { state: "redirect"; url: string }
  | { state: "failed"; failure: CardFailure }
  | { state: "ended" };

type Order = TypedCard & { publishableKey: string; clientSecret: string; returnUrl: string };

type Intent = {
  status: string;
  next_action?: { redirect_to_url?: { url: string | null } | null } | null;
  last_payment_error?: CardFailure | null;
};
type ProviderError = CardFailure & { payment_intent?: Intent };

/** The payment a client secret belongs to. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] as string;
}

/** Confirms a payment with the payments sandbox, as the card provider's browser library does with the provider. It never throws. */
export async function confirmInSandbox(order: Order): Promise<Confirmation> {
  const { publishableKey, clientSecret, returnUrl } = order;
  const result = await callSandbox<Intent, ProviderError>(
    `payment_intents/${encodeURIComponent(paymentIdOf(clientSecret))}/confirm`,
    {
      key: publishableKey,
      client_secret: clientSecret,
      return_url: returnUrl,
      "payment_method_data[type]": "card",
      ...cardForm("payment_method_data[card]", order),
    },
  );
  return "failure" in result ? refusedByProvider(result.failure) : confirmed(result.answer);
}

function confirmed(intent: Intent): Confirmation {
  const url = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && url) return { state: "redirect", url };
  if (intent.status === "succeeded" || intent.status === "processing") {
    return { state: "done", status: intent.status };
  }
  // What was declined before is no answer to the card that was just shown.
  if (intent.status === "canceled") return { state: "ended" };
  return { state: "failed", failure: intent.last_payment_error ?? {} };
}

/** A payment that is already made or under way, because the answer to an earlier try was lost, is told by its own state. */
export function refusedByProvider(error: ProviderError): Confirmation {
  return error.code === "payment_intent_unexpected_state" && error.payment_intent
    ? confirmed(error.payment_intent)
    : { state: "failed", failure: error };
}
