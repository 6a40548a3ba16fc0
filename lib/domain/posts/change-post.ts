import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { discardPhotoOfPost } from "@/lib/domain/photos/request-photo";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { presentPost } from "./present";
import { EDITABLE_FOR, POST_TEXT } from "./rules";
import type { Post } from "./schema";
import { emptyPost, lockOwnPost, selectPost, setText } from "./store";

type Owner = Pick<Viewer, "id">;

/**
 * Changes the words of the caller's own post within an hour: later they may have been read and shared.
 * @throws AppError NOT_FOUND, TOO_LATE, VALIDATION_ERROR for no words, unless it is thanks
 */
export async function editPost(
  db: Db,
  viewer: Owner,
  { id, text }: { id: string; text: string },
): Promise<Post> {
  return db.transaction(async (tx) => {
    const { kind, createdAt } = await lockOwn(tx, viewer, id);
    const at = now();
    if (at.getTime() - createdAt.getTime() > EDITABLE_FOR) {
      throw new AppError("TOO_LATE", { values: { of: "post" } });
    }
    if (text === "" && kind !== "thanks") {
      throw new AppError("VALIDATION_ERROR", { fields: { text: POST_TEXT.required } });
    }
    await setText(tx, id, text, at);
    const edited = await selectPost(tx, id);
    if (!edited) throw new Error(`post ${id} vanished`);
    return presentPost(edited);
  });
}

/**
 * Deletes the caller's own post and its photo. Of what was said to be delivered nothing is left to show.
 * @throws AppError NOT_FOUND
 */
export async function deletePost(db: Db, viewer: Owner, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, viewer, id);
    const at = now();
    await discardPhotoOfPost(tx, id, at);
    await emptyPost(tx, id, at);
  });
}

async function lockOwn(tx: Tx, viewer: Owner, id: string) {
  const post = isUuid(id) ? await lockOwnPost(tx, viewer.id, id) : null;
  if (!post) throw new AppError("NOT_FOUND");
  return post;
}
