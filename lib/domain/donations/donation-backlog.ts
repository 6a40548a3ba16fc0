import { ABANDONED_AFTER, PENDING_AFTER, REFUND_AFTER, REVIEW_DAYS } from "@/lib/domain/payments/rules";
import type { Backlog } from "@/lib/domain/payments/types";
import { recoverPayment } from "./recover-payment";
import { paymentIdOf } from "./rules";
import { settlePayment } from "./settle-payment";
import { claimReviews, claimUnfinished, markFailed } from "./store";
import type { Donation, PaymentContext } from "./types";

/** Donations still pending after 10 minutes, and refunds that are due (D28). */
export const donationBacklog: Backlog<Donation> = {
  what: "donation",
  claim: (db, at, limit) =>
    claimUnfinished(db, {
      at,
      pendingBefore: new Date(at.getTime() - PENDING_AFTER),
      refundBefore: new Date(at.getTime() - REFUND_AFTER),
      limit,
    }),
  lookAt,
};

/** Credited donations that may have been refunded or lost in a dispute without anyone telling us (D27). */
export const donationReviews: Backlog<Donation> = {
  what: "donation",
  claim: (db, at, limit) => claimReviews(db, { at, days: REVIEW_DAYS, limit }),
  lookAt,
};

async function lookAt(context: PaymentContext, donation: Donation, at: Date): Promise<string> {
  const { paymentMethod: provider } = donation;
  const paymentId = paymentIdOf(donation) ?? (await recover(context, donation));
  const disputes = donation.settledAt !== null;
  const { state } = paymentId
    ? await settlePayment(context, paymentId, provider, { disputes })
    : { state: "unknown" };
  const isAbandoned = at.getTime() - donation.createdAt.getTime() >= ABANDONED_AFTER;
  if (!isAbandoned || (state !== "open" && state !== "unknown")) return state;
  if (paymentId === null || state === "unknown" || provider === "paypal") {
    await markFailed(context.db, donation.id);
    return "failed";
  }
  await context.card.cancelPayment(paymentId);
  return (await settlePayment(context, paymentId)).state;
}

/** Nobody was ever shown the page of an order whose answer was lost, so it cannot be paid. */
function recover(context: PaymentContext, donation: Donation): Promise<string | null> | null {
  return donation.paymentMethod === "stripe" ? recoverPayment(context, donation) : null;
}
