import type { Db, Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { informOwner } from "./inform-owner";
import { countPending, isRequestHeld, lockRequest, type RequestState, setActive } from "./requests-store";
import { type MoneyDecision, type Operator, Refusal } from "./types";

type Input = { requestId: string; reason: string };

export type HiddenRequest = {
  request: Pick<RequestState, "id" | "item">;
  /** What its owner reads about what was raised. */
  money: MoneyDecision;
  /** Started donations. They are refunded in full if they are paid from now on. */
  pendingDonations: number;
};

/**
 * Removes a request from the feed (D19, Inactive). What was raised stays, or is held if a hold keeps it. No donation
 * can start, and a pending one is refunded in full when it is paid, as for a deleted request.
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
    const money = await hideLocked(tx, operator, { request, reason });
    const pendingDonations = await countPending(tx, request.id);
    return { request: { id: request.id, item: request.item }, money, pendingDonations };
  });
}

/**
 * The same for a locked request that is active. `isReturned`: what was raised goes back to its donors. Returns what the
 * owner is notified.
 */
export async function hideLocked(
  tx: Tx,
  operator: Operator,
  { request, reason, isReturned = false }: { request: RequestState; reason: string; isReturned?: boolean },
): Promise<MoneyDecision> {
  const money = await moneyOf(tx, request, isReturned);
  await setActive(tx, request.id, false);
  const decision = await insertAuditEntry(tx, operator, {
    action: "hide_request",
    subject: "request",
    subjectId: request.id,
    before: { isActive: true },
    after: { isActive: false, money },
    reason,
  });
  await informOwner(tx, request, decision);
  return money;
}

async function moneyOf(tx: Tx, request: RequestState, isReturned: boolean): Promise<MoneyDecision> {
  if (request.raised === 0) return "none";
  if (isReturned) return "returned";
  return (await isRequestHeld(tx, request, now())) ? "held" : "stays";
}
