import type { Db } from "@/db/client";
import { KeptRead } from "@/db/kept-read";
import { now } from "@/lib/clock";
import { USERNAME_PATTERN } from "@/lib/domain/users/rules";
import { env } from "@/lib/env";
import type { Period } from "@/lib/vocabulary";
import { periodStarts } from "./periods";
import { presentEntry } from "./present";
import type { LeaderboardEntry } from "./schema";
import { type PeriodStarts, type StandingRow, selectMatching, selectStanding, selectTop } from "./store";

/** How many are listed (D31). */
const LISTED = 100;

type Asked = {
  period: Period;
  search?: string | undefined;
  viewerId: string;
  /** The database's present moment, if it is known: the first 100 are not read again while it lasts. */
  moment?: string | null;
};

const kept = new KeptRead<StandingRow[]>();

/**
 * Who gave most in the current period (D30, D31): the first 100, or the first 100 whose username contains `search`, each with their true rank.
 * Amounts in cents; what a person hides is hidden from everyone else (D15).
 */
export async function listLeaderboard(
  db: Db,
  { period, search = "", viewerId, moment = null }: Asked,
): Promise<LeaderboardEntry[]> {
  const text = search.trim();
  if (!USERNAME_PATTERN.test(text)) return [];
  const at = now();
  const starts = periodStarts(at, env().timeZone);
  const rows = text
    ? await selectMatching(db, period, starts, { text, viewerId, limit: LISTED })
    : await topRows(db, period, starts, moment);
  return rows.map((row) => presentEntry(row, viewerId, at));
}

async function topRows(
  db: Db,
  period: Period,
  starts: PeriodStarts,
  moment: string | null,
): Promise<StandingRow[]> {
  // What counts as this month, week and day changes without the database.
  const during = (when: string) => `${when} ${Object.values(starts)}`;
  const found = kept.find(db, period, moment && during(moment));
  if (found) return found;
  const { rows, moment: readAt } = await selectTop(db, period, starts, LISTED);
  if (readAt !== null) kept.keep(db, period, during(readAt), rows);
  return rows;
}

/** A person's own place in the current period and what they gave in it, in cents; no rank for who gave nothing (D31). */
export async function ownStanding(
  db: Db,
  userId: string,
  period: Period,
): Promise<{ rank: number | null; given: number }> {
  const row = await selectStanding(db, userId, period, periodStarts(now(), env().timeZone));
  return row ? { rank: row.ahead + 1, given: row.given } : { rank: null, given: 0 };
}
