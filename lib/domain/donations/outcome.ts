import type { Db } from "@/db/client";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import { ProviderUnavailable } from "@/lib/providers/payment";
import { totalOf } from "./rules";
import { findDonationSubject } from "./store";
import type { PaymentOutcome, Settlement } from "./types";

const SHOWN: Record<
  Exclude<Settlement["state"], "unknown">,
  "succeeded" | "processing" | "failed" | "refunded"
> = {
  credited: "succeeded",
  processing: "processing",
  open: "failed",
  failed: "failed",
  refund_due: "refunded",
  refunded: "refunded",
};

/** What the donor is told of a settlement. Cents. */
export async function outcomeOf(db: Db, settlement: Settlement): Promise<PaymentOutcome> {
  if (settlement.state === "unknown") return settlement;
  const { id, amount, serviceFee, requestId } = settlement.donation;
  const subject = await findDonationSubject(db, id);
  if (!subject) return { state: "unknown" };
  return {
    state: SHOWN[settlement.state],
    approvalUrl: settlement.approvalUrl,
    breakdown: { donationAmount: amount, serviceFee, totalAmount: totalOf(settlement.donation) },
    requestId,
    item: subject.isErased ? null : subject.item,
    recipientName: subject.isErased ? null : subject.recipientName,
    recipientUsername: subject.isErased ? null : subject.recipientUsername,
    recipientAnonymous: !subject.isErased && subject.recipientAnonymous,
  };
}

/** An outcome as a visitor who has the payment's secret may see it (D38). */
export function sharedOutcome(outcome: PaymentOutcome): PaymentOutcome {
  if (!("recipientName" in outcome)) return outcome;
  const named = isRequesterNamed({ anonymousProfile: outcome.recipientAnonymous }, "visitor");
  return named ? outcome : { ...outcome, recipientName: null, recipientUsername: null };
}

/** An outcome or, while the provider cannot be asked, that it cannot. */
export async function unlessUnavailable(look: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { state: "unavailable" };
    throw error;
  }
}
