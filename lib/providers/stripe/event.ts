import type Stripe from "stripe";
import { z } from "zod";
import { BadSignature, eventText, type ProviderEvent } from "@/lib/providers/gateway";

/** Largest age of a signature, in seconds, and how far ahead of our clock it may be. */
export const TOLERANCE = 300;
/** Objects that belong to a payment. */
const PAYMENT_OBJECTS = new Set(["charge", "refund", "dispute", "checkout.session"]);

const eventBody = z.object({
  id: eventText,
  type: eventText,
  account: eventText.nullish(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Reads a webhook event that Stripe signed with our secret within five minutes of `at`. @throws BadSignature */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string | null,
  at: Date,
): ProviderEvent {
  const { id, type, data } = signedEvent(stripe, { body, signature, secret, at });
  const subscriptionId = subscriptionOf(data.object);
  if (subscriptionId) return { id, type, paymentId: null, subscriptionId };
  return { id, type, paymentId: paymentOf(data.object) };
}

type Signed = { body: string; signature: string | null; secret: string; at: Date };

/** An event with the object that it is about. @throws BadSignature */
export function signedEvent(stripe: Stripe, { body, signature, secret, at }: Signed): Stripe.Event {
  return verified(signature, at, eventBody, (header, receivedAt) =>
    stripe.webhooks.constructEvent(body, header, secret, TOLERANCE, undefined, receivedAt),
  );
}

/**
 * What `read` returns of an event, if it has this shape: the official library checks the signature and its age, and not
 * what was signed. Its own check of the time is one-sided, so a signature from the future is refused here.
 * @throws BadSignature
 */
export function verified<T>(
  signature: string | null,
  at: Date,
  shape: z.ZodType,
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
    const event = read(signature ?? "", at.getTime());
    if (shape.safeParse(event).success) return event;
  } catch (error) {
    throw new BadSignature(error instanceof Error ? error.message : String(error));
  }
  throw new BadSignature("the body is no event");
}

/** The subscription of an event's object. Until it is paid, a page of a subscription is named by its own id. */
function subscriptionOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "subscription") return idOf(object.id);
  if (object.object === "invoice") return idOf(object.parent?.subscription_details?.subscription);
  if (object.object !== "checkout.session" || object.mode !== "subscription") return null;
  return idOf(object.subscription) ?? idOf(object.id);
}

/** The payment of an event's object. */
function paymentOf(object: Stripe.Event["data"]["object"]): string | null {
  if (!("object" in object)) return null;
  if (object.object === "payment_intent") return idOf(object.id);
  if (!PAYMENT_OBJECTS.has(object.object)) return null;
  const payment = (object as Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Checkout.Session)
    .payment_intent;
  return idOf(payment);
}

/** The id of what an event names, or has in it; null for anything else. */
export function idOf(reference: unknown): string | null {
  const id = typeof reference === "object" && reference && "id" in reference ? reference.id : reference;
  return eventText.safeParse(id).data ?? null;
}
