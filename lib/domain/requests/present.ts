import { publicGiven } from "@/lib/domain/users/present";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import { effectiveTier } from "@/lib/domain/users/rules";
import { isPaid } from "@/lib/ground/tiers";
import { COMPLETION_EMOJIS } from "@/lib/ground/vocabulary";
import { effectivePriority } from "./rules";
import type { FundingRequest, SharedRequest } from "./schema";
import type { RequestRow } from "./store";

/**
 * A request as a signed-in person may see it (api.md): its tier and priority are those of this moment, and what its
 * owner hides is null (D15). Of what they gave it tells only what was given openly, and of an anonymous owner nothing:
 * it would tell which donation is theirs (D36).
 */
export function presentRequest({ owner, feedRank: _, ...row }: RequestRow, at: Date): FundingRequest {
  const tier = effectiveTier(owner.subscriptionTier, owner.subscriptionExpiry, at);
  const priority = effectivePriority(
    { ...row, ownerTier: owner.subscriptionTier, ownerTierExpiry: owner.subscriptionExpiry },
    at,
  );
  return {
    ...row,
    completionEmoji: row.isCompleted ? (row.completionEmoji ?? COMPLETION_EMOJIS[0]) : null,
    completedAt: row.completedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    boostAppliedAt: row.boostAppliedAt?.toISOString() ?? null,
    priorityLevel: priority.level,
    user: {
      username: owner.username,
      name: owner.name,
      avatar: owner.avatar,
      profileImageUrl: owner.profileImageUrl,
      isPremium: isPaid(tier),
      totalGiven: publicGiven(owner),
      subscriptionTier: tier,
    },
  };
}

/** The same as a visitor may see it: who keeps their profile anonymous is not named there (D38). */
export function presentShared(row: RequestRow, at: Date): SharedRequest {
  const request = presentRequest(row, at);
  return isRequesterNamed(row.owner, "visitor") ? request : { ...request, userId: null, user: null };
}
