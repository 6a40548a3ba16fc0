import type Stripe from "stripe";
import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { ApiError } from "../http/api-error";
import { type NewRefund, newRefund } from "./objects/refund";

/** `amount` in cents; null for all that is left. */
type Wanted = Omit<NewRefund, "amount"> & { amount: number | null };

/** The charge of a payment. @throws ApiError when nothing was ever charged */
export function chargeOf(work: Work, intent: Stripe.PaymentIntent): Stripe.Charge {
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
 * Gives back part of a charge, or all that is left of it when no amount is named. Cents.
 * @throws ApiError charge_already_refunded, amount_too_large
 */
export function refundCharge(
  work: Work,
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
  const refund = work.put(newRefund(charge, { amount: amount ?? left, reason, metadata }));
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

/** While a bank has taken a charge back, or may, it cannot be refunded as well. @throws ApiError charge_disputed */
export function assertNotDisputed(work: Work, charge: Stripe.Charge): void {
  if (!charge.disputed) return;
  const won = work.all("dispute").some(({ charge: of, status }) => of === charge.id && status === "won");
  if (won) return;
  throw new ApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
    code: "charge_disputed",
  });
}
