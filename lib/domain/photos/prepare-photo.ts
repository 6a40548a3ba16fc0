import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { AppError } from "@/lib/ground/errors";
import { ObjectTooLarge } from "@/lib/providers/photo-store";
import { encodePhoto } from "./encode-photo";
import { photoInvalid } from "./photo-invalid";
import { keyOf, keysOf, MAX_PHOTO_BYTES, readPhotoUrl, type Size, USABLE_HOURS } from "./rules";
import { markEncoded, selectOwn } from "./store";
import type { PhotoContext } from "./types";

/** A photo that is stored in all its sizes. */
export type ReadyPhoto = Size & { id: string };

/**
 * Prepares a photo for the request or the post that names it (D23): checks the sent file's content, re-encodes and
 * stores it, and removes the original. A retry, after a fault or for the same use, has the same result. Slow, and
 * therefore outside any transaction.
 * @throws AppError PHOTO_INVALID, UNAVAILABLE; ProviderUnavailable
 */
export async function preparePhoto(
  { db, photos }: PhotoContext,
  viewer: Pick<Viewer, "id">,
  photoUrl: string,
  useId: string,
): Promise<ReadyPhoto> {
  const id = readPhotoUrl(photoUrl)?.id;
  if (!id) throw photoInvalid("missing");
  const since = new Date(now().getTime() - USABLE_HOURS * HOUR);
  const find = () => selectOwn(db, { id, userId: viewer.id, since });

  const photo = await find();
  if (!photo) throw photoInvalid("missing");
  if (photo.usedBy !== null && photo.usedBy !== useId) throw photoInvalid("used");
  const known = sizeOf(photo);
  if (known) return { id, ...known };

  const sent = await photos.read(photo.uploadKey, MAX_PHOTO_BYTES).catch((error: unknown) => {
    throw error instanceof ObjectTooLarge ? photoInvalid("size", error) : error;
  });
  if (!sent) {
    // Another run of the same call may have come first.
    const done = sizeOf(await find());
    if (done) return { id, ...done };
    throw photoInvalid("missing");
  }
  const { files, hash, ...size } = await encodePhoto(sent).catch(async (error: unknown) => {
    // A file that is refused can never be used.
    if (error instanceof AppError && error.code === "PHOTO_INVALID") await photos.remove([photo.uploadKey]);
    throw error;
  });
  await Promise.all(files.map((file) => photos.write(keyOf(id, size, file), file.bytes, "image/webp")));
  await markEncoded(db, id, { ...size, hash }, now());
  // Discarding it at the same time may have removed its files before all of these were written.
  if (!(await find())) {
    await photos.remove([photo.uploadKey, ...keysOf(id)]);
    throw photoInvalid("missing");
  }
  await photos.remove([photo.uploadKey]);
  return { id, ...size };
}

function sizeOf(photo: { width: number | null; height: number | null } | null): Size | null {
  return photo && photo.width !== null && photo.height !== null
    ? { width: photo.width, height: photo.height }
    : null;
}
