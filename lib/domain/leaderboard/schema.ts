import { z } from "zod";
import { PERIODS } from "@/lib/ground/vocabulary";

/** GET /api/leaderboard. */
export const leaderboardQuerySchema = z.object({
  period: z.enum(PERIODS).default("all"),
  search: z.string().trim().max(80).optional(),
});

/** api.md, Entry. Cents that were given openly, all null when hidden; an anonymous person is not listed (D37). */
export const leaderboardEntrySchema = z.object({
  id: z.uuid(),
  rank: z.int().min(1),
  username: z.string(),
  avatar: z.string(),
  isPremium: z.boolean(),
  hideGivenAmount: z.boolean(),
  totalGiven: z.int().nullable(),
  monthlyGiven: z.int().nullable(),
  weeklyGiven: z.int().nullable(),
  dailyGiven: z.int().nullable(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

/** A person's own place: its rank, the cents given, and whether others see it. */
export type Standing = { rank: number | null; given: number; isListed: boolean };

/** Whom a person passes next, and with how many cents more; or that nobody gave more. */
export type NextAbove = { state: "first" } | { state: "behind"; username: string; more: number };
