import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { photos } from "@/db/schema";
import { photoInvalid } from "./photo-invalid";

/**
 * Attaches a prepared photo to the request that names it.
 * @throws AppError PHOTO_INVALID when another request has it, or it was discarded
 */
export async function attachPhoto(db: Db, id: string, requestId: string): Promise<void> {
  const rows = await db
    .update(photos)
    .set({ requestId })
    .where(and(eq(photos.id, id), isNull(photos.requestId), isNull(photos.discardedAt)))
    .returning({ id: photos.id });
  if (rows.length === 0) throw photoInvalid("used");
}

/** Detaches and discards the photo of a request that is deleted; housekeeping removes its files. */
export async function discardPhotoOf(db: Db, requestId: string, discardedAt: Date): Promise<void> {
  await db.update(photos).set({ requestId: null, discardedAt }).where(eq(photos.requestId, requestId));
}

/** Discards all photos of a person whose account is erased. */
export async function discardAllPhotos(db: Db, userId: string, discardedAt: Date): Promise<void> {
  await db
    .update(photos)
    .set({ requestId: null, discardedAt })
    .where(and(eq(photos.userId, userId), isNull(photos.discardedAt)));
}
