import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donationNotes, donations, guests, notifications, posts, requests, users } from "@/db/schema";
import { beyond, pick, statement } from "@/db/statement";
import { shownAvatar } from "@/lib/domain/users/columns";
import { isReadable } from "@/lib/domain/users/guards";
import type { Part } from "@/lib/ground/paging";
import { NOTIFICATION_TYPES, NOTIFICATIONS, type ThanksEmoji } from "@/lib/ground/vocabulary";

/**
 * A notification with its person, who gave or, of what a requester did, who asked, and its request, as they are now;
 * nobody whom a decision hides.
 * The title of a deleted request is null, and for others that of a hidden one.
 */
export type NotificationRow = Awaited<ReturnType<typeof select>>[number];

/** A person's notifications, newest first. */
export async function selectFor(db: Db, userId: string, { limit, after }: Part): Promise<NotificationRow[]> {
  const older = beyond(notifications.createdAt, notifications.id, after, "newest");
  return select(db, and(eq(notifications.userId, userId), older), limit);
}

/** One of a person's notifications. */
export async function selectOne(db: Db, userId: string, id: string): Promise<NotificationRow | null> {
  const [row] = await select(db, and(eq(notifications.userId, userId), eq(notifications.id, id)), 1);
  return row ?? null;
}

const OF_REQUESTER = NOTIFICATION_TYPES.filter((type) => NOTIFICATIONS[type].by === "requester");

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
  const about = db
    .select({
      ...pick(requests, "id", "userId"),
      // Of a hidden one for its owner only (D57).
      item: sql<string | null>`case when ${requests.deletedAt} is null
        and (${requests.isActive} or ${requests.userId} in (select user_id from ${page})) then ${requests.item} end`.as(
        "item",
      ),
      ...pick(requests, "photoUrl", "raised", "goal"),
      isShown: sql<boolean>`${requests.isActive} and ${requests.deletedAt} is null`.as("request_is_shown"),
    })
    .from(requests)
    .where(sql`${requests.id} in (select request_id from ${page})`)
    // There are no more; a planner that knows does not look each up again for every row.
    .limit(limit)
    .as("about");
  return db
    .with(page)
    .select({
      ...pick(page, "id", "userId", "type", "requestId", "donorId", "anonymous"),
      guestName: sql<string | null>`case when ${page.donationId} is not null and ${page.donorId} is null
        then (select g.name from ${donations} d join ${guests} g on g.id = d.guest_id where d.id = ${page.donationId})
        end`,
      // Drizzle tells by the first one whether there is a note.
      note: { id: donationNotes.id, text: donationNotes.text },
      person: {
        ...pick(users, "username", "anonymousProfile"),
        isErased: sql<boolean>`${users.erasedAt} is not null`,
        avatar: shownAvatar,
        profileImageUrl: users.profileImageUrl,
      },
      ...pick(page, "amount", "progress"),
      requestTitle: about.item,
      request: {
        // Drizzle tells by the first one whether there is a request.
        raised: about.raised,
        goal: about.goal,
        photoUrl: about.photoUrl,
        isShown: about.isShown,
      },
      emoji: page.emoji,
      purchase: sql<"boosts" | "subscription" | null>`case
        when ${page.boostPurchaseId} is not null then 'boosts'
        when ${page.subscriptionPaymentId} is not null then 'subscription' end`,
      post: posts.kind,
      ...pick(page, "reason", "payoutState", "accountChange", "device", "network", "createdAt", "read"),
    })
    .from(page)
    .leftJoin(about, eq(about.id, page.requestId))
    .leftJoin(donationNotes, and(eq(donationNotes.id, page.noteId), isReadable(page.userId)))
    .leftJoin(posts, eq(posts.id, page.postId))
    .leftJoin(
      users,
      and(
        eq(
          users.id,
          sql`case when ${inArray(page.type, OF_REQUESTER)} then ${about.userId} else ${page.donorId} end`,
        ),
        or(isNull(users.hiddenAt), eq(users.id, page.userId)),
      ),
    )
    .orderBy(...newestFirst(page));
}

const unreadOf = statement<{ userIds: string }, { userId: string; unread: number }>(
  () => sql`
    select ${notifications.userId} as "userId", count(*)::integer as unread from ${notifications}
    where ${notifications.userId} = any(${sql.placeholder("userIds")}::uuid[]) and not ${notifications.read}
    group by ${notifications.userId}`,
);

/** How many of their notifications these people have not read; who has read all is absent. */
export async function selectUnreadOf(db: Db, userIds: readonly string[]) {
  return unreadOf(db, { userIds: `{${userIds.join()}}` });
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

type Donation = NonNullable<Awaited<ReturnType<typeof lockDonation>>>;
type Given = { emoji: ThanksEmoji; at: Date };

/** The donation that one of a person's notifications is about; null if there is none. Locks the donation. */
export async function lockDonation(tx: Tx, userId: string, notificationId: string) {
  const { requestId, donorId, anonymous, amount, progress } = notifications;
  const [row] = await tx
    .select({
      notificationId: notifications.id,
      donationId: donations.id,
      ...pick(donations, "donorId", "guestId"),
      /** The recipient has something of it. */
      isReceived: sql<boolean>`${donations.creditedAt} is not null and ${donations.paymentStatus} = 'completed'
        and ${donations.amount} > ${donations.returnedAmount}`,
      copied: { requestId, donorId, anonymous, amount, progress },
    })
    .from(notifications)
    .innerJoin(donations, eq(donations.id, notifications.donationId))
    .where(
      and(
        eq(notifications.id, notificationId),
        eq(notifications.userId, userId),
        eq(notifications.type, "donation"),
      ),
    )
    .for("no key update", { of: donations });
  return row ?? null;
}

/** Stores how its recipient thanked for a donation, who has read its notification by that. */
export async function setThanks(
  tx: Tx,
  { donationId, notificationId }: Donation,
  { emoji, at }: Given,
): Promise<void> {
  await tx
    .update(donations)
    .set({
      thanksEmoji: emoji,
      thankedAt: sql`coalesce(${donations.thankedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(donations.id, donationId));
  await tx.update(notifications).set({ emoji, read: true }).where(eq(notifications.id, notificationId));
}

/** Notifies the donor, once for a donation; a later emoji replaces the first one. */
export async function notifyOfThanks(
  tx: Tx,
  { donationId, donorId, copied }: Donation & { donorId: string },
  { emoji, at }: Given,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ ...copied, userId: donorId, type: "thanks", donationId, emoji, createdAt: at })
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.type, notifications.donationId],
      set: { emoji },
    });
}
