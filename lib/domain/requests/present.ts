import { wayOf } from "@/lib/domain/holds/standing-rules";
import { publicGiven } from "@/lib/domain/users/present";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import { effectiveTier } from "@/lib/domain/users/rules";
import { env } from "@/lib/ground/env";
import { isPaid } from "@/lib/ground/tiers";
import { COMPLETION_EMOJIS } from "@/lib/ground/vocabulary";
import { itemEmoji } from "./emoji-rules";
import { effectivePriority, givingChoice, givingOff } from "./rules";
import type { FundingRequest, SharedRequest } from "./schema";
import type { RequestRow } from "./store";

/**
 * A request as a signed-in person sees it (api.md): with its current tier and priority, and null where its owner
 * hides a figure (D15). Their total counts public donations only, and is null for an anonymous owner, because it would
 * reveal which donation is theirs (D36).
 */
export function presentRequest(
  { owner, feedRank: _, donationCount: givers, pausedAt, closedAt, givingOffAt, ...row }: RequestRow,
  at: Date,
): FundingRequest {
  const tier = effectiveTier(owner.subscriptionTier, owner.subscriptionExpiry, at);
  const priority = effectivePriority(
    { ...row, ownerTier: owner.subscriptionTier, ownerTierExpiry: owner.subscriptionExpiry },
    at,
  );
  return {
    ...row,
    place: row.town,
    givers,
    itemEmoji: itemEmoji(row.item, row.id),
    completionEmoji: row.isCompleted ? (row.completionEmoji ?? COMPLETION_EMOJIS[0]) : null,
    completedAt: row.completedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    boostAppliedAt: row.boostAppliedAt?.toISOString() ?? null,
    priorityLevel: priority.level,
    canBePaidOut: wayOf({ ...owner, walletPays: env().walletPayouts }) !== null,
    isGivingPaused: owner.donationsPausedAt !== null,
    givingOff: givingOff({ pausedAt, closedAt, givingOffAt, donationsPausedAt: owner.donationsPausedAt }),
    givingChoice: givingChoice({ pausedAt, closedAt }),
    user: {
      username: owner.username,
      name: owner.name,
      avatar: owner.avatar,
      profileImageUrl: owner.profileImageUrl,
      isPremium: isPaid(tier),
      totalGiven: publicGiven(owner),
      subscriptionTier: tier,
      delivered: owner.delivered,
    },
  };
}

/** The same for a visitor, without the owner where their profile is anonymous (D38). */
export function presentShared(row: RequestRow, at: Date): SharedRequest {
  const request = presentRequest(row, at);
  return isRequesterNamed(row.owner, "visitor") ? request : { ...request, userId: null, user: null };
}
