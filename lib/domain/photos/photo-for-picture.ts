import "server-only";
import { withPictures } from "@/lib/providers/pictures";
import { findPhotoKey, readPhoto } from "./queries";
import { keptSizes, photoUrlOf, readPhotoUrl, type Size } from "./rules";
import type { PhotoContext } from "./types";

/**
 * A request's photo for a share picture: whole, in exactly that size, as a JPEG `data:` image. Null when there is none.
 * @throws ProviderUnavailable; AppError UNAVAILABLE
 */
export async function photoForPicture(
  context: PhotoContext,
  photoUrl: string | null,
  { width, height }: Size,
): Promise<string | null> {
  const address = photoUrl === null ? null : readPhotoUrl(photoUrl);
  if (!address?.size) return null;
  const enough = keptSizes(address.size).find((kept) => kept.width >= width || kept.height >= height);
  const url = photoUrlOf({ id: address.id, ...(enough ?? address.size) });
  const found = await findPhotoKey(context.db, url, async () => ({ viewer: null }));
  const kept = found && (await readPhoto(context, found.key));
  if (!kept) return null;
  const picture = await withPictures(kept, (pictures) => pictures.frame(kept, { width, height }));
  return `data:image/jpeg;base64,${picture.toString("base64")}`;
}
