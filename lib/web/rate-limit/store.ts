import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rateLimits } from "@/db/schema";

/** Ended windows that a new one deletes: more than one, so that the table does not grow. */
const SWEEP = 5;

/**
 * Counts an attempt in the current window, or in a new one until `resetAt`. One statement, so that servers do not
 * overwrite each other's counts.
 */
export async function countAttempt(db: Db, key: string, at: Date, resetAt: Date) {
  const ended = sql`${rateLimits.resetAt} <= ${at.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${ended} then 1 else ${rateLimits.count} + 1 end`,
        resetAt: sql`case when ${ended} then excluded.reset_at else ${rateLimits.resetAt} end`,
      },
    })
    .returning({ count: rateLimits.count, resetAt: rateLimits.resetAt });
  if (!row) throw new Error("an upsert returned no row");
  return row;
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Takes one attempt back. */
export async function forgetAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)));
}

/** Deletes a few windows that have ended. */
export async function sweepWindows(db: Db, at: Date): Promise<void> {
  const ended = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.resetAt, at))
    .limit(SWEEP)
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, ended));
}
