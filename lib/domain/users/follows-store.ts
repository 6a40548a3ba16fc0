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

/** Whether somebody follows a person; `named`: one who is not anonymous now. */
export async function isFollowing(
  db: Db,
  followerId: string,
  followedId: string,
  { named = false } = {},
): Promise<boolean> {
  const isNamed = named ? eq(users.anonymousProfile, false) : undefined;
  const rows = await db
    .select({ id: users.id })
    .from(follows)
    .innerJoin(users, and(eq(users.id, follows.followedId), isNamed))
    .where(and(eq(follows.followerId, followerId), eq(follows.followedId, followedId)));
  return rows.length > 0;
}
