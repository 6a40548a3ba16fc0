import type { Db } from "@/db/client";
import { insertAuditEntry } from "./audit-store";
import { lockExisting } from "./lock-existing";
import { countPending, type RequestState, setActive } from "./requests-store";
import { type Operator, Refusal } from "./types";

type Order = { requestId: string; reason: string };

export type Hidden = {
  request: Pick<RequestState, "id" | "item">;
  /** Donations that were begun: whatever of them is paid from now on is refunded in full. */
  pendingDonations: number;
};

/**
 * Takes a request out of the feed (D19, Inactive). What was raised stays; no donation can begin, and one that is on its way is refunded in full when
 * it is paid, as for a deleted request.
 * @throws Refusal
 */
export async function hideRequest(db: Db, operator: Operator, { requestId, reason }: Order): Promise<Hidden> {
  return db.transaction(async (tx) => {
    const request = await lockExisting(tx, requestId);
    if (!request.isActive) throw new Refusal("This request is out of the feed already.");
    await setActive(tx, request.id, false);
    await insertAuditEntry(tx, operator, {
      action: "hide_request",
      subject: "request",
      subjectId: request.id,
      before: { isActive: true },
      after: { isActive: false },
      reason,
    });
    const pendingDonations = await countPending(tx, request.id);
    return { request: { id: request.id, item: request.item }, pendingDonations };
  });
}
