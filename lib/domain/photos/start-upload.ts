import { randomUUID } from "node:crypto";
import { now } from "@/lib/clock";
import type { Viewer } from "@/lib/domain/users/types";
import { StoreUnavailable } from "@/lib/providers/photo-store";
import { keysOf, MAX_UNUSED_BYTES, UNUSED_PER_PERSON, UPLOAD_SECONDS, uploadedPhotoUrl } from "./rules";
import type { NewUpload } from "./schema";
import { discardOldestUnused, insertPhoto, sumUnusedBytes } from "./store";
import type { PhotoContext, Upload } from "./types";

/**
 * Lets a person send one photo, straight to the store (api.md, POST /api/photos/upload). `id` is the operation's. Nothing of it is shown before
 * a request is made with it. What nobody uses has a quota, per person and in all (D43).
 * @throws ProviderUnavailable
 */
export async function startUpload(
  { db, photos }: PhotoContext,
  viewer: Pick<Viewer, "id">,
  terms: NewUpload,
  id: string,
): Promise<Upload> {
  if ((await sumUnusedBytes(db)) >= MAX_UNUSED_BYTES) {
    throw new StoreUnavailable("the quota of uploads that nobody uses is full");
  }
  const key = await insertPhoto(db, {
    id,
    userId: viewer.id,
    uploadKey: `uploads/${viewer.id}/${randomUUID()}`,
    sentBytes: terms.contentLength ?? 0,
    createdAt: now(),
  });
  const discarded = await discardOldestUnused(db, viewer.id, UNUSED_PER_PERSON, now());
  // The rows stay until their addresses have expired, for what is sent there meanwhile.
  await photos.remove(discarded.flatMap((photo) => [photo.uploadKey, ...keysOf(photo.id)]));
  const { url, headers } = await photos.allowUpload({ ...terms, key, seconds: UPLOAD_SECONDS });
  return { uploadURL: url, method: "PUT", headers, photoUrl: uploadedPhotoUrl(id) };
}
