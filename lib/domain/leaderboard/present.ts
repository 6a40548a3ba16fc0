import { effectiveTier } from "@/lib/domain/users/rules";
import { isPaid } from "@/lib/ground/tiers";
import type { LeaderboardEntry } from "./schema";
import type { StandingRow } from "./store";

/**
 * A place on the leaderboard as this viewer may see it: what was given openly, unless the person hides it (D15, D37).
 */
export function presentEntry(row: StandingRow, viewerId: string, at: Date): LeaderboardEntry {
  const shown = row.id === viewerId || !row.hideGivenAmount;
  return {
    id: row.id,
    rank: row.rank,
    username: row.username,
    avatar: row.avatar,
    isPremium: isPaid(effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at)),
    hideGivenAmount: row.hideGivenAmount,
    totalGiven: shown ? row.totalGiven : null,
    monthlyGiven: shown ? row.monthlyGiven : null,
    weeklyGiven: shown ? row.weeklyGiven : null,
    dailyGiven: shown ? row.dailyGiven : null,
  };
}
