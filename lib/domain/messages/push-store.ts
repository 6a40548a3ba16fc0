import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, or } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { pushSubscriptions, sessions } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";

type Subscription = typeof pushSubscriptions.$inferSelect;

/** Stores a browser's subscription. The same browser of another account becomes this one's. */
export async function upsertSubscription(
  tx: Tx,
  row: Omit<Subscription, "id" | "lastUsedAt">,
): Promise<void> {
  const { endpoint: _, ...rest } = row;
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...rest, lastUsedAt: null } });
}

/**
 * The id of a session. Locks it, so that it does not end before its subscription is stored.
 * @throws AppError UNAUTHENTICATED once it has ended
 */
export async function requireSession(tx: Tx, sid: string): Promise<string> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, now())))
    .for("key share");
  if (!row) throw new AppError("UNAUTHENTICATED");
  return row.id;
}

/** Removes all but a person's newest subscriptions. */
export async function deleteOldest(tx: Tx, userId: string, kept: number): Promise<void> {
  const { id, createdAt } = pushSubscriptions;
  const older = tx
    .select({ id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .offset(kept);
  await tx.delete(pushSubscriptions).where(inArray(id, older));
}

/** A person's subscriptions whose session has not ended, oldest first. */
export async function findSubscriptions(db: Db, userId: string): Promise<Subscription[]> {
  return db
    .select(getTableColumns(pushSubscriptions))
    .from(pushSubscriptions)
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        or(isNull(pushSubscriptions.sessionId), gt(sessions.expire, now())),
      ),
    )
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** Removes and returns a person's subscription by its endpoint; null if it is not theirs. */
export async function deleteByEndpoint(
  db: Db,
  userId: string,
  endpoint: string,
): Promise<Subscription | null> {
  const [row] = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
    .returning();
  return row ?? null;
}

/** Removes a subscription that ended, unless its browser subscribed again meanwhile. */
export async function removeSubscription(
  db: Db,
  { id, createdAt }: Pick<Subscription, "id" | "createdAt">,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.createdAt, createdAt)));
}

/** Records that a push service accepted a message. */
export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.update(pushSubscriptions).set({ lastUsedAt: at }).where(eq(pushSubscriptions.id, id));
}
