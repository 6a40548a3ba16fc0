import type { Tx } from "@/db/client";
import { photoInvalid } from "./photo-invalid";
import { setUse } from "./store";

export { discardAllPhotos, discardPhotoOf, discardPhotoOfPost } from "./store";

/**
 * Attaches a prepared photo to the request or the post that names it.
 * @throws AppError PHOTO_INVALID when another has it, or it was discarded
 */
export async function attachPhoto(
  tx: Tx,
  id: string,
  use: { requestId: string } | { postId: string },
): Promise<void> {
  if (!(await setUse(tx, id, use))) throw photoInvalid("used");
}
