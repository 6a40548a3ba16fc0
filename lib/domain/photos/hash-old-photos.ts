import "server-only";
import { now } from "@/lib/ground/clock";
import { hashPhoto } from "./encode-photo";
import { readPhoto } from "./queries";
import { keyOf } from "./rules";
import { selectUnhashed, setHash } from "./store";
import type { PhotoContext } from "./types";

/** A turn decodes few, so that uploads do not wait for it. */
const BATCH = 5;

/**
 * Stores the difference hash of a few shown photos that were encoded before there was one, so that copies of them are
 * found (safety.md). Returns how many it processed; a file that is missing or broken is not tried again.
 * @throws ProviderUnavailable; AppError UNAVAILABLE
 */
export async function hashOldPhotos(context: PhotoContext): Promise<number> {
  const left = await selectUnhashed(context.db, BATCH);
  for (const { id, width } of left) {
    const kept = await readPhoto(context, keyOf(id, { width }, { width }));
    await setHash(context.db, id, kept && (await hashPhoto(kept)), now());
  }
  return left.length;
}
