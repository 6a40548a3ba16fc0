import { type ReleaseFacts, releaseOf } from "@/lib/domain/payouts/rules";
import type { DonationState } from "@/lib/domain/payouts/types";
import { env } from "@/lib/ground/env";
import type { DonationRecord } from "./money-store";

/** The facts that say where a donation's money is. */
type PayoutFacts = Pick<
  DonationRecord,
  | "paymentStatus"
  | "refundReason"
  | "settledAt"
  | "paidBy"
  | "transferState"
  | "transferProblem"
  | "payoutState"
  | "holds"
>;

/** What the states of a person's donations depend on beside each donation. */
export type RecipientFacts = Pick<ReleaseFacts, "firstPayoutAt" | "heldUntil"> & { isReady: boolean };

/**
 * Where a donation's money is (payouts.md, States), when it can be moved, and why it is where it is, in a few words for
 * an operator.
 */
export function donationState(
  donation: PayoutFacts,
  { isReady, ...recipient }: RecipientFacts,
  at: Date,
): { state: DonationState; releaseAt: Date; because: string | null } {
  const { settledAt, paidBy, refundReason, holds } = donation;
  const release = releaseOf({ settledAt, paidBy: paidBy ?? "other", ...recipient }, env().releaseDay);
  const is = (state: DonationState, because: string | null) => ({ state, releaseAt: release.at, because });
  if (donation.paymentStatus === "refunded") return is("returned", refundReason);
  if (refundReason !== null) return is("frozen", `refund due: ${refundReason}`);
  if (donation.payoutState === "paid") return is("paid_out", null);
  if (donation.payoutState !== null) return is("moved", `payout ${donation.payoutState}`);
  if (holds.length > 0) return is("frozen", `hold: ${holds.join(", ")}`);
  if (donation.transferState === "sent") return is("moved", "no payout yet");
  if (release.at > at) return is("waiting", release.reason);
  if (!isReady) return is("free", "payee not ready");
  return is("free", donation.transferProblem ?? donation.transferState);
}
