import { z } from "zod";
import { PERIODS } from "@/lib/vocabulary";

/** GET /api/leaderboard. */
export const leaderboardQuerySchema = z.object({
  period: z.enum(PERIODS).default("all"),
  search: z.string().trim().max(80).optional(),
});

/** api.md, Entry. Cents, all null when hidden; id and username null for an anonymous person. */
export const leaderboardEntrySchema = z.object({
  id: z.uuid().nullable(),
  rank: z.int().min(1),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  isPremium: z.boolean(),
  hideGivenAmount: z.boolean(),
  totalGiven: z.int().nullable(),
  monthlyGiven: z.int().nullable(),
  weeklyGiven: z.int().nullable(),
  dailyGiven: z.int().nullable(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;
