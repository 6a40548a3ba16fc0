import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";

export type NewRefund = {
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
};

/** A refund, which for cards succeeds at once. `amount` in cents. */
export function newRefund(charge: Stripe.Charge, { amount, reason, metadata }: NewRefund): Stripe.Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}
