import type Stripe from "stripe";
import { subscriptionIdOf } from "../card/provider/invoices";
import type { SandboxEvent } from "../state/store";

/** The id of the payment or subscription that an event belongs to. */
export function subjectOf(event: SandboxEvent): string {
  return event.object === "wallet_event" ? event.subject : cardSubjectOf(event);
}

/** When it happened, in milliseconds. */
export function happenedAt(event: SandboxEvent): number {
  return event.object === "wallet_event" ? Date.parse(event.created) : event.created * 1_000;
}

function cardSubjectOf(event: Stripe.Event): string {
  const object = event.data.object as Stripe.Invoice | Stripe.Subscription | PaymentObject;
  if (object.object === "invoice") return subscriptionIdOf(object);
  if (object.object === "payment_intent" || object.object === "subscription") return object.id;
  return object.subscription ?? object.payment_intent ?? object.id;
}

/** A payment or what belongs to one. A hosted page may belong to a subscription instead. */
type PaymentObject = {
  id: string;
  object: "payment_intent" | "charge" | "refund" | "dispute" | "checkout.session";
  payment_intent?: string | null;
  subscription?: string | null;
};
