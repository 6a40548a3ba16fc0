import { publicGiven } from "@/lib/domain/users/present";
import { effectiveTier } from "@/lib/domain/users/rules";
import { COMPLETION_EMOJIS } from "@/lib/vocabulary";
import { effectivePriority } from "./rules";
import type { RequestRow } from "./store";
import type { FundingRequest } from "./types";

/**
 * A request as everyone may see it (api.md): its tier and priority are those of this moment, and what its owner hides is null (D15). Owners are
 * named even when their profile is anonymous: that is about them as donors.
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
      isPremium: tier !== "none",
      totalGiven: publicGiven(owner),
      subscriptionTier: tier,
    },
  };
}
