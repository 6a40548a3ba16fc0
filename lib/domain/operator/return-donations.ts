import type { Db, Tx } from "@/db/client";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { refundNow } from "./refund-payment";
import { countPending, isDeleted, lockRequest } from "./requests-store";
import {
  type DonationSum,
  markAllRefundDue,
  selectRefundsDue,
  selectReturnsDue,
  sumReturnable,
  sumReturned,
} from "./return-donations-store";

/** The result of the decision to return the donations of a request. Cents. */
export type ReturnedDonations = Awaited<ReturnType<typeof returnMarked>>;

/** What a decision `returned` would return. Changes nothing. Cents. @throws Refusal when there is no such request */
export async function findReturnable(db: Db, requestId: string) {
  return db.transaction(async (tx) => {
    const { id, item } = await lockRequest(tx, requestId, { deleted: true });
    return { request: { id, item }, ...(await sumReturnable(tx, id)) };
  });
}

/**
 * Marks every donation of a request as a refund due. In a transaction of its own, after the one that hid the request:
 * donations are locked before their request.
 */
export async function markReturned(tx: Tx, requestId: string): Promise<DonationSum> {
  const checkAt = new Date(now().getTime() + REFUND_AFTER);
  return markAllRefundDue(tx, requestId, {
    reason: (await isDeleted(tx, requestId)) ? "request_deleted" : "request_removed",
    checkAt,
  });
}

/**
 * Makes the refunds of a request that are due, fees included. It can be repeated: each donation is refunded once, and
 * what an interrupted run left is done by reconciliation. What was moved to the recipient comes back from their
 * account, or is our loss, as after any refund. `pendingDonations` were started: they are refunded in full if they are
 * paid from now on. `problems`: why something is due still.
 */
export async function returnMarked(context: PayoutContext, requestId: string) {
  const { db } = context;
  const problems: { donationId: string; problem: string }[] = [];
  for (const donationId of await selectRefundsDue(db, requestId)) {
    const problem = await refundNow(context, { kind: "donation", id: donationId });
    if (problem !== null) problems.push({ donationId, problem });
  }
  for (const due of await selectReturnsDue(db, requestId)) {
    try {
      await settleReturn(context, due.id);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      problems.push({ donationId: due.donationId, problem: error.message });
    }
  }
  return {
    ...(await sumReturned(db, requestId)),
    pendingDonations: await countPending(db, requestId),
    problems,
  };
}
