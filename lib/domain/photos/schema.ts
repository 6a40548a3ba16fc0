import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from "./rules";

/** POST /api/photos/upload. A declared type or length binds: the address accepts nothing else. */
export const startUploadSchema = z.object({
  contentType: z.enum(PHOTO_TYPES, problem("photoType")).optional(),
  contentLength: z
    .int(problem("invalid"))
    .min(1, problem("invalid"))
    .max(MAX_PHOTO_BYTES, problem("photoSize"))
    .optional(),
});
export type NewUpload = z.infer<typeof startUploadSchema>;

/** api.md, POST /api/photos/upload. */
export const uploadSchema = z.object({
  uploadURL: z.url(),
  method: z.literal("PUT"),
  headers: z.record(z.string(), z.string()),
  photoUrl: z.string(),
});
