import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { ApiError } from "../http/api-error";
import { partOf } from "../records";
import { bookWith, transactionOf } from "./balances";
import { paidCharge } from "./charges";

/** The successful charge of a payment. @throws ApiError when there is none */
export function chargeOf(work: UnitOfWork, intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge = paidCharge(work, intent.latest_charge);
  if (!charge) {
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
  { amount: wanted, metadata }: { amount: number | null; metadata: Record<string, string> },
): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  const amount = wanted ?? left;
  if (amount > left) {
    throw new ApiError(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      {
        code: "amount_too_large",
        param: "amount",
      },
    );
  }
  const { id: of, currency, payment_intent } = charge;
  const id = newId("re");
  // Of a charge that is pending, pending money goes back.
  const booked = bookWith(work, transactionOf(work, charge.balance_transaction), {
    account: null,
    amount: -amount,
    currency,
    type: "refund",
    category: "refund",
    source: id,
  });
  const refund = work.put(
    partOf<Stripe.Refund>({
      id,
      object: "refund",
      amount,
      balance_transaction: booked.id,
      charge: of,
      created: seconds(),
      currency,
      metadata,
      payment_intent,
      status: "succeeded",
    }),
  );
  const refunded = amount === left;
  const changed = work.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded,
  });
  emit(work, "refund.created", refund);
  emit(work, "charge.refunded", changed);
  emit(work, "refund.updated", refund);
  return refund;
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
