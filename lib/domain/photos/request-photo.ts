import type { Tx } from "@/db/client";
import { photoInvalid } from "./photo-invalid";
import { setRequest } from "./store";

export { discardAllPhotos, discardPhotoOf } from "./store";

/**
 * Attaches a prepared photo to the request that names it.
 * @throws AppError PHOTO_INVALID when another request has it, or it was discarded
 */
export async function attachPhoto(tx: Tx, id: string, requestId: string): Promise<void> {
  if (!(await setRequest(tx, id, requestId))) throw photoInvalid("used");
}
