import type Stripe from "stripe";
import { paymentOf } from "../card/events/payment-of";
import type { WalletEvent } from "../wallet/kept";

/** What either provider tells the merchant. */
export type SandboxEvent = Stripe.Event | WalletEvent;

/** The payment or subscription that an event is about. */
export function aboutOf(event: SandboxEvent): string {
  return event.object === "wallet_event" ? event.about : paymentOf(event);
}

/** When it happened, in milliseconds. */
export function happenedAt(event: SandboxEvent): number {
  return event.object === "wallet_event" ? Date.parse(event.created) : event.created * 1_000;
}
