import { randomUUID } from "node:crypto";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { keysOf, MAX_PHOTO_BYTES, UPLOAD_SECONDS, uploadedPhotoUrl } from "./rules";
import type { NewUpload } from "./schema";
import { discardUnusedBeyondQuota, insertPhoto } from "./store";
import type { PhotoContext, Upload } from "./types";

/**
 * Allows one upload, straight to the store (api.md, POST /api/photos/upload). `id` is the operation's. The photo is
 * shown only once a request names it. Unused uploads have a quota, per person and in all (D43).
 * @throws ProviderUnavailable
 */
export async function startUpload(
  { db, photos }: PhotoContext,
  viewer: Pick<Viewer, "id">,
  terms: NewUpload,
  id: string,
): Promise<Upload> {
  const key = await insertPhoto(db, {
    id,
    userId: viewer.id,
    uploadKey: `uploads/${viewer.id}/${randomUUID()}`,
    sentBytes: terms.contentLength ?? MAX_PHOTO_BYTES,
    createdAt: now(),
  });
  const discarded = await discardUnusedBeyondQuota(db, now());
  // The rows stay until their addresses have expired, for what is sent there meanwhile.
  await photos.remove(discarded.flatMap((photo) => [photo.uploadKey, ...keysOf(photo.id)]));
  const { url, headers } = await photos.allowUpload({ ...terms, key, seconds: UPLOAD_SECONDS });
  return { uploadURL: url, method: "PUT", headers, photoUrl: uploadedPhotoUrl(id) };
}
