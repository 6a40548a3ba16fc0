import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import type { CardFailure } from "./card-error";
import { callSandbox, cardForm, type TypedCard } from "./sandbox-call";

/**
 * How a confirmation ended: paid or processing, to be continued at the bank, declined, or not tried because the
 * payment was closed.
 */
export type Confirmation =
  | { state: "done" }
  | { state: "redirect"; url: string }
  | { state: "failed"; failure: CardFailure }
  | { state: "ended" };

/** What an account of the sandbox offers to pay with, and where that is paid. */
export const METHODS = {
  card: "card",
  ideal: "bank",
  bancontact: "bank",
  apple_pay: "card",
  google_pay: "card",
} as const satisfies Record<string, PaidAt>;
export type SandboxMethod = keyof typeof METHODS;

export type Paid =
  | ({ method: "card" } & TypedCard)
  | { method: Exclude<SandboxMethod, "card">; name: string };

type Order = { publishableKey: string; clientSecret: string; returnUrl: string; paid: Paid };

type Intent = {
  status: string;
  next_action?: { redirect_to_url?: { url: string | null } | null } | null;
  last_payment_error?: CardFailure | null;
};
type ProviderError = CardFailure & { payment_intent?: Intent };

/** The id of the payment that a client secret belongs to. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] as string;
}

/** Confirms a payment with the payments sandbox, as the card provider's browser library does. Never throws. */
export async function confirmInSandbox(order: Order): Promise<Confirmation> {
  const { publishableKey, clientSecret, returnUrl, paid } = order;
  const result = await callSandbox<Intent, ProviderError>(
    `payment_intents/${encodeURIComponent(paymentIdOf(clientSecret))}/confirm`,
    {
      key: publishableKey,
      client_secret: clientSecret,
      return_url: returnUrl,
      ...methodForm(paid),
    },
  );
  return "failure" in result ? refusedByProvider(result.failure) : confirmed(result.answer);
}

function methodForm(paid: Paid): Record<string, string> {
  if (paid.method === "card") {
    return { "payment_method_data[type]": "card", ...cardForm("payment_method_data[card]", paid) };
  }
  if (paid.method === "apple_pay" || paid.method === "google_pay") {
    return { payment_method: `pm_${paid.method}` };
  }
  return {
    "payment_method_data[type]": paid.method,
    ...(paid.name && { "payment_method_data[billing_details][name]": paid.name }),
  };
}

/** What a payment's form offers, in its order; nothing where the sandbox does not answer. Never throws. */
export async function offeredInSandbox(
  key: string,
  clientSecret: string,
  locale: string,
): Promise<SandboxMethod[]> {
  const query = new URLSearchParams({ key, client_secret: clientSecret, locale });
  try {
    const answer = await fetch(`/api/sandbox/v1/elements/sessions?${query}`);
    const { methods = [] } = (await answer.json()) as { methods?: string[] };
    return methods.filter((each): each is SandboxMethod => each in METHODS);
  } catch {
    return [];
  }
}

function confirmed(intent: Intent): Confirmation {
  const url = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && url) return { state: "redirect", url };
  if (intent.status === "succeeded" || intent.status === "processing") return { state: "done" };
  // An earlier decline says nothing about this card.
  if (intent.status === "canceled") return { state: "ended" };
  return { state: "failed", failure: intent.last_payment_error ?? {} };
}

/**
 * When the answer to an earlier try was lost, the payment may be made or under way already: then its own state
 * counts.
 */
export function refusedByProvider(error: ProviderError): Confirmation {
  return error.code === "payment_intent_unexpected_state" && error.payment_intent
    ? confirmed(error.payment_intent)
    : { state: "failed", failure: error };
}
