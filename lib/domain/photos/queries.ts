import type { Db } from "@/db/client";
import { isVisibleTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import { keptSizes, keyOf, readPhotoUrl } from "./rules";
import { hasGiven, selectShown } from "./store";
import type { PhotoContext } from "./types";

/** Far more than a re-encoded picture has. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * The key of a shown photo by its URL, and whether only some may see it; null when nothing shows it to the reader
 * (D57), who is asked for only where it matters. Without a size, the URL means the full one.
 */
export async function findPhotoKey(
  db: Db,
  url: string,
  reader: () => Promise<Reader>,
): Promise<{ key: string; isHidden: boolean } | null> {
  const address = readPhotoUrl(url);
  const shown = address && (await selectShown(db, address.id));
  if (!shown) return null;
  const isForSome = shown.isHidden || shown.forDonorsOf !== null;
  if (isForSome && !(await isShownTo(db, await reader(), shown))) return null;
  const full = shown.size;
  const wanted = address.size ?? full;
  const size = keptSizes(full).find(
    ({ width, height }) => width === wanted.width && height === wanted.height,
  );
  return size ? { key: keyOf(address.id, full, size), isHidden: isForSome } : null;
}

async function isShownTo(
  db: Db,
  reader: Reader,
  { ownerId, isHidden, forDonorsOf }: NonNullable<Awaited<ReturnType<typeof selectShown>>>,
): Promise<boolean> {
  const { viewer } = reader;
  if (viewer && isVisibleTo(viewer, { ownerId, isHidden: true })) return true;
  return !isHidden && forDonorsOf !== null && hasGiven(db, forDonorsOf, reader);
}

/** A re-encoded picture, WebP; null when it is not there. @throws ProviderUnavailable */
export async function readPhoto(
  { photos }: Pick<PhotoContext, "photos">,
  key: string,
): Promise<Buffer | null> {
  return photos.read(key, MAX_KEPT_BYTES);
}
