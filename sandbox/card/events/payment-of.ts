import type Stripe from "stripe";
import { subscriptionIdOf } from "../provider/invoices";

/** The payment or subscription that an event is about; all of this sandbox's events are about one. */
export function paymentOf(event: Stripe.Event): string {
  const object = event.data.object as Stripe.Invoice | Stripe.Subscription | Paid;
  if (object.object === "invoice") return subscriptionIdOf(object);
  if (object.object === "payment_intent" || object.object === "subscription") return object.id;
  return object.subscription ?? object.payment_intent ?? object.id;
}

/** A payment, or what belongs to one; a hosted page may belong to a subscription. */
type Paid = {
  id: string;
  object: "payment_intent" | "charge" | "refund" | "dispute" | "checkout.session";
  payment_intent?: string | null;
  subscription?: string | null;
};
