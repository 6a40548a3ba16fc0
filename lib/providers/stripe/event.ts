import type Stripe from "stripe";
import { BadSignature, type ProviderEvent } from "@/lib/providers/gateway";

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
  const { id, type, data } = event;
  const subscriptionId = subscriptionOf(data.object);
  if (subscriptionId) return { id, type, paymentId: null, subscriptionId };
  return { id, type, paymentId: paymentOf(data.object) };
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

/** The subscription that an event's object is, or belongs to: until a page is paid on, the page names it. */
function subscriptionOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "subscription") return object.id;
  if (object.object === "invoice") return idOf(object.parent?.subscription_details?.subscription ?? null);
  if (object.object !== "checkout.session" || object.mode !== "subscription") return null;
  return idOf(object.subscription) ?? object.id;
}

/** The payment that an event's object is, or belongs to. */
function paymentOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "payment_intent") return object.id;
  if (!BELONGING.has(object.object)) return null;
  const payment = (object as Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Checkout.Session)
    .payment_intent;
  return idOf(payment);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
