import type Stripe from "stripe";

/** The payment that an event is about; all of this sandbox's events are about one. */
export function paymentOf(event: Stripe.Event): string {
  const object = event.data.object as { id: string; object: string; payment_intent?: string };
  return object.object === "payment_intent" ? object.id : (object.payment_intent ?? object.id);
}
