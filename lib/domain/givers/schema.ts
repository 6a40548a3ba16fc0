import { z } from "zod";
import { FACES_ON_CARD } from "./rules";

/** The most requests that one call asks about. */
export const MAX_REQUESTS = 50;

/** GET /api/requests/faces: ids of requests, separated by commas. */
export const facesQuerySchema = z.object({
  ids: z
    .string()
    .max(MAX_REQUESTS * 37)
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(MAX_REQUESTS)),
});

/** Somebody who gave, as others see them. */
export const faceSchema = z.object({
  username: z.string(),
  avatar: z.string(),
  profileImageUrl: z.string().nullable(),
});
export type Face = z.infer<typeof faceSchema>;

/** Who gave to each request, the latest first. A request without anybody to show is absent. */
export const facesSchema = z
  .record(z.string(), z.array(faceSchema).max(FACES_ON_CARD))
  .describe("by the id of the request, those who gave last and are shown; absent where nobody is");
export type Faces = z.infer<typeof facesSchema>;
