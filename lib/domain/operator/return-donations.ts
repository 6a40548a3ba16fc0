import type { Db } from "@/db/client";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { insertAuditEntry } from "./audit-store";
import { hideLocked } from "./hide-request";
import { informOwner } from "./inform-owner";
import { refundNow } from "./refund-payment";
import { countPending, lockRequest, type RequestState } from "./requests-store";
import {
  type DonationSum,
  markAllRefundDue,
  type ReturnedMoney,
  selectRefundsDue,
  selectReturnsDue,
  sumReturnable,
  sumReturned,
} from "./return-donations-store";
import type { Operator } from "./types";

export type { DonationSum };

type Input = { requestId: string; reason: string };

/** What returning the donations of a request would give back. Cents. */
export type ReturnableDonations = DonationSum & {
  request: Pick<RequestState, "id" | "item">;
  /** Of it: sent to the recipient's bank, and so our loss. */
  inBank: number;
};

/** What the order to return the donations of a request came to. Cents. */
export type ReturnedDonations = ReturnedMoney & {
  request: Pick<RequestState, "id" | "item">;
  /** Started donations. They are refunded in full if they are paid from now on. */
  pendingDonations: number;
  /** Why something is due still: reconciliation tries it again. */
  problems: { donationId: string; problem: string }[];
};

/** What `returnDonations` would return. Changes nothing. @throws Refusal when there is no such request */
export async function findReturnable(db: Db, requestId: string): Promise<ReturnableDonations> {
  return db.transaction(async (tx) => {
    const { id, item } = await lockRequest(tx, requestId, { deleted: true });
    return { request: { id, item }, ...(await sumReturnable(tx, id)) };
  });
}

/**
 * Returns all donations of a request to their donors, fees included. It hides the request first, so that none is
 * credited meanwhile, then marks every refund as due, then makes them. It can be repeated: each donation is refunded
 * once, and what an interrupted run left is done by reconciliation or the next run. What was moved to the recipient
 * comes back from their account, or is our loss, as after any refund.
 * @throws Refusal when there is no such request
 */
export async function returnDonations(
  context: PayoutContext,
  operator: Operator,
  { requestId, reason }: Input,
): Promise<ReturnedDonations> {
  const { db } = context;
  const { id, item, userId, deletedAt, wasActive } = await db.transaction(async (tx) => {
    const request = await lockRequest(tx, requestId, { deleted: true });
    const isActive = request.isActive && request.deletedAt === null;
    if (isActive) await hideLocked(tx, operator, { request, isReturned: true, reason });
    return { ...request, wasActive: isActive };
  });
  // In a transaction of its own: donations are locked before their request.
  await db.transaction(async (tx) => {
    const refundReason = deletedAt === null ? "request_removed" : "request_deleted";
    const checkAt = new Date(now().getTime() + REFUND_AFTER);
    const marked = await markAllRefundDue(tx, id, { reason: refundReason, checkAt });
    if (marked.donations === 0) return;
    const decision = await insertAuditEntry(tx, operator, {
      action: "return_donations",
      subject: "request",
      subjectId: id,
      after: marked,
      reason,
    });
    if (!wasActive) await informOwner(tx, { userId }, decision);
  });
  const problems: ReturnedDonations["problems"] = [];
  for (const donationId of await selectRefundsDue(db, id)) {
    const problem = await refundNow(context, { kind: "donation", id: donationId });
    if (problem !== null) problems.push({ donationId, problem });
  }
  for (const due of await selectReturnsDue(db, id)) {
    try {
      await settleReturn(context, due.id);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      problems.push({ donationId: due.donationId, problem: error.message });
    }
  }
  return {
    request: { id, item },
    ...(await sumReturned(db, id)),
    pendingDonations: await countPending(db, id),
    problems,
  };
}
