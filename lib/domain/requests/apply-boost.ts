import type { Db } from "@/db/client";
import { isUsed, spendBoost } from "@/lib/domain/boosts/balance";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { lockOwn } from "./lock-own";
import { readWritten } from "./queries";
import { effectivePriority } from "./rules";
import type { FundingRequest } from "./schema";
import { updateRequest } from "./store";

type Application = { requestId: string; boostType: BoostType };

/**
 * Uses one of the caller's boosts on their own open request (specification 4; D20): one boost per request. `id` is
 * the operation's: a retry returns the same and takes no second boost.
 * @throws AppError NOT_FOUND, FORBIDDEN, NOT_ACTIVE, ALREADY_BOOSTED, INSUFFICIENT_BOOSTS
 */
export async function applyBoost(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { requestId, boostType }: Application,
  id: string,
): Promise<FundingRequest> {
  return db.transaction(async (tx) => {
    const at = now();
    const request = await lockOwn(tx, viewer, requestId);
    if (!(await isUsed(tx, { id, requestId }))) {
      if (!request.isActive || request.isCompleted || request.closedAt !== null)
        throw new AppError("NOT_ACTIVE");
      if (request.appliedBoostType) throw new AppError("ALREADY_BOOSTED");
      const owner = await spendBoost(tx, { id, userId: viewer.id, boostType, requestId, at });
      if (!owner) throw new AppError("INSUFFICIENT_BOOSTS");
      const boost = { appliedBoostType: boostType, boostAppliedAt: at };
      const { level, until } = effectivePriority(
        { ownerTier: owner.subscriptionTier, ownerTierExpiry: owner.subscriptionExpiry, ...boost },
        at,
      );
      await updateRequest(tx, requestId, { ...boost, priorityLevel: level, priorityUntil: until });
    }
    return readWritten(tx, requestId);
  });
}
