import "server-only";
import { db } from "@/db/client";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { env } from "@/lib/ground/env";
import { inSpans } from "@/lib/ground/spans";
import type { PhotoStore } from "@/lib/providers/photo-store";
import { createPhotoStore } from "@/lib/providers/storage";

let store: PhotoStore | undefined;

/** The database and the configured photo store. */
export function photos(): PhotoContext {
  store ??= inSpans("photos", createPhotoStore(env()));
  return { db: db(), photos: store };
}
