import type { Db } from "@/db/client";
import { USERNAME_PATTERN } from "@/lib/domain/users/rules";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { type PeriodStarts, periodStarts } from "@/lib/ground/periods";
import type { Period } from "@/lib/ground/vocabulary";
import { presentEntry } from "./present";
import { centsToPass } from "./rules";
import type { LeaderboardEntry, NextAbove, Standing } from "./schema";
import { inSearchPlace } from "./search-places";
import {
  boundSearch,
  type StandingRow,
  selectMatching,
  selectNextAbove,
  selectStanding,
  selectTop,
} from "./store";

/** How many are listed (D31). */
const LISTED = 100;

/** The most names that a search looks at, and how long it may take. */
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
export async function listLeaderboard(
  db: Db,
  { period, search = "", viewerId }: Asked,
): Promise<LeaderboardEntry[]> {
  const text = search.trim().toLowerCase();
  if (!USERNAME_PATTERN.test(text)) return [];
  const at = now();
  const starts = periodStarts(at, env().timeZone);
  const top = await selectTop(db, period, starts, LISTED);
  const rows = text ? await searchedRows(db, { period, starts, text, top, viewerId }) : top;
  return rows.map((row) => presentEntry(row, viewerId, at));
}

/** An index of parts of names needs three letters or digits in a row. */
const FINDS_PARTS = /[a-z0-9]{3}/;

type Searched = {
  period: Period;
  starts: PeriodStarts;
  text: string;
  top: StandingRow[];
  viewerId: string;
};

/**
 * Up to 100 people whose name contains a text or, where the text is too short for the index of parts, begins with it
 * (D43). When more names match than a search looks at: those of the first 100 places, and the first names found. A
 * longer text finds the others.
 */
async function searchedRows(
  db: Db,
  { period, starts, text, top, viewerId }: Searched,
): Promise<StandingRow[]> {
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
 * A person's own place in the current period; no rank without a gift (D31). Listed people have the rank that the
 * leaderboard shows; an anonymous person alone sees the rank that they would have by all they gave (D37).
 */
export async function ownStanding(db: Db, userId: string, period: Period): Promise<Standing> {
  const row = await selectStanding(db, userId, period, periodStarts(now(), env().timeZone));
  return row
    ? { rank: row.ahead + 1, given: row.given, isListed: row.isListed }
    : { rank: null, given: 0, isListed: false };
}

/**
 * What a listed person has yet to give in the current period to pass somebody, for that person alone to see: the
 * nearest listed person above who does not hide what they gave (D15, D37). `more` is in cents, whole units of the
 * currency that really pass. `first` when nobody gave more. Null for who gave nothing openly, is anonymous, or has
 * only people above who hide their amounts. Call it as `nextAbove(db, userId, period)`, after a gift is booked.
 */
export async function nextAbove(db: Db, userId: string, period: Period): Promise<NextAbove | null> {
  const row = await selectNextAbove(db, userId, period, periodStarts(now(), env().timeZone));
  if (!row) return null;
  if (row.isFirst) return { state: "first" };
  if (row.username === null || row.behind === null) return null;
  return { state: "behind", username: row.username, more: centsToPass(row.behind) };
}
