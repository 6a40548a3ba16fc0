import { join } from "node:path";
import type { Env } from "@/lib/ground/env";
import type { PhotoStore } from "../photo-store";
import { createDiskStore } from "./disk";
import { createS3Store } from "./s3";

type Configuration = Pick<Env, "photoStore" | "dataDir" | "appUrl" | "authSecret">;

/**
 * The configured bucket, or the local store in DATA_DIR (api.md, Configuration). This server accepts uploads under
 * /api/photos/uploads.
 */
export function createPhotoStore(configuration: Configuration): PhotoStore {
  const { photoStore, appUrl, authSecret } = configuration;
  const route = { uploadUrl: `${appUrl}/api/photos`, secret: authSecret };
  return photoStore
    ? createS3Store(photoStore, route)
    : createDiskStore({ folder: localFolder(configuration), route });
}

/** The folder of the local store. */
export function localFolder({ dataDir }: Pick<Env, "dataDir">): string {
  return join(/* turbopackIgnore: true */ dataDir, "photos");
}
