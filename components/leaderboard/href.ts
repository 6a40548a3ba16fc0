import type { Period } from "@/lib/ground/vocabulary";

/** The address of a board; what is usual is left out. */
export function leaderboardHref(period: Period, search: string): string {
  const query = new URLSearchParams({
    ...(period !== "all" && { period }),
    ...(search !== "" && { search }),
  });
  return query.size > 0 ? `/leaderboard?${query}` : "/leaderboard";
}
