import type { Db, Tx } from "@/db/client";
import { lockOwner } from "@/lib/domain/requests/guards";
import { countActive } from "@/lib/domain/requests/queries";
import { effectiveTier } from "@/lib/domain/users/rules";
import { now } from "@/lib/ground/clock";
import { TIER_RULES } from "@/lib/ground/tiers";
import { insertAuditEntry } from "./audit-store";
import { informOwner } from "./inform-owner";
import { lockRequest, type RequestState, setActive } from "./requests-store";
import { type Operator, Refusal } from "./types";

type Input = { requestId: string; reason: string };

/**
 * Returns a hidden request to the feed. Its rank depends on its own age, boost and requester, as before. The
 * requester's limit applies (D8): they may have made another request since.
 * @throws Refusal
 */
export async function showRequest(
  db: Db,
  operator: Operator,
  { requestId, reason }: Input,
): Promise<Pick<RequestState, "id" | "item">> {
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request.isActive) throw new Refusal("This request is not hidden.");
    if (!request.isCompleted) await assertBelowLimit(tx, request.userId);
    await setActive(tx, request.id, true);
    const decision = await insertAuditEntry(tx, operator, {
      action: "show_request",
      subject: "request",
      subjectId: request.id,
      before: { isActive: false },
      after: { isActive: true },
      reason,
    });
    await informOwner(tx, request, decision);
    return { id: request.id, item: request.item };
  });
}

/** @throws Refusal when the requester has as many open requests as their tier allows */
async function assertBelowLimit(tx: Tx, userId: string): Promise<void> {
  const owner = await lockOwner(tx, userId);
  if (!owner) throw new Error(`requester ${userId} vanished`);
  const tier = effectiveTier(owner.subscriptionTier, owner.subscriptionExpiry, now());
  if ((await countActive(tx, userId)) >= TIER_RULES[tier].activeLimit) {
    throw new Refusal(
      `Its requester has ${TIER_RULES[tier].activeLimit} open requests already, the limit of their plan.`,
    );
  }
}
