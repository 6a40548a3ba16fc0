import type Stripe from "stripe";
import { BadSignature, type ProviderEvent } from "@/lib/providers/gateway";

/** Largest age of a signature, in seconds, and how far ahead of our clock it may be. */
export const TOLERANCE = 300;
/** Objects that belong to a payment. */
const PAYMENT_OBJECTS = new Set(["charge", "refund", "dispute", "checkout.session"]);

/** Reads a webhook event that Stripe signed with our secret within five minutes of `at`. @throws BadSignature */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string | null,
  at: Date,
): ProviderEvent {
  const { id, type, data } = verified(signature, at, (header, receivedAt) =>
    stripe.webhooks.constructEvent(body, header, secret, TOLERANCE, undefined, receivedAt),
  );
  const subscriptionId = subscriptionOf(data.object);
  if (subscriptionId) return { id, type, paymentId: null, subscriptionId };
  return { id, type, paymentId: paymentOf(data.object) };
}

/**
 * What `read` returns of an event: the official library checks the signature and its age. Its own check of the time is
 * one-sided, so a signature from the future is refused here.
 * @throws BadSignature
 */
export function verified<T>(
  signature: string | null,
  at: Date,
  read: (header: string, receivedAt: number) => T,
): T {
  const parts = (signature ?? "").split(",").map((part) => part.split("="));
  const timestamps = parts
    .filter(([name]) => name === "t")
    .map(([, value = ""]) => Number.parseInt(value, 10));
  if (timestamps.some((timestamp) => timestamp > at.getTime() / 1000 + TOLERANCE)) {
    throw new BadSignature("Timestamp in the future");
  }
  try {
    return read(signature ?? "", at.getTime());
  } catch (error) {
    throw new BadSignature(error instanceof Error ? error.message : String(error));
  }
}

/** The subscription of an event's object. Until it is paid, a page of a subscription is named by its own id. */
function subscriptionOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "subscription") return object.id;
  if (object.object === "invoice") return idOf(object.parent?.subscription_details?.subscription ?? null);
  if (object.object !== "checkout.session" || object.mode !== "subscription") return null;
  return idOf(object.subscription) ?? object.id;
}

/** The payment of an event's object. */
function paymentOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "payment_intent") return object.id;
  if (!PAYMENT_OBJECTS.has(object.object)) return null;
  const payment = (object as Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Checkout.Session)
    .payment_intent;
  return idOf(payment);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
