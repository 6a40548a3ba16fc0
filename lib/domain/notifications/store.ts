import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, notifications, requests, users } from "@/db/schema";

const columns = {
  id: notifications.id,
  userId: notifications.userId,
  type: notifications.type,
  requestId: notifications.requestId,
  donorId: donations.donorId,
  donorUsername: users.username,
  donorAnonymous: users.anonymousProfile,
  amount: notifications.amount,
  progress: notifications.progress,
  requestTitle: requests.item,
  purchase: sql<"boosts" | "subscription" | null>`case
    when ${notifications.boostPurchaseId} is not null then 'boosts'
    when ${notifications.subscriptionPaymentId} is not null then 'subscription' end`,
  reason: notifications.reason,
  createdAt: notifications.createdAt,
  read: notifications.read,
};

/** A notification with who gave and to what, as they are now. The title of a deleted request is null. */
export type NotificationRow = Awaited<ReturnType<typeof select>>[number];

/** Where a page ended. */
type NotificationKey = { createdAt: Date; id: string };

type Asked = { limit: number; after: NotificationKey | null };

/** A person's notifications, newest first. */
export async function selectFor(db: Db, userId: string, { limit, after }: Asked): Promise<NotificationRow[]> {
  const beyond = after
    ? sql`(${notifications.createdAt}, ${notifications.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return select(db, and(eq(notifications.userId, userId), beyond), limit);
}

/** One of a person's notifications. */
export async function selectOne(db: Db, userId: string, id: string): Promise<NotificationRow | null> {
  const [row] = await select(db, and(eq(notifications.userId, userId), eq(notifications.id, id)), 1);
  return row ?? null;
}

async function select(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select(columns)
    .from(notifications)
    .leftJoin(donations, eq(donations.id, notifications.donationId))
    .leftJoin(users, eq(users.id, donations.donorId))
    .leftJoin(requests, and(eq(requests.id, notifications.requestId), isNull(requests.deletedAt)))
    .where(where)
    .orderBy(sql`${notifications.createdAt} desc nulls last`, sql`${notifications.id} desc nulls last`)
    .limit(limit);
}

export async function countUnreadOf(db: Db, userId: string): Promise<number> {
  return db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.read, false)));
}

/** Marks one of a person's notifications, or all of them, as read. */
export async function setRead(db: Db, userId: string, id?: string): Promise<void> {
  await db
    .update(notifications)
    .set({ read: true })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.read, false),
        id === undefined ? undefined : eq(notifications.id, id),
      ),
    );
}
