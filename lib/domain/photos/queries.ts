import type { Db } from "@/db/client";
import { keptSizes, keyOf, readPhotoUrl } from "./rules";
import { selectShownSize } from "./store";
import type { PhotoContext } from "./types";

/** Far more than a re-encoded picture has. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * The key of a shown photo by its URL; null when no request shows it. Without a size, the URL means the full one.
 */
export async function findPhotoKey(db: Db, url: string): Promise<string | null> {
  const address = readPhotoUrl(url);
  const full = address && (await selectShownSize(db, address.id));
  if (!full) return null;
  const wanted = address.size ?? full;
  const size = keptSizes(full).find(
    ({ width, height }) => width === wanted.width && height === wanted.height,
  );
  return size ? keyOf(address.id, full, size) : null;
}

/** A re-encoded picture, WebP; null when it is not there. @throws ProviderUnavailable */
export async function readPhoto(
  { photos }: Pick<PhotoContext, "photos">,
  key: string,
): Promise<Buffer | null> {
  return photos.read(key, MAX_KEPT_BYTES);
}
