import type { Tier } from "@/lib/vocabulary";

/** The highest goal in cents by tier (D7). */
export const GOAL_LIMIT: Record<Tier, number> = { none: 50_000, gold: 200_000, diamond: 1_000_000 };

/** How many requests may be active and not completed at a time, by tier (D8). */
export const ACTIVE_LIMIT: Record<Tier, number> = { none: 3, gold: 5, diamond: 10 };

export const ITEM_MAX = 120;
export const DESCRIPTION_MAX = 2_000;

/** How long a completed request of a free requester stays in the feed (D20). */
export const COMPLETED_LISTED_DAYS = 7;

/** Whether a request still takes donations beyond its goal: only those of subscribers do (D26). */
export function acceptsBeyondGoal(ownerTier: Tier): boolean {
  return ownerTier !== "none";
}

/**
 * What a donor may still give in cents: null when open-ended, 0 when the goal of a free requester is reached (D26).
 */
export function remainingFor(request: { raised: number; goal: number }, ownerTier: Tier): number | null {
  if (acceptsBeyondGoal(ownerTier)) return null;
  return Math.max(0, request.goal - request.raised);
}
