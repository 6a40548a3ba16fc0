import type { Db } from "@/db/client";
import { effectiveTier, USERNAME_PATTERN } from "@/lib/domain/users/rules";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { lastMonths, type PeriodStarts, periodStarts, previousStarts } from "@/lib/ground/periods";
import { isPaid } from "@/lib/ground/tiers";
import type { Period } from "@/lib/ground/vocabulary";
import { centsToPass, movementOf, ranksOf } from "./rules";
import type { BoardEntry, DonationMonth, LeaderboardEntry, NextAbove, OwnRank } from "./schema";
import { inSearchPlace } from "./search-places";
import {
  type BoardRow,
  boundSearch,
  selectMatching,
  selectMonths,
  selectNextAbove,
  selectOwnRank,
  selectRanksOf,
  selectTop,
} from "./store";

/** How many are listed (D31). */
const LISTED = 100;

/** The most names that a search reads, and how long it may take. */
const NAMES_LOOKED_AT = 1_000;
const SEARCH_TIMEOUT_MS = 1_000;

type Asked = {
  period: Period;
  search?: string | undefined;
  viewerId: string;
};

/**
 * Who gave most in the current period (D30, D31, D37): the first 100, or those whose username has `search`, each with
 * their true rank. What was given publicly, in cents; what a person hides is hidden from everyone else (D15).
 * @throws AppError RATE_LIMITED when a search finds no place on this server in time, or takes too long
 */
export async function listLeaderboard(db: Db, asked: Asked): Promise<LeaderboardEntry[]> {
  const at = now();
  const rows = await listedRows(db, asked, periodStarts(at, env().timeZone));
  return rows.map((row) => presentEntry(row, asked.viewerId, at));
}

/**
 * The same with each person's rise or fall, for the page. A day, a week or a month is compared with the first 1,000 of
 * the one before. All time has none before it: those shown are compared among each other, with what they had given
 * before this week. Nobody has a movement in what a search finds, nor when nobody shown was on the list before.
 * @throws AppError as `listLeaderboard`
 */
export async function listBoard(db: Db, asked: Asked): Promise<BoardEntry[]> {
  const at = now();
  const starts = periodStarts(at, env().timeZone);
  const rows = await listedRows(db, asked, starts);
  const before = asked.search?.trim() ? null : await ranksBefore(db, rows, asked.period, starts);
  return rows.map((row) => ({
    ...presentEntry(row, asked.viewerId, at),
    movement: before?.size ? movementOf(row.rank, before.get(row.id) ?? null) : null,
  }));
}

async function ranksBefore(
  db: Db,
  rows: readonly BoardRow[],
  period: Period,
  starts: PeriodStarts,
): Promise<Map<string, number>> {
  if (period === "all")
    return ranksOf(new Map(rows.map((row) => [row.id, row.totalGiven - row.weeklyGiven])));
  const ids = rows.map(({ id }) => id);
  return selectRanksOf(db, ids, period, previousStarts(starts));
}

async function listedRows(
  db: Db,
  { period, search = "", viewerId }: Asked,
  starts: PeriodStarts,
): Promise<BoardRow[]> {
  const text = search.trim().toLowerCase();
  if (!USERNAME_PATTERN.test(text)) return [];
  const top = await selectTop(db, period, starts, LISTED);
  return text ? searchedRows(db, { period, starts, text, top, viewerId }) : top;
}

/** An index of parts of names needs three letters or digits in a row. */
const FINDS_PARTS = /[a-z0-9]{3}/;

type Searched = {
  period: Period;
  starts: PeriodStarts;
  text: string;
  top: BoardRow[];
  viewerId: string;
};

/**
 * Up to 100 people whose name contains a text or, where the text is too short for the index of parts, begins with it
 * (D43). When more names match than a search reads: those of the first 100 places, and the first names found. A
 * longer text finds the others.
 */
async function searchedRows(db: Db, { period, starts, text, top, viewerId }: Searched): Promise<BoardRow[]> {
  const ofParts = FINDS_PARTS.test(text);
  const known = top.filter(({ username }) => {
    const name = username.toLowerCase();
    return ofParts ? name.includes(text) : name.startsWith(text);
  });
  // Nobody else is listed, or nobody else would be shown.
  if (top.length < LISTED || known.length === LISTED) return known;
  return inSearchPlace(viewerId, () =>
    db.transaction(async (tx) => {
      const { hasPartIndex } = await boundSearch(tx, SEARCH_TIMEOUT_MS);
      return selectMatching(tx, period, starts, {
        text,
        by: ofParts && hasPartIndex ? "part" : "beginning",
        names: NAMES_LOOKED_AT,
        known: known.map(({ id }) => id),
        limit: LISTED,
      });
    }),
  );
}

/**
 * A person's own place in the current period; no rank without a donation (D31). Listed people have the rank that the
 * leaderboard shows; an anonymous person alone sees the rank that they would have by all they gave (D37).
 */
export async function findOwnRank(db: Db, userId: string, period: Period): Promise<OwnRank> {
  const row = await selectOwnRank(db, userId, period, periodStarts(now(), env().timeZone));
  return row
    ? { rank: row.ahead + 1, given: row.given, isListed: row.isListed }
    : { rank: null, given: 0, isListed: false };
}

/**
 * What a listed person has yet to give in the current period to pass somebody, for that person alone to see: the
 * nearest listed person above who does not hide what they gave (D15, D37). `more` is in cents, whole units of the
 * currency that really pass. `first` when nobody gave more. Null for who gave nothing openly, is anonymous, or has
 * only people above who hide their amounts.
 */
export async function nextAbove(db: Db, userId: string, period: Period): Promise<NextAbove | null> {
  const row = await selectNextAbove(db, userId, period, periodStarts(now(), env().timeZone));
  if (!row) return null;
  if (row.isFirst) return { state: "first" };
  if (row.username === null || row.behind === null) return null;
  return { state: "behind", username: row.username, more: centsToPass(row.behind) };
}

/** How many months the pictures of one's own giving go back. */
const MONTHS = 12;

/**
 * What a person gave in each of the last twelve months, oldest first, with their place in each, for that person alone
 * (D37).
 */
export async function donationsByMonth(db: Db, userId: string): Promise<DonationMonth[]> {
  const starts = lastMonths(periodStarts(now(), env().timeZone), MONTHS);
  const months = new Map((await selectMonths(db, userId, starts)).map((month) => [month.start, month]));
  return starts.map((start) => months.get(start) ?? { start, given: 0, rank: null });
}

/**
 * A place on the leaderboard as this viewer may see it: what was given openly, unless the person hides it (D15, D37).
 */
function presentEntry(row: BoardRow, viewerId: string, at: Date): LeaderboardEntry {
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
