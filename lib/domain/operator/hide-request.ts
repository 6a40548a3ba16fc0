import type { Db } from "@/db/client";
import { insertAuditEntry } from "./audit-store";
import { informOwner } from "./inform-owner";
import { countPending, lockRequest, type RequestState, setActive } from "./requests-store";
import { type Operator, Refusal } from "./types";

type Input = { requestId: string; reason: string };

export type HiddenRequest = {
  request: Pick<RequestState, "id" | "item">;
  /** Started donations. They are refunded in full if they are paid from now on. */
  pendingDonations: number;
};

/**
 * Removes a request from the feed (D19, Inactive). What was raised stays. No donation can start, and a pending one is
 * refunded in full when it is paid, as for a deleted request.
 * @throws Refusal
 */
export async function hideRequest(
  db: Db,
  operator: Operator,
  { requestId, reason }: Input,
): Promise<HiddenRequest> {
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (!request.isActive) throw new Refusal("This request is out of the feed already.");
    await setActive(tx, request.id, false);
    const decision = await insertAuditEntry(tx, operator, {
      action: "hide_request",
      subject: "request",
      subjectId: request.id,
      before: { isActive: true },
      after: { isActive: false },
      reason,
    });
    await informOwner(tx, request, decision);
    const pendingDonations = await countPending(tx, request.id);
    return { request: { id: request.id, item: request.item }, pendingDonations };
  });
}
