import { z } from "zod";
import { publicUserSchema } from "@/lib/domain/users/schema";
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
export const faceSchema = publicUserSchema.pick({ username: true, avatar: true, profileImageUrl: true });
export type Face = z.infer<typeof faceSchema>;

/** Who gave to each request, the latest first. A request without anybody to show is absent. */
export const facesSchema = z
  .record(z.string(), z.array(faceSchema).max(FACES_ON_CARD))
  .describe("by the id of the request, those who gave last and are shown; absent where nobody is");
export type Faces = z.infer<typeof facesSchema>;
