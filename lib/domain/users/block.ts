import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { deleteBlock, insertBlock } from "./blocks-store";
import { deleteFollows } from "./follows-store";
import { findAccount, isBlockedBetween, lockPresent } from "./guards";
import type { Viewer } from "./types";

type Blocker = Pick<Viewer, "id">;

/**
 * Blocks somebody, both ways and silently (safety.md, Block): neither sees the other's page or requests in the feed,
 * gives to them, or gets messages about them. What was given stays.
 * @throws AppError NOT_FOUND, also of who blocked the caller; VALIDATION_ERROR for oneself
 */
export async function block(db: Db, viewer: Blocker, username: string): Promise<void> {
  const blockedId = await reachableId(db, viewer, username);
  await db.transaction(async (tx) => {
    // Nobody begins to follow the other meanwhile.
    if ((await lockPresent(tx, [viewer.id, blockedId], "update")).size < 2) throw new AppError("NOT_FOUND");
    await insertBlock(tx, { blockerId: viewer.id, blockedId, createdAt: now() });
    await deleteFollows(tx, viewer.id, blockedId);
  });
}

/** Ends one's own block of somebody, if there is one. @throws AppError as `block` */
export async function unblock(db: Db, viewer: Blocker, username: string): Promise<void> {
  await deleteBlock(db, viewer.id, await reachableId(db, viewer, username));
}

/**
 * The id of somebody else by their username.
 * @throws AppError NOT_FOUND, also of who blocked the caller; VALIDATION_ERROR for oneself
 */
export async function reachableId(db: Db, viewer: Blocker, username: string): Promise<string> {
  const found = await findAccount(db, username);
  if (!found || (await isBlockedBetween(db, found.id, viewer.id, "first"))) throw new AppError("NOT_FOUND");
  if (found.id === viewer.id) throw new AppError("VALIDATION_ERROR", { fields: { username: "invalid" } });
  return found.id;
}
