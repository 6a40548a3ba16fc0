import { and, desc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { deliveries, notifications, photos, posts, requests } from "@/db/schema";
import { beyond, pick, timestamptz } from "@/db/statement";
import { hasGivenTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import type { Part } from "@/lib/ground/paging";
import type { PostKind } from "@/lib/ground/vocabulary";
import { PROOF_DAYS } from "./rules";
import type { Delivery } from "./types";

type NewRow = typeof posts.$inferInsert;

/** A post with its photo. */
export type PostRow = NonNullable<Awaited<ReturnType<typeof selectPost>>>;

const select = (db: Db) =>
  db
    .select({
      ...pick(posts, "id", "requestId", "userId", "kind", "text", "audience", "outcome", "leftover"),
      ...pick(posts, "createdAt", "editedAt", "hiddenAt"),
      photo: { id: photos.id, width: photos.width, height: photos.height },
    })
    .from(posts)
    .leftJoin(photos, eq(photos.postId, posts.id));

/** Which posts of a request are read. */
export type Which = Part & { since?: Date; kind?: PostKind };

const isThere = isNull(posts.deletedAt);

/** The condition that somebody may read a post of a request: its owner all of them. */
const isFor = (reader: Reader): SQL | undefined =>
  or(
    eq(posts.userId, sql`${reader.viewer?.id ?? null}::uuid`),
    and(isNull(posts.hiddenAt), or(eq(posts.audience, "everyone"), hasGivenTo(posts.requestId, reader))),
  );

/** The posts about a request that somebody may read, after a key, from a time on or of a kind, the newest first. */
export async function selectPosts(
  db: Db,
  requestId: string,
  { reader, since, kind, after, limit }: Which & { reader: Reader },
): Promise<PostRow[]> {
  return select(db)
    .where(
      and(
        eq(posts.requestId, requestId),
        isThere,
        isFor(reader),
        since === undefined ? undefined : gte(posts.createdAt, since),
        kind === undefined ? undefined : eq(posts.kind, kind),
        beyond(posts.createdAt, posts.id, after, "newest"),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit);
}

/** A post that was not deleted. */
export async function selectPost(db: Db, id: string) {
  const [row] = await select(db).where(and(eq(posts.id, id), isThere));
  return row ?? null;
}

/** What a post was about, and when it was written, also of a deleted one. */
export async function selectPlace(db: Db, id: string) {
  const [row] = await db
    .select(pick(posts, "requestId", "createdAt"))
    .from(posts)
    .where(eq(posts.id, id));
  return row ?? null;
}

/** A post of somebody that was not deleted; locks it. */
export async function lockOwnPost(tx: Tx, userId: string, id: string) {
  const [row] = await tx
    .select(pick(posts, "kind", "createdAt"))
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.userId, userId), isThere))
    .for("no key update");
  return row ?? null;
}

/** The request of a post as its readers meet it; null when there is none or it was deleted. */
export async function selectRequest(db: Db, id: string) {
  const [row] = await db
    .select({
      ownerId: requests.userId,
      item: requests.item,
      isHidden: sql<boolean>`not ${requests.isActive}`,
    })
    .from(requests)
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)));
  return row ?? null;
}

/**
 * What decides whether its owner may post about a request; cents. Locks it, so that posts are counted one at a time.
 */
export async function lockRequest(tx: Tx, id: string) {
  const [row] = await tx
    .select(pick(requests, "userId", "isActive", "raised"))
    .from(requests)
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)))
    .for("no key update");
  return row ?? null;
}

/** How many posts about a request were written since a time, deleted ones among them. */
export async function countSince(db: Db, requestId: string, since: Date): Promise<number> {
  return db.$count(posts, and(eq(posts.requestId, requestId), gte(posts.createdAt, since)));
}

/** Whether money of a request arrived at its owner's bank. Locks what says so: the bank may be giving it back. */
export async function lockPaidOut(tx: Tx, requestId: string): Promise<boolean> {
  const rows = await tx
    .select({ paidOutAt: deliveries.paidOutAt })
    .from(deliveries)
    .where(and(eq(deliveries.requestId, requestId), sql`${deliveries.paidOutAt} is not null`))
    .for("no key update");
  return rows.length > 0;
}

export async function insertPost(tx: Tx, post: NewRow): Promise<void> {
  await tx.insert(posts).values(post);
}

export async function setText(tx: Tx, id: string, text: string, editedAt: Date): Promise<void> {
  await tx.update(posts).set({ text, editedAt }).where(eq(posts.id, id));
}

/** Deletes the text of a post, and the notifications of it. */
export async function emptyPost(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  await tx.update(posts).set({ text: "", leftover: null, deletedAt }).where(eq(posts.id, id));
  await tx.delete(notifications).where(eq(notifications.postId, id));
}

/** Of which of somebody's requests money arrived, by their ids. */
export async function selectDeliveries(db: Db, userId: string): Promise<Record<string, Delivery>> {
  const rows = await db
    .select(pick(deliveries, "requestId", "paidOutAt", "deliveredAt"))
    .from(deliveries)
    .where(eq(deliveries.userId, userId));
  return Object.fromEntries(
    rows.flatMap(({ requestId, paidOutAt, deliveredAt }) =>
      paidOutAt ? [[requestId, { paidOutAt, deliveredAt }]] : [],
    ),
  );
}

/** A request whose owner is asked what became of its money; null once they said it, or it is not shown any more. */
export async function selectProof(db: Db, requestId: string) {
  const [row] = await db
    .select({ requestId: requests.id, title: requests.item, paidOutAt: deliveries.paidOutAt })
    .from(deliveries)
    .innerJoin(requests, eq(requests.id, deliveries.requestId))
    .where(
      and(
        eq(deliveries.requestId, requestId),
        isNull(deliveries.deliveredAt),
        isNull(requests.deletedAt),
        requests.isActive,
      ),
    );
  return row?.paidOutAt ? { ...row, paidOutAt: row.paidOutAt } : null;
}

/** Deliveries whose owner is to be asked, and after how many days, the oldest first. */
export async function selectToAsk(db: Db, at: Date, limit: number) {
  const days = sql<number>`(
    select max(day) from unnest(${sql.param([...PROOF_DAYS])}::int[]) day
    where ${deliveries.paidOutAt} <= ${timestamptz(at)} - make_interval(days => day))`;
  return db
    .select({ ...pick(deliveries, "requestId", "userId", "askedDays"), days })
    .from(deliveries)
    .where(
      and(
        isNull(deliveries.deliveredAt),
        // The index's own condition.
        sql`${deliveries.askedDays} < 60`,
        sql`${deliveries.paidOutAt} <= ${timestamptz(at)} - make_interval(days => ${PROOF_DAYS[0]}::int)`,
        sql`${days} > ${deliveries.askedDays}`,
      ),
    )
    .orderBy(deliveries.paidOutAt)
    .limit(limit);
}

/** Stores after how many days an owner is asked; false if another server did, or they have said it meanwhile. */
export async function setAsked(
  tx: Tx,
  { requestId, askedDays, days }: { requestId: string; askedDays: number; days: number },
): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ askedDays: days })
    .where(
      and(
        eq(deliveries.requestId, requestId),
        eq(deliveries.askedDays, askedDays),
        isNull(deliveries.deliveredAt),
      ),
    )
    .returning({ requestId: deliveries.requestId });
  return rows.length > 0;
}
