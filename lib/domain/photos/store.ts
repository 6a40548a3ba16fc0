import type { Db } from "@/db/client";
import { photos } from "@/db/schema";

type NewPhoto = { id: string; userId: string; uploadKey: string; createdAt: Date };

/** Notes an upload, or finds the one that was noted under the same id: the key under which its bytes are expected. */
export async function insertPhoto(db: Db, photo: NewPhoto): Promise<string> {
  const [row] = await db
    .insert(photos)
    .values(photo)
    .onConflictDoUpdate({ target: photos.id, set: { createdAt: photo.createdAt } })
    .returning({ uploadKey: photos.uploadKey });
  if (!row) throw new Error(`photo ${photo.id} was not kept`);
  return row.uploadKey;
}
