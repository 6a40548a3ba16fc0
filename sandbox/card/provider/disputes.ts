import type Stripe from "stripe";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { ApiError } from "../http/api-error";
import { newDispute } from "./objects/dispute";
import { chargeOf } from "./refunds";

/** The card holder's bank disputes a whole payment. @throws ApiError when it was not paid, or is disputed already */
export function openDispute(work: UnitOfWork, intent: Stripe.PaymentIntent): Stripe.Dispute {
  const charge = chargeOf(work, intent);
  if (charge.disputed) throw new ApiError(400, `Charge ${charge.id} is disputed already.`);
  work.put<Stripe.Charge>({ ...charge, disputed: true });
  const dispute = work.put(newDispute(charge));
  emit(work, "charge.dispute.created", dispute);
  return dispute;
}

/** The bank decides; without an open dispute it opens one first. @throws ApiError when it has decided already */
export function closeDispute(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  status: "won" | "lost",
): Stripe.Dispute {
  const dispute =
    work.all("dispute").find((one) => one.payment_intent === intent.id) ?? openDispute(work, intent);
  if (dispute.status === "won" || dispute.status === "lost") {
    throw new ApiError(400, `Dispute ${dispute.id} is closed: ${dispute.status}.`);
  }
  const closed = work.put<Stripe.Dispute>({ ...dispute, status });
  emit(work, "charge.dispute.closed", closed);
  return closed;
}
