import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { ApiError } from "../http/api-error";
import { bookWith, transactionOf } from "./balances";

/** `amount` in cents; null for the rest of the charge. */
type Wanted = Omit<NewRefund, "amount"> & { amount: number | null };

/** The successful charge of a payment. @throws ApiError when there is none */
export function chargeOf(work: UnitOfWork, intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge = typeof intent.latest_charge === "string" ? work.find("charge", intent.latest_charge) : null;
  if (!charge?.paid) {
    throw new ApiError(400, "This PaymentIntent does not have a successful charge to refund.", {
      code: "payment_intent_unexpected_state",
      param: "payment_intent",
    });
  }
  return charge;
}

/**
 * Refunds part of a charge, or the rest of it when `amount` (in cents) is null.
 * @throws ApiError charge_already_refunded, amount_too_large
 */
export function refundCharge(
  work: UnitOfWork,
  charge: Stripe.Charge,
  { amount, reason, metadata }: Wanted,
): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  if (amount !== null && amount > left) {
    throw new ApiError(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      {
        code: "amount_too_large",
        param: "amount",
      },
    );
  }
  const refund = work.put(
    bookRefund(work, newRefund(charge, { amount: amount ?? left, reason, metadata }), charge),
  );
  const refunded = charge.amount_refunded + refund.amount;
  const changed = work.put<Stripe.Charge>({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  emit(work, "refund.created", refund);
  emit(work, "charge.refunded", changed);
  emit(work, "refund.updated", refund);
  return refund;
}

/** Takes a refund from the platform's balance: what is pending of a charge that is pending. */
function bookRefund(work: UnitOfWork, refund: Stripe.Refund, charge: Stripe.Charge): Stripe.Refund {
  const { amount, currency, id: source } = refund;
  const booked = bookWith(work, transactionOf(work, charge.balance_transaction), {
    account: null,
    amount: -amount,
    currency,
    type: "refund",
    category: "refund",
    source,
  });
  return { ...refund, balance_transaction: booked.id };
}

/** A charge cannot be refunded while it is disputed, or after the dispute was lost. @throws ApiError charge_disputed */
export function assertNotDisputed(work: UnitOfWork, charge: Stripe.Charge): void {
  if (!charge.disputed) return;
  const won = work.all("dispute").some(({ charge: of, status }) => of === charge.id && status === "won");
  if (won) return;
  throw new ApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
    code: "charge_disputed",
  });
}

type NewRefund = {
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
};

/** A refund, which for cards succeeds at once. `amount` in cents. */
function newRefund(charge: Stripe.Charge, { amount, reason, metadata }: NewRefund): Stripe.Refund {
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
