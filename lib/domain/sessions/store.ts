import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sessions, users } from "@/db/schema";
import type { Session } from "./types";

/** How many ended sessions a login clears away. */
const SWEEP = 10;

/** Opens a session, unless the person's account was, or is just being, erased: whether it did. */
export async function insertSession(db: Db, sid: string, { userId, expires }: Session): Promise<boolean> {
  const rows = await db
    .insert(sessions)
    .select(
      db
        .select({
          sid: sql<string>`${sid}::text`.as("sid"),
          sess: sql`${JSON.stringify({ userId })}::jsonb`.as("sess"),
          expire: sql<Date>`${expires.toISOString()}::timestamptz`.as("expire"),
        })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.erasedAt)))
        .for("key share"),
    )
    .returning({ sid: sessions.sid });
  return rows.length > 0;
}

/** Moves the end of a live session; false if it has ended meanwhile. */
export async function extendSession(db: Db, sid: string, expires: Date, at: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ expire: expires })
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, at)))
    .returning({ sid: sessions.sid });
  return rows.length > 0;
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** Clears away a few sessions that have ended. */
export async function sweepSessions(db: Db, at: Date): Promise<void> {
  const ended = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(lte(sessions.expire, at))
    .limit(SWEEP)
    .for("update", { skipLocked: true });
  await db.delete(sessions).where(inArray(sessions.sid, ended));
}
