import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { reachableId } from "./block";
import { deleteFollow, insertFollow } from "./follows-store";
import { isBlockedBetween, isHidden, lockPresent } from "./guards";
import type { Viewer } from "./types";

type Follower = Pick<Viewer, "id">;

/**
 * Follows somebody, who is not told (giving.md, Finding): what they ask for is found and announced to the follower, but
 * not while they are anonymous. A refusal would reveal that they are (trust 36).
 * @throws AppError NOT_FOUND, also of who is hidden or across a block; VALIDATION_ERROR for oneself
 */
export async function follow(db: Db, viewer: Follower, username: string): Promise<void> {
  const followedId = await reachableId(db, viewer, username);
  await db.transaction(async (tx) => {
    if ((await lockPresent(tx, [viewer.id, followedId])).size < 2) throw new AppError("NOT_FOUND");
    if (await isBlockedBetween(tx, viewer.id, followedId)) throw new AppError("NOT_FOUND");
    if (await isHidden(tx, followedId)) throw new AppError("NOT_FOUND");
    await insertFollow(tx, { followerId: viewer.id, followedId, createdAt: now() });
  });
}

/** Ends that one follows somebody, if one does. @throws AppError NOT_FOUND, VALIDATION_ERROR as `follow` */
export async function unfollow(db: Db, viewer: Follower, username: string): Promise<void> {
  await deleteFollow(db, viewer.id, await reachableId(db, viewer, username));
}
