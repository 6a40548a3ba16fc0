import "server-only";
import { join } from "node:path";
import { db } from "@/db/client";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { env } from "@/lib/env";
import type { PhotoStore } from "@/lib/providers/photo-store";
import { createDiskStore } from "@/lib/providers/storage/disk";
import { createS3Store } from "@/lib/providers/storage/s3";

let store: PhotoStore | undefined;

/** The books and the configured photo store. */
export function photos(): PhotoContext {
  const { photoStore, appUrl, authSecret } = env();
  store ??= photoStore
    ? createS3Store(photoStore)
    : createDiskStore({
        folder: localFolder(),
        uploadUrl: `${appUrl}/api/photos`,
        secret: authSecret,
      });
  return { db: db(), photos: store };
}

/** Where the local store keeps its files. */
export function localFolder(): string {
  return join(/* turbopackIgnore: true */ env().dataDir, "photos");
}
