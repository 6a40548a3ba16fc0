import { and, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notifications, sessions, users } from "@/db/schema";
import { preparedQuery } from "@/db/statement";
import { viewerColumns } from "@/lib/domain/users/columns";
import type { Session } from "./types";

/** How many ended sessions each login deletes. */
const SWEEP = 10;

/** Inserts a session, unless the account was erased or is being erased; whether it did. */
export async function insertSession(
  db: Db,
  sid: string,
  { userId, expires, since, provenAt }: Session,
): Promise<boolean> {
  const rows = await db
    .insert(sessions)
    .select(
      db
        .select({
          sid: sql<string>`${sid}::text`.as("sid"),
          id: sql<string>`gen_random_uuid()`.as("id"),
          sess: sql`${JSON.stringify({ userId })}::jsonb`.as("sess"),
          expire: sql<Date>`${expires.toISOString()}::timestamptz`.as("expire"),
          createdAt: sql<Date>`${since.toISOString()}::timestamptz`.as("created_at"),
          provenAt: sql<Date>`${provenAt.toISOString()}::timestamptz`.as("proven_at"),
          lastUsedAt: sql<Date>`${since.toISOString()}::timestamptz`.as("last_used_at"),
          device: sql<string | null>`null::text`.as("device"),
          network: sql<string | null>`null::text`.as("network"),
        })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.erasedAt)))
        .for("key share"),
    )
    .returning({ sid: sessions.sid });
  return rows.length > 0;
}

const unread = sql<number>`(select count(*) from ${notifications} where ${notifications.userId} = ${users.id} and not ${notifications.read})`;

const holderOf = preparedQuery((db) =>
  db
    .select({
      ...viewerColumns,
      unread: unread.mapWith(Number),
      refusesMail: sql<boolean>`${users.emailBouncedAt} is not null`,
      since: sessions.createdAt,
      expires: sessions.expire,
      isDemo: users.isDemo,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess}->>'userId')::uuid`))
    .where(
      and(
        eq(sessions.sid, sql.placeholder("sid")),
        gt(sessions.expire, sql.placeholder("at")),
        isNull(users.erasedAt),
      ),
    )
    .prepare("holder_of"),
);

/** The person of a session that has not ended; every page and call reads this. */
export async function findLiveSession(db: Db, sid: string, at: Date) {
  const [row] = await holderOf(db).execute({ sid, at: at.toISOString() });
  return row ?? null;
}

/** When the person of a session last proved who they are; null when unknown. */
export async function findProvenAt(db: Db, sid: string): Promise<Date | null> {
  const [row] = await db.select({ provenAt: sessions.provenAt }).from(sessions).where(eq(sessions.sid, sid));
  return row?.provenAt ?? null;
}

/** Extends a live session; false if it has ended. */
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

/** Deletes all sessions of a person but one. */
export async function deleteSessionsOf(db: Db, userId: string, kept: string | null): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(eq(sql`${sessions.sess}->>'userId'`, userId), kept === null ? undefined : ne(sessions.sid, kept)),
    );
}

/** Deletes a few sessions that have ended. */
export async function sweepSessions(db: Db, at: Date): Promise<void> {
  const ended = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(lte(sessions.expire, at))
    .limit(SWEEP)
    .for("update", { skipLocked: true });
  await db.delete(sessions).where(inArray(sessions.sid, ended));
}
