import type Stripe from "stripe";
import { subscriptionIdOf } from "../card/provider/invoices";
import type { SandboxEvent } from "../state/store";

/** The id of the payment, subscription, account, transfer or payout that an event belongs to. */
export function subjectOf(event: SandboxEvent): string {
  if (event.object === "wallet_event") return event.subject;
  return event.object === "v2.core.event" ? event.related_object.id : cardSubjectOf(event);
}

/** When it happened, in milliseconds. */
export function happenedAt(event: SandboxEvent): number {
  return event.object === "event" ? event.created * 1_000 : Date.parse(event.created);
}

function cardSubjectOf(event: Stripe.Event): string {
  const object = event.data.object as Stripe.Invoice | Stripe.Subscription | PaymentObject;
  if (object.object === "invoice") return subscriptionIdOf(object);
  if (object.object === "payment_intent" || object.object === "subscription") return object.id;
  if (object.object === "bank_account") return object.account ?? object.id;
  return object.subscription ?? object.payment_intent ?? object.id;
}

/** A payment or what belongs to one, a hosted page of a subscription, or a part of the way to a receiver's bank. */
type PaymentObject = {
  id: string;
  object:
    | "payment_intent"
    | "charge"
    | "refund"
    | "dispute"
    | "checkout.session"
    | "transfer"
    | "payout"
    | "bank_account";
  payment_intent?: string | null;
  subscription?: string | null;
  account?: string | null;
};
