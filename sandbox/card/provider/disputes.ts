import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit, record } from "../events";
import { ApiError } from "../http/api-error";
import { type Owned, partOf } from "../records";
import { bookWith, DISPUTE_FEE, transactionOf } from "./balances";
import { chargeOf } from "./refunds";
import { settingsOf } from "./settings";

/**
 * The card holder's bank disputes a payment, or `wanted` cents of it. What was not refunded is taken at once, with a
 * fee where `/_sandbox/fees` switched them on.
 * @throws ApiError when it was not paid, not by card, is disputed already, or is smaller
 */
export function openDispute(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  wanted: number | null = null,
): Stripe.Dispute {
  const charge = chargeOf(work, intent);
  if (!charge.payment_method_details?.card)
    throw new ApiError(400, `Charge ${charge.id} was confirmed at a bank: it cannot be disputed.`);
  const left = charge.amount - charge.amount_refunded;
  if (charge.disputed) throw new ApiError(400, `Charge ${charge.id} is disputed already.`);
  if (wanted !== null && wanted > left)
    throw new ApiError(400, `Of charge ${charge.id} only ${left} is left.`);
  work.put<Stripe.Charge>({ ...charge, disputed: true });
  const opened = record(
    work,
    "charge.dispute.created",
    partOf<Stripe.Dispute>({
      id: newId("dp"),
      object: "dispute",
      amount: wanted ?? (left || charge.amount),
      balance_transactions: [],
      charge: charge.id,
      created: seconds(),
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      status: "needs_response",
    }),
  );
  return left === 0
    ? opened
    : move(work, opened, -opened.amount, settingsOf(work, null).takesFees ? DISPUTE_FEE : 0);
}

/**
 * The bank decides; without an open dispute it opens one first. The fee of one that is won is kept, unless
 * `feeReturned`: the provider's descriptions differ.
 * @throws ApiError when it has decided already
 */
export function closeDispute(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  status: "won" | "lost",
  { feeReturned }: { feeReturned: boolean },
): Stripe.Dispute {
  const dispute =
    work.all("dispute").find((one) => one.payment_intent === intent.id) ?? openDispute(work, intent);
  if (dispute.status === "won" || dispute.status === "lost") {
    throw new ApiError(400, `Dispute ${dispute.id} is closed: ${dispute.status}.`);
  }
  const closed = work.put<Stripe.Dispute>({ ...dispute, status });
  const [taken] = dispute.balance_transactions;
  const decided =
    status === "won" && taken ? move(work, closed, closed.amount, feeReturned ? -taken.fee : 0) : closed;
  emit(work, "charge.dispute.closed", decided);
  return decided;
}

/** Takes a dispute's money from the platform's balance (`amount` below zero) and its fee, or gives them back. */
function move(work: UnitOfWork, dispute: Stripe.Dispute, amount: number, fee: number): Stripe.Dispute {
  const charge = work.find("charge", String(dispute.charge));
  const { account: _account, ...booked } = bookWith(work, transactionOf(work, charge?.balance_transaction), {
    account: null,
    amount,
    fee,
    currency: dispute.currency,
    type: "adjustment",
    category: amount < 0 ? "dispute" : "dispute_reversal",
    source: dispute.id,
  }) satisfies Owned<Stripe.BalanceTransaction>;
  const moved = work.put<Stripe.Dispute>({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, booked],
  });
  emit(work, amount < 0 ? "charge.dispute.funds_withdrawn" : "charge.dispute.funds_reinstated", moved);
  return moved;
}
