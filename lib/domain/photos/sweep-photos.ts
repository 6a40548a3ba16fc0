import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { keysOf, REMOVED_AFTER_HOURS, UPLOAD_SECONDS } from "./rules";
import { deletePhoto, discardUnused, markUploadCleared, selectDiscarded, selectUploadsLeft } from "./store";
import type { PhotoContext } from "./types";

const BATCH = 100;
/** An upload that began just before its address expired may take a while to arrive. */
const SLACK_SECONDS = 5 * 60;

/**
 * Removes unneeded files from the store: unused uploads, photos of deleted requests, and what was sent again after
 * a photo was re-encoded. A row is deleted after its files, so that the next run finds what a fault left.
 * @throws ProviderUnavailable
 */
export async function sweepPhotos({
  db,
  photos,
}: PhotoContext): Promise<{ removed: number; cleared: number }> {
  const at = now();
  const expired = new Date(at.getTime() - (UPLOAD_SECONDS + SLACK_SECONDS) * 1000);
  await discardUnused(db, new Date(at.getTime() - REMOVED_AFTER_HOURS * HOUR), at);
  const removed = await inBatches(
    () => selectDiscarded(db, expired, BATCH),
    async ({ id, uploadKey }) => {
      await photos.remove([uploadKey, ...keysOf(id)]);
      await deletePhoto(db, id);
    },
  );
  const cleared = await inBatches(
    () => selectUploadsLeft(db, expired, BATCH),
    async ({ id, uploadKey }) => {
      await photos.remove([uploadKey]);
      await markUploadCleared(db, id, at);
    },
  );
  return { removed, cleared };
}

/** Does something to every row of a list that gets shorter by doing it. */
async function inBatches<T>(select: () => Promise<T[]>, work: (row: T) => Promise<void>): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await select();
    for (const row of rows) await work(row);
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}
