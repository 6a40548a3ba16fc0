import type Stripe from "stripe";
import type { ProviderPayment } from "@/lib/providers/payment";

const STATES: Record<string, ProviderPayment["state"]> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "cancelled",
};

/** Stripe's objects as what we hold true of a payment. */
export function paymentTruth(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  disputes: readonly Stripe.Dispute[],
  declines: number,
): ProviderPayment {
  const state = STATES[intent.status];
  if (!state) throw new Error(`payment ${intent.id} is in an unknown state: ${intent.status}`);
  return {
    id: intent.id,
    state,
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? "",
    metadata: intent.metadata,
    refunded: charge?.refunded ?? false,
    disputeLost: disputes.some((dispute) => dispute.status === "lost"),
    declines,
  };
}
