import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { photos, posts, requests } from "@/db/schema";
import { pick } from "@/db/statement";
import { hasGivenTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import { MAX_UNUSED_BYTES, type Size, UNUSED_PER_PERSON } from "./rules";

type NewPhoto = { id: string; userId: string; uploadKey: string; sentBytes: number; createdAt: Date };

const isUnused = and(isNull(photos.requestId), isNull(photos.postId), isNull(photos.discardedAt));

const isUsed = or(isNotNull(photos.requestId), isNotNull(photos.postId));

/** Inserts an upload, or finds the one with the same id; returns the key at which its bytes are expected. */
export async function insertPhoto(db: Db, photo: NewPhoto): Promise<string> {
  const [row] = await db
    .insert(photos)
    .values(photo)
    .onConflictDoUpdate({ target: photos.id, set: { createdAt: photo.createdAt } })
    .returning({ uploadKey: photos.uploadKey });
  if (!row) throw new Error(`photo ${photo.id} was not kept`);
  return row.uploadKey;
}

/**
 * Discards unused uploads: of each person those beyond the newest few, and in total those beyond a quota of bytes.
 * The newest of every person is spared first, then the second of every person, so that people with many uploads
 * cannot push out those of others.
 */
export async function discardUnusedBeyondQuota(db: Db, discardedAt: Date) {
  const beyond = sql`(
    select id from (
      select id, place, sum(sent_bytes) over (order by place, created_at desc, id desc) as total
      from (
        select id, sent_bytes, created_at, row_number() over (partition by user_id order by created_at desc, id desc) as place
        from ${photos} where ${isUnused}
      ) own
    ) unused
    where place > ${UNUSED_PER_PERSON} or total > ${MAX_UNUSED_BYTES})`;
  // Rows that another transaction is using or discarding are skipped, so that none waits for another.
  const free = db
    .select({ id: photos.id })
    .from(photos)
    .where(and(sql`${photos.id} in ${beyond}`, isUnused))
    .for("update", { skipLocked: true });
  return db
    .update(photos)
    .set({ discardedAt })
    .where(inArray(photos.id, free))
    .returning({ id: photos.id, uploadKey: photos.uploadKey });
}

/** Whether an upload is still expected under a key. */
export async function isExpected(db: Db, uploadKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.uploadKey, uploadKey), isUnused));
  return rows.length > 0;
}

export async function noteSentBytes(db: Db, uploadKey: string, sentBytes: number): Promise<void> {
  await db.update(photos).set({ sentBytes }).where(eq(photos.uploadKey, uploadKey));
}

/** A person's photo that is not discarded, if it is in use or was allowed after `since`. */
export async function selectOwn(db: Db, { id, userId, since }: { id: string; userId: string; since: Date }) {
  const [row] = await db
    .select({
      ...pick(photos, "uploadKey", "width", "height", "createdAt"),
      usedBy: sql<string | null>`coalesce(${photos.requestId}, ${photos.postId})`,
    })
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.userId, userId), isNull(photos.discardedAt)));
  return row && (row.usedBy !== null || row.createdAt >= since) ? row : null;
}

/** Records the size of a photo that is stored in all its sizes. */
export async function markEncoded(
  db: Db,
  id: string,
  { width, height, hash }: Size & { hash: bigint | null },
  hashedAt: Date,
): Promise<void> {
  await db
    .update(photos)
    .set({ width, height, differenceHash: hash, hashedAt })
    .where(and(eq(photos.id, id), isNull(photos.width)));
}

/** Shown photos whose hash was never made, the latest first: these are copied most. */
export async function selectUnhashed(db: Db, limit: number): Promise<{ id: string; width: number }[]> {
  const rows = await db
    .select({ id: photos.id, width: photos.width })
    .from(photos)
    .where(and(isNotNull(photos.requestId), isNull(photos.differenceHash), isNull(photos.hashedAt)))
    .orderBy(desc(photos.createdAt))
    .limit(limit);
  return rows.flatMap(({ id, width }) => (width === null ? [] : [{ id, width }]));
}

export async function setHash(
  db: Db,
  id: string,
  differenceHash: bigint | null,
  hashedAt: Date,
): Promise<void> {
  await db.update(photos).set({ differenceHash, hashedAt }).where(eq(photos.id, id));
}

/** Attaches a photo to a request or a post; false when another has it, or it was discarded. */
export async function setUse(
  db: Db,
  id: string,
  use: { requestId: string } | { postId: string },
): Promise<boolean> {
  const rows = await db
    .update(photos)
    .set(use)
    .where(and(eq(photos.id, id), isUnused))
    .returning({ id: photos.id });
  return rows.length > 0;
}

/**
 * The full size of a photo that a request or a post shows, whether it is hidden from others, and the request whose
 * donors alone see it; null when nothing shows it.
 */
export async function selectShown(db: Db, id: string) {
  const [row] = await db
    .select({
      ...pick(photos, "width", "height"),
      ownerId: requests.userId,
      isHidden: sql<boolean>`not ${requests.isActive} or ${posts.hiddenAt} is not null`,
      forDonorsOf: sql<string | null>`case when ${posts.audience} = 'givers' then ${posts.requestId} end`,
    })
    .from(photos)
    .leftJoin(posts, and(eq(posts.id, photos.postId), isNull(posts.deletedAt)))
    .innerJoin(requests, eq(requests.id, sql`coalesce(${photos.requestId}, ${posts.requestId})`))
    .where(and(eq(photos.id, id), isNull(requests.deletedAt)));
  if (!row || row.width === null || row.height === null) return null;
  const { width, height, ...shown } = row;
  return { ...shown, size: { width, height } };
}

/** Whether somebody gave to a request what its owner still has. */
export async function hasGiven(db: Db, requestId: string, reader: Reader): Promise<boolean> {
  return (
    (await db.$count(
      requests,
      and(eq(requests.id, requestId), hasGivenTo(sql`${requestId}::uuid`, reader)),
    )) > 0
  );
}

/**
 * Detaches and discards the photo of a request; with `posts` those of its posts too. Housekeeping removes the files.
 */
export async function discardPhotoOf(
  db: Db,
  requestId: string,
  discardedAt: Date,
  { withPosts = false } = {},
): Promise<void> {
  // Each by an index of its own.
  await db.update(photos).set({ requestId: null, discardedAt }).where(eq(photos.requestId, requestId));
  if (!withPosts) return;
  const ofPosts = db.select({ id: posts.id }).from(posts).where(eq(posts.requestId, requestId));
  await db.update(photos).set({ postId: null, discardedAt }).where(inArray(photos.postId, ofPosts));
}

/** Detaches and discards the photo of a post. */
export async function discardPhotoOfPost(db: Db, postId: string, discardedAt: Date): Promise<void> {
  await db.update(photos).set({ postId: null, discardedAt }).where(eq(photos.postId, postId));
}

/** Discards all photos of a person whose account is erased. */
export async function discardAllPhotos(db: Db, userId: string, discardedAt: Date): Promise<void> {
  await db
    .update(photos)
    .set({ requestId: null, postId: null, discardedAt })
    .where(and(eq(photos.userId, userId), isNull(photos.discardedAt)));
}

/** Discards uploads that were allowed before a time and never used. */
export async function discardUnused(db: Db, before: Date, discardedAt: Date): Promise<void> {
  await db
    .update(photos)
    .set({ discardedAt })
    .where(and(isUnused, lt(photos.createdAt, before)));
}

/** Discarded photos whose upload addresses have expired. */
export async function selectDiscarded(db: Db, before: Date, limit: number) {
  return db
    .select({ id: photos.id, uploadKey: photos.uploadKey })
    .from(photos)
    .where(and(isNotNull(photos.discardedAt), lt(photos.createdAt, before)))
    .limit(limit);
}

export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.delete(photos).where(and(eq(photos.id, id), isNotNull(photos.discardedAt)));
}

/**
 * Used photos whose upload addresses have expired, and to which something could have been sent after re-encoding.
 */
export async function selectUploadsLeft(db: Db, before: Date, limit: number) {
  return db
    .select({ id: photos.id, uploadKey: photos.uploadKey })
    .from(photos)
    .where(and(isUsed, isNull(photos.uploadClearedAt), lt(photos.createdAt, before)))
    .limit(limit);
}

export async function markUploadCleared(db: Db, id: string, uploadClearedAt: Date): Promise<void> {
  await db.update(photos).set({ uploadClearedAt }).where(eq(photos.id, id));
}
