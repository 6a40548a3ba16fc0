import { randomUUID } from "node:crypto";
import { now } from "@/lib/clock";
import type { Viewer } from "@/lib/domain/users/types";
import { UPLOAD_SECONDS, uploadedPhotoUrl } from "./rules";
import type { NewUpload } from "./schema";
import { insertPhoto } from "./store";
import type { PhotoContext, Upload } from "./types";

/**
 * Lets a person send one photo, straight to the store (api.md, POST /api/photos/upload). `id` is the operation's. Nothing of it is shown before
 * a request is made with it.
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
    createdAt: now(),
  });
  const { url, headers } = await photos.allowUpload({ ...terms, key, seconds: UPLOAD_SECONDS });
  return { uploadURL: url, method: "PUT", headers, photoUrl: uploadedPhotoUrl(id) };
}
