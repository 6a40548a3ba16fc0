import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { lockOwn } from "./lock-own";
import type { EmojiChoice } from "./schema";
import { setCompletionEmoji } from "./store";

/**
 * Sets the emoji of the caller's own completed request (D22).
 * @throws AppError NOT_FOUND, FORBIDDEN, NOT_COMPLETED
 */
export async function chooseCompletionEmoji(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { id, emoji }: EmojiChoice,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isCompleted } = await lockOwn(tx, viewer, id);
    if (!isCompleted) throw new AppError("NOT_COMPLETED");
    await setCompletionEmoji(tx, id, emoji);
  });
}
