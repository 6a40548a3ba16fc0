import { and, desc, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { knownDevices, notifications, pushSubscriptions, sessions, stops, users } from "@/db/schema";
import { preparedQuery, timestamptz } from "@/db/statement";
import { viewerColumns } from "@/lib/domain/users/columns";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { hourOf } from "./rules";
import { sidOf } from "./token";
import type { Proof, Session } from "./types";

/** How many ended sessions each login deletes. */
const SWEEP = 10;

/**
 * Inserts a session and returns its id; null if the account was erased or is being erased. With the hash of the
 * password that opened it also null once that is another, and with the round of a passkey's account once that is
 * over: the lock waits for who is changing it.
 */
export async function insertSession(
  db: Db,
  sid: string,
  { userId, expires, since, provenAt, passkeyAt, from }: Session,
  { passwordHash, accessRound }: { passwordHash?: string | undefined; accessRound?: number | undefined } = {},
): Promise<string | null> {
  const isSame = and(
    passwordHash === undefined ? undefined : eq(users.password, passwordHash),
    accessRound === undefined ? undefined : eq(users.accessRound, accessRound),
  );
  const [row] = await db
    .insert(sessions)
    .select(
      db
        .select({
          sid: sql<string>`${sid}::text`.as("sid"),
          id: sql<string>`gen_random_uuid()`.as("id"),
          sess: sql`${JSON.stringify({ userId })}::jsonb`.as("sess"),
          expire: sql<Date>`${timestamptz(expires)}`.as("expire"),
          createdAt: sql<Date>`${timestamptz(since)}`.as("created_at"),
          provenAt: sql<Date>`${timestamptz(provenAt)}`.as("proven_at"),
          passkeyAt: sql<Date | null>`${passkeyAt?.toISOString() ?? null}::timestamptz`.as("passkey_at"),
          lastUsedAt: sql<Date>`${timestamptz(hourOf(since))}`.as("last_used_at"),
          device: sql<string | null>`${from.device}::text`.as("device"),
          network: sql<string | null>`${from.network}::text`.as("network"),
        })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.erasedAt), isSame))
        .for(isSame ? "share" : "key share"),
    )
    .returning({ id: sessions.id });
  return row?.id ?? null;
}

const unread = sql<number>`(select count(*) from ${notifications} where ${notifications.userId} = ${users.id} and not ${notifications.read})`;

const holderOf = preparedQuery((db) =>
  db
    .select({
      ...viewerColumns,
      unread: unread.mapWith(Number),
      refusesMail: sql<boolean>`${users.emailBouncedAt} is not null`,
      stopped: sql<Stoppable[]>`array(select ${stops.what}::text from ${stops} order by 1)`,
      since: sessions.createdAt,
      expires: sessions.expire,
      usedAt: sessions.lastUsedAt,
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

/** Which of these sessions have not ended. */
export async function selectLiveSids(db: Db, sids: readonly string[], at: Date): Promise<string[]> {
  const rows = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(
      and(sql`${sessions.sid} = any(${sql.param(`{${sids.join()}}`)}::text[])`, gt(sessions.expire, at)),
    );
  return rows.map(({ sid }) => sid);
}

/** When the person of a session last proved who they are; nulls when unknown. */
export async function findProof(db: Db, sid: string): Promise<Proof> {
  const { provenAt, passkeyAt } = sessions;
  const [row] = await db.select({ provenAt, passkeyAt }).from(sessions).where(eq(sessions.sid, sid));
  return row ?? { provenAt: null, passkeyAt: null };
}

type Use = { expires: Date; usedAt: Date; at: Date };

/** Records when a live session is used and when it ends now; false if it has ended. */
export async function touchSession(db: Db, sid: string, { expires, usedAt, at }: Use): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ expire: expires, lastUsedAt: usedAt })
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, at)))
    .returning({ sid: sessions.sid });
  return rows.length > 0;
}

export async function deleteSession(db: Db, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** Deletes the session that a browser had. If the next one is the same person's, its push messages go on in that. */
export async function replaceSession(
  tx: Tx,
  sid: string,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const [earlier] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.sid, sid))
    .for("update");
  if (!earlier) return;
  await tx
    .update(pushSubscriptions)
    .set({ sessionId: id })
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionId, earlier.id)));
  await deleteSession(tx, sid);
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

const ofPerson = (userId: string) => eq(sql`${sessions.sess}->>'userId'`, userId);

/** A person's sessions that have not ended, the last used first. */
export async function selectSessionsOf(db: Db, userId: string, at: Date) {
  const { sid, id, device, network, createdAt, lastUsedAt } = sessions;
  return db
    .select({ sid, id, device, network, createdAt, lastUsedAt })
    .from(sessions)
    .where(and(ofPerson(userId), gt(sessions.expire, at)))
    .orderBy(sql`${lastUsedAt} desc nulls last`, desc(createdAt));
}

/**
 * Deletes a person's sessions except that of a token, and push subscriptions of no known session. What was begun in one
 * of them adds no way in any more (`lockCaller`), and browsers that were known are known no more.
 */
export async function deleteSessionsOf(
  db: Db,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await db
    .update(users)
    .set({ accessRound: sql`${users.accessRound} + 1` })
    .where(eq(users.id, userId));
  const others = except === null ? undefined : ne(sessions.sid, sidOf(except));
  await db.delete(sessions).where(and(ofPerson(userId), others));
  // Of which session they are is not known (C306).
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), isNull(pushSubscriptions.sessionId)));
}

/** Deletes one of a person's sessions, and returns the hash of its token; null if it is not theirs. */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<string | null> {
  const [row] = await db
    .delete(sessions)
    .where(and(ofPerson(userId), eq(sessions.id, id)))
    .returning({ sid: sessions.sid });
  return row?.sid ?? null;
}

/** Gives a live session another token, proven at a time; null if it has ended. Returns when it ends. */
export async function replaceSid(
  db: Db,
  sid: string,
  next: string,
  { at, byPasskey }: { at: Date; byPasskey: boolean },
): Promise<Date | null> {
  const [row] = await db
    .update(sessions)
    .set({ sid: next, provenAt: at, ...(byPasskey && { passkeyAt: at }) })
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, at)))
    .returning({ expires: sessions.expire });
  return row?.expires ?? null;
}

/** Remembers a device family of an account; whether it is new, and the account had another one before. */
export async function rememberDevice(tx: Tx, userId: string, device: string, at: Date): Promise<boolean> {
  const added = await tx
    .insert(knownDevices)
    .values({ userId, device, createdAt: at })
    .onConflictDoNothing()
    .returning({ device: knownDevices.device });
  if (added.length === 0) return false;
  return (await tx.$count(knownDevices, eq(knownDevices.userId, userId))) > 1;
}
