import { z } from "zod";
import { PERIODS } from "@/lib/ground/vocabulary";
import type { Movement } from "./rules";

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

/** An entry as the page shows it, with its rise or fall; null where there is nothing to compare with. */
export type BoardEntry = LeaderboardEntry & { movement: Movement | null };

/** A person's own place: its rank, the cents given, and whether others see it. */
export type OwnRank = { rank: number | null; given: number; isListed: boolean };

/** Whom a person passes next, and with how many cents more; or that nobody gave more. */
export type NextAbove = { state: "first" } | { state: "behind"; username: string; more: number };

/**
 * A month of what a person gave, for themself alone. `start` is its first day, `given` all of it in cents. `rank` is
 * null for a month without a donation that counts, and `beyond` after the first 1,000.
 */
export type DonationMonth = { start: string; given: number; rank: number | "beyond" | null };
