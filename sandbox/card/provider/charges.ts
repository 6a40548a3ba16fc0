import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { isBank, partOf, type UsedCard, type UsedMethod } from "../records";

/** An attempt to charge a card, or what a bank page was asked to pay. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: UsedMethod,
  { paid, authenticated = false }: { paid: boolean; authenticated?: boolean },
): Stripe.Charge {
  const { amount, currency, customer, metadata } = intent;
  return partOf<Stripe.Charge>({
    id: newId("ch"),
    object: "charge",
    amount,
    amount_refunded: 0,
    balance_transaction: null,
    created: seconds(),
    currency,
    customer,
    disputed: false,
    metadata,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: isBank(method)
      ? { type: method.bank }
      : { type: "card", card: cardDetails(method, authenticated) },
    refunded: false,
    status: paid ? "succeeded" : "failed",
    transfer_group: null,
  });
}

function cardDetails({ brand, last4, wallet }: UsedCard, authenticated: boolean) {
  return partOf<Stripe.Charge.PaymentMethodDetails.Card>({
    brand,
    last4,
    three_d_secure: authenticated
      ? partOf<Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure>({ result: "authenticated" })
      : null,
    wallet: wallet ? { type: wallet, dynamic_last4: last4 } : null,
  });
}

/** The charge that an id names; null for none, and for a charge that was not paid. */
export function paidCharge(work: UnitOfWork, id: unknown): Stripe.Charge | null {
  const charge = typeof id === "string" ? work.find("charge", id) : null;
  return charge?.paid ? charge : null;
}
