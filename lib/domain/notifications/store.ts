import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notifications, requests, users } from "@/db/schema";
import type { AccountChange } from "@/lib/ground/vocabulary";

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

/** The rows first, and then each request once, however many of them are about it. */
async function select(db: Db, where: SQL | undefined, limit: number) {
  const newestFirst = (row: { createdAt: SQLWrapper; id: SQLWrapper }) => [
    sql`${row.createdAt} desc nulls last`,
    sql`${row.id} desc nulls last`,
  ];
  const page = db.$with("page").as(
    db
      .select()
      .from(notifications)
      .where(where)
      .orderBy(...newestFirst(notifications))
      .limit(limit),
  );
  const titles = db
    .select({ id: requests.id, item: requests.item })
    .from(requests)
    .where(and(sql`${requests.id} in (select request_id from ${page})`, isNull(requests.deletedAt)))
    // There are no more; a planner that knows does not look each up again for every row.
    .limit(limit)
    .as("titles");
  return db
    .with(page)
    .select({
      id: page.id,
      userId: page.userId,
      type: page.type,
      requestId: page.requestId,
      donorId: page.donorId,
      anonymous: page.anonymous,
      donor: {
        username: users.username,
        anonymousProfile: users.anonymousProfile,
        isErased: sql<boolean>`${users.erasedAt} is not null`,
      },
      amount: page.amount,
      progress: page.progress,
      requestTitle: titles.item,
      purchase: sql<"boosts" | "subscription" | null>`case
        when ${page.boostPurchaseId} is not null then 'boosts'
        when ${page.subscriptionPaymentId} is not null then 'subscription' end`,
      reason: page.reason,
      payoutState: page.payoutState,
      accountChange: page.accountChange,
      device: page.device,
      network: page.network,
      createdAt: page.createdAt,
      read: page.read,
    })
    .from(page)
    .leftJoin(users, eq(users.id, page.donorId))
    .leftJoin(titles, eq(titles.id, page.requestId))
    .orderBy(...newestFirst(page));
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

type AccountNotice = {
  userId: string;
  accountChange: AccountChange;
  device: string | null;
  network: string | null;
  createdAt: Date;
};

/** Notifies people of changes of their accounts, with the device and the network that they came from (trust.md 39). */
export async function notifyOfAccountChanges(db: Db, notices: readonly AccountNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .insert(notifications)
    .values(notices.map((notice) => ({ ...notice, type: "account" as const, amount: 0 })));
}
