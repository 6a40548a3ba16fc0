import type { Tx } from "@/db/client";
import { selectBoosts, spendBoost } from "@/lib/domain/boosts/store";
import { photoInvalid } from "@/lib/domain/photos/photo-invalid";
import { preparePhoto } from "@/lib/domain/photos/prepare-photo";
import { photoUrlOf } from "@/lib/domain/photos/rules";
import { attachPhoto } from "@/lib/domain/photos/store";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { effectiveTier } from "@/lib/domain/users/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { presentRequest } from "./present";
import { ACTIVE_LIMIT, effectivePriority, GOAL_LIMIT, payoutProblem } from "./rules";
import type { NewRequest } from "./schema";
import { countOpen, insertRequest, lockOwner, lockPlaces, selectOne } from "./store";
import type { FundingRequest } from "./types";

/**
 * Asks for something in the caller's own name (specification 5; D7, D8, D18). `goal` in cents. `id` is the operation's: asked again, the same
 * request answers and nothing is created twice. Limits are counted under a lock on the owner, so that simultaneous calls keep them; a
 * boost is used with it or not at all. Its photo is made ready before, because that takes long (D23), and only for who may ask; without a request
 * it is removed in time.
 * @throws AppError FORBIDDEN, PAYMENT_METHOD_REQUIRED, PAYMENT_DETAILS_REQUIRED, GOAL_LIMIT_EXCEEDED, MAX_REQUESTS_REACHED,
 * INSUFFICIENT_BOOSTS, PHOTO_INVALID; ProviderUnavailable
 */
export async function createRequest(
  context: PhotoContext,
  viewer: Pick<Viewer, "id">,
  { userId = viewer.id, appliedBoostType = null, photoUrl: sent, ...input }: NewRequest,
  id: string,
): Promise<FundingRequest> {
  if (userId !== viewer.id) throw new AppError("FORBIDDEN");
  const wanted = { id, userId, goal: input.goal, appliedBoostType };
  if (sent) await context.db.transaction((tx) => admit(tx, wanted));
  const photo = sent ? await preparePhoto(context, viewer, sent, id) : null;
  return context.db.transaction(async (tx) => {
    const { owner, existing, at } = await admit(tx, wanted);
    if (existing) return presentRequest(existing, at);
    const priority = effectivePriority(
      {
        ownerTier: owner.subscriptionTier,
        ownerTierExpiry: owner.subscriptionExpiry,
        appliedBoostType,
        boostAppliedAt: at,
      },
      at,
    );
    if (appliedBoostType) {
      const use = { id, userId, boostType: appliedBoostType, requestId: id, at };
      if (!(await spendBoost(tx, use))) throw new AppError("INSUFFICIENT_BOOSTS");
    }
    const photoUrl = photo && photoUrlOf(photo);
    await insertRequest(tx, { ...input, id, userId, appliedBoostType, photoUrl }, priority, at);
    if (photo && !(await attachPhoto(tx, photo.id, id))) throw photoInvalid("used");
    const created = await selectOne(tx, id);
    if (!created) throw new Error(`request ${id} vanished`);
    return presentRequest(created, at);
  });
}

type Wanted = Pick<NewRequest, "goal"> & { id: string; userId: string; appliedBoostType: BoostType | null };

/** Locks the owner and judges whether they may ask for this, unless they already did. @throws AppError */
async function admit(tx: Tx, { id, userId, goal, appliedBoostType }: Wanted) {
  await lockPlaces(tx, userId);
  const owner = await lockOwner(tx, userId);
  if (!owner) throw new AppError("UNAUTHENTICATED");
  const at = now();
  const existing = await selectOne(tx, id);
  if (existing) return { owner, existing, at };
  const problem = payoutProblem(owner);
  if (problem) throw new AppError(problem);
  const tier = effectiveTier(owner.subscriptionTier, owner.subscriptionExpiry, at);
  if (goal > GOAL_LIMIT[tier]) {
    throw new AppError("GOAL_LIMIT_EXCEEDED", {
      values: { limitCents: GOAL_LIMIT[tier] },
      fields: { goal: "goalLimit" },
    });
  }
  if ((await countOpen(tx, userId)) >= ACTIVE_LIMIT[tier]) {
    throw new AppError("MAX_REQUESTS_REACHED", { values: { limit: ACTIVE_LIMIT[tier] } });
  }
  const held = appliedBoostType && (await selectBoosts(tx, userId));
  if (held && held[appliedBoostType] < 1) throw new AppError("INSUFFICIENT_BOOSTS");
  return { owner, existing: null, at };
}
