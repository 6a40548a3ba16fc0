import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { nightlyChecks } from "@/db/schema";
import { pick } from "@/db/statement";
import { HOUR } from "@/lib/ground/durations";

/** A finding as it is remembered: how many rows, and since which day. */
export type RememberedFinding = (typeof nightlyChecks.$inferSelect)["findings"][number];

/** After this another server makes the check of one that died, in milliseconds. */
const ABANDONED_AFTER = HOUR;

/** Takes the check of a day; false where a server makes it, or has made it. */
export async function claimNight(db: Db, day: string, at: Date): Promise<boolean> {
  const before = new Date(at.getTime() - ABANDONED_AFTER).toISOString();
  const claimed = await db
    .insert(nightlyChecks)
    .values({ day, begunAt: at })
    .onConflictDoUpdate({
      target: nightlyChecks.day,
      set: { begunAt: at },
      setWhere: sql`${nightlyChecks.finishedAt} is null and ${nightlyChecks.begunAt} < ${before}::timestamptz`,
    })
    .returning({ day: nightlyChecks.day });
  return claimed.length > 0;
}

/** Says that the check of a day is still being made. An earlier word that arrives later changes nothing. */
export async function renewNight(db: Db, day: string, at: Date): Promise<void> {
  await db
    .update(nightlyChecks)
    .set({ begunAt: at })
    .where(and(eq(nightlyChecks.day, day), isNull(nightlyChecks.finishedAt), lt(nightlyChecks.begunAt, at)));
}

/** What the last check before a day found. */
export async function findingsBefore(tx: Tx, day: string): Promise<readonly RememberedFinding[]> {
  const [row] = await tx
    .select({ findings: nightlyChecks.findings })
    .from(nightlyChecks)
    .where(and(lt(nightlyChecks.day, day), isNotNull(nightlyChecks.finishedAt)))
    .orderBy(desc(nightlyChecks.day))
    .limit(1);
  return row?.findings ?? [];
}

/** The last check that was finished, and when. */
export async function findLastNight(db: Db) {
  const [row] = await db
    .select(pick(nightlyChecks, "day", "finishedAt", "findings"))
    .from(nightlyChecks)
    .where(isNotNull(nightlyChecks.finishedAt))
    .orderBy(desc(nightlyChecks.day))
    .limit(1);
  return row ?? null;
}

/** Stores what the check of a day found, and forgets the checks before the last. */
export async function finishNight(
  tx: Tx,
  day: string,
  { findings, at }: { findings: readonly RememberedFinding[]; at: Date },
): Promise<void> {
  await tx
    .insert(nightlyChecks)
    .values({ day, begunAt: at, finishedAt: at, findings })
    .onConflictDoUpdate({ target: nightlyChecks.day, set: { finishedAt: at, findings } });
  await tx.delete(nightlyChecks).where(lt(nightlyChecks.day, day));
}
