import type { Db } from "@/db/client";
import { discardPhotoOf } from "@/lib/domain/photos/request-photo";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { lockOwn } from "./lock-own";
import { mustKeep, removeRequest, updateRequest } from "./store";

/**
 * Deletes the caller's own request (D21). One with donations, begun or completed, or with a hold, is kept for the books
 * and hidden; another is removed. The lock makes a new donation wait, so that it is either seen here or finds no
 * request. Its photo is discarded; housekeeping removes the files.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function deleteRequest(db: Db, viewer: Pick<Viewer, "id">, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, viewer, id);
    const at = now();
    await discardPhotoOf(tx, id, at, { withPosts: true });
    if (await mustKeep(tx, id))
      await updateRequest(tx, id, { isActive: false, photoUrl: null, deletedAt: at });
    else await removeRequest(tx, id);
  });
}
