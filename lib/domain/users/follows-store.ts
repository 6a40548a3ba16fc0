import { and, eq, or } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { follows, users } from "@/db/schema";

export async function insertFollow(tx: Tx, follow: typeof follows.$inferInsert): Promise<void> {
  await tx.insert(follows).values(follow).onConflictDoNothing();
}

export async function deleteFollow(db: Db, followerId: string, followedId: string): Promise<void> {
  await db.delete(follows).where(and(eq(follows.followerId, followerId), eq(follows.followedId, followedId)));
}

/** Ends that two people follow each other, in both directions. */
export async function deleteFollows(tx: Tx, one: string, other: string): Promise<void> {
  const from = (followerId: string, followedId: string) =>
    and(eq(follows.followerId, followerId), eq(follows.followedId, followedId));
  await tx.delete(follows).where(or(from(one, other), from(other, one)));
}

/** Whether somebody follows a person who is not anonymous. */
export async function isFollowing(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(follows)
    .innerJoin(users, and(eq(users.id, follows.followedId), eq(users.anonymousProfile, false)))
    .where(and(eq(follows.followerId, followerId), eq(follows.followedId, followedId)));
  return rows.length > 0;
}

/** Whether a person's profile is anonymous. The person is locked. */
export async function isAnonymous(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), eq(users.anonymousProfile, true)))) > 0;
}
