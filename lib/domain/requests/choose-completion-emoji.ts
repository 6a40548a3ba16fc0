import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import type { EmojiChoice } from "./schema";
import { lockRequest, setCompletionEmoji } from "./store";

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
    const request = await lockRequest(tx, id);
    if (!request) throw new AppError("NOT_FOUND");
    if (request.userId !== viewer.id) throw new AppError("FORBIDDEN");
    if (!request.isCompleted) throw new AppError("NOT_COMPLETED");
    await setCompletionEmoji(tx, id, emoji);
  });
}
