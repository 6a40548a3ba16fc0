import { readFile } from "node:fs/promises";
import { newId } from "@/db/schema";
import { uploadedPhotoUrl } from "@/lib/domain/photos/rules";
import { insertPhoto } from "@/lib/domain/photos/store";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { now } from "@/lib/ground/clock";

/** The pictures beside this file, drawn for the demo. */
export type DemoPhoto = "books" | "cargo-bike" | "football" | "paints";

/** Puts a picture where its owner's upload would stand, and answers what a request names it by. */
export async function uploadDemoPhoto(
  { db, photos }: PhotoContext,
  owner: { id: string },
  name: DemoPhoto,
): Promise<string> {
  const id = newId();
  const uploadKey = `uploads/${owner.id}/${id}`;
  await insertPhoto(db, { id, userId: owner.id, uploadKey, sentBytes: 0, createdAt: now() });
  const file = new URL(`photos/${name}.webp`, import.meta.url);
  await photos.write(uploadKey, await readFile(file), "image/webp");
  return uploadedPhotoUrl(id);
}
