import { effectiveTier } from "@/lib/domain/users/rules";
import type { LeaderboardEntry } from "./schema";
import type { StandingRow } from "./store";

/** A place on the leaderboard as this viewer may see it: nothing that tells who an anonymous person is, no hidden amount (D15). */
export function presentEntry(row: StandingRow, viewerId: string, at: Date): LeaderboardEntry {
  const own = row.id === viewerId;
  const named = own || !row.anonymousProfile;
  const shown = own || !row.hideGivenAmount;
  return {
    id: named ? row.id : null,
    rank: row.rank,
    username: named ? row.username : null,
    avatar: named ? row.avatar : null,
    isPremium: named && effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at) !== "none",
    hideGivenAmount: row.hideGivenAmount,
    totalGiven: shown ? row.totalGiven : null,
    monthlyGiven: shown ? row.monthlyGiven : null,
    weeklyGiven: shown ? row.weeklyGiven : null,
    dailyGiven: shown ? row.dailyGiven : null,
  };
}
