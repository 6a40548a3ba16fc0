import type { Tx } from "@/db/client";
import { selectBoosts, spendBoost } from "@/lib/domain/boosts/balance";
import { assertRunning } from "@/lib/domain/incidents/stops";
import { projectMeasures } from "@/lib/domain/measures/guards";
import { preparePhoto } from "@/lib/domain/photos/prepare-photo";
import { attachPhoto } from "@/lib/domain/photos/request-photo";
import { photoUrlOf } from "@/lib/domain/photos/rules";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { checkMade } from "@/lib/domain/safety/review";
import { effectiveTier } from "@/lib/domain/users/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { TIER_RULES } from "@/lib/ground/tiers";
import type { BoostType } from "@/lib/ground/vocabulary";
import { notifyFollowers } from "./followers-store";
import { lockOwner, lockPlaces } from "./guards";
import { placeOf } from "./place";
import { presentRequest } from "./present";
import { readWritten } from "./queries";
import { effectivePriority, payoutProblem } from "./rules";
import type { FundingRequest, NewRequest } from "./schema";
import { countOpen, insertRequest, selectOne } from "./store";

/**
 * Creates a request of the caller (specification 5; D7, D8, D18). `goal` in cents. `id` is the operation's: a retry
 * returns the same request. Limits are counted under a lock on the owner, and a boost is spent in the same
 * transaction. The photo is encoded before the transaction, because that is slow (D23), and only for callers who
 * may create the request.
 * @throws AppError VALIDATION_ERROR for an unknown town; FORBIDDEN, also for a boost of somebody hidden;
 * PAYMENT_METHOD_REQUIRED, PAYMENT_DETAILS_REQUIRED, GOAL_LIMIT_EXCEEDED,
 * MAX_REQUESTS_REACHED, INSUFFICIENT_BOOSTS, PHOTO_INVALID, STOPPED; ProviderUnavailable
 */
export async function createRequest(
  context: PhotoContext,
  viewer: Pick<Viewer, "id">,
  { userId = viewer.id, appliedBoostType = null, photoUrl: sent, placeId = null, ...input }: NewRequest,
  id: string,
): Promise<FundingRequest> {
  if (userId !== viewer.id) throw new AppError("FORBIDDEN");
  const wanted = { id, userId, goal: input.goal, appliedBoostType };
  const place = await placeOf(context.db, placeId);
  if (sent) await context.db.transaction((tx) => checkAllowed(tx, wanted));
  const photo = sent ? await preparePhoto(context, viewer, sent, id) : null;
  return context.db.transaction(async (tx) => {
    const { owner, existing, at } = await checkAllowed(tx, wanted);
    if (existing) return presentRequest(existing, at);
    const boost = { appliedBoostType, boostAppliedAt: appliedBoostType && at };
    const { level, until } = effectivePriority(
      { ownerTier: owner.subscriptionTier, ownerTierExpiry: owner.subscriptionExpiry, ...boost },
      at,
    );
    if (appliedBoostType) {
      const use = { id, userId, boostType: appliedBoostType, requestId: id, at };
      if (!(await spendBoost(tx, use))) throw new AppError("INSUFFICIENT_BOOSTS");
    }
    const photoUrl = photo && photoUrlOf(photo);
    const row = { ...input, ...place, ...boost, id, userId, photoUrl, createdAt: at };
    await insertRequest(tx, { ...row, priorityLevel: level, priorityUntil: until });
    if (owner.hasDecisions)
      await projectMeasures(tx, { subject: "person", subjectId: userId, personId: userId }, at);
    if (photo) await attachPhoto(tx, photo.id, { requestId: id });
    await checkMade(tx, id, at);
    await notifyFollowers(tx, { id, ownerId: userId, createdAt: at });
    return readWritten(tx, id);
  });
}

type Wanted = Pick<NewRequest, "goal"> & { id: string; userId: string; appliedBoostType: BoostType | null };

/** Locks the owner and checks that they may create this, unless a retry finds it created. @throws AppError */
async function checkAllowed(tx: Tx, { id, userId, goal, appliedBoostType }: Wanted) {
  await lockPlaces(tx, userId);
  const owner = await lockOwner(tx, userId);
  if (!owner) throw new AppError("UNAUTHENTICATED");
  const at = now();
  const existing = await selectOne(tx, id);
  if (existing) return { owner, existing, at };
  await assertRunning(tx, "asking");
  const problem = payoutProblem(owner);
  if (problem) throw new AppError(problem);
  const tier = effectiveTier(owner.subscriptionTier, owner.subscriptionExpiry, at);
  if (goal > TIER_RULES[tier].goalLimit) {
    throw new AppError("GOAL_LIMIT_EXCEEDED", {
      values: { limitCents: TIER_RULES[tier].goalLimit },
      fields: { goal: "goalLimit" },
    });
  }
  if ((await countOpen(tx, userId)) >= TIER_RULES[tier].activeLimit) {
    throw new AppError("MAX_REQUESTS_REACHED", { values: { limit: TIER_RULES[tier].activeLimit } });
  }
  const held = appliedBoostType && (await selectBoosts(tx, userId));
  // What a hidden person asks for is hidden, where a boost lifts nothing.
  if (held && owner.hiddenAt) throw new AppError("FORBIDDEN");
  if (held && held[appliedBoostType] < 1) throw new AppError("INSUFFICIENT_BOOSTS");
  return { owner, existing: null, at };
}
