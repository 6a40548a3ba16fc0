import type Stripe from "stripe";
import { BadSignature, type ProviderEvent } from "@/lib/providers/payment";

/**
 * How old a signature may be, in seconds, and how far ahead of our clock: the official library looks at its age only.
 */
const TOLERANCE = 300;
/** The objects that belong to a payment. */
const BELONGING = new Set(["charge", "refund", "dispute", "checkout.session"]);

/** Reads a webhook body that Stripe signed with our secret within five minutes of `at`. @throws BadSignature */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string | null,
  at: Date,
): ProviderEvent {
  const event = verified(stripe, secret, body, signature, at);
  return { id: event.id, type: event.type, paymentId: paymentOf(event.data.object) };
}

function verified(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string | null,
  at: Date,
): Stripe.Event {
  const parts = (signature ?? "").split(",").map((part) => part.split("="));
  const moments = parts.filter(([name]) => name === "t").map(([, value = ""]) => Number.parseInt(value, 10));
  if (moments.some((moment) => moment > at.getTime() / 1000 + TOLERANCE)) {
    throw new BadSignature("Timestamp in the future");
  }
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret, TOLERANCE, undefined, at.getTime());
  } catch (error) {
    throw new BadSignature(error instanceof Error ? error.message : String(error));
  }
}

/** The payment that an event's object is, or belongs to. */
function paymentOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "payment_intent") return object.id;
  if (!BELONGING.has(object.object)) return null;
  const payment = (object as Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Checkout.Session)
    .payment_intent;
  return typeof payment === "string" ? payment : (payment?.id ?? null);
}
