import { z } from "zod";
import { publicUserSchema } from "@/lib/domain/users/schema";
import { FACES_ON_CARD, MOST_ASKED_FACES } from "./rules";

/** GET /api/requests/faces: ids of requests, separated by commas. */
export const facesQuerySchema = z.object({
  ids: z
    .string()
    .max(MOST_ASKED_FACES * 37)
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(MOST_ASKED_FACES)),
});

/** Somebody who gave, as others see them. */
export const faceSchema = publicUserSchema.pick({ username: true, avatar: true, profileImageUrl: true });
export type Face = z.infer<typeof faceSchema>;

/** Who gave to each request, the latest first. A request without anybody to show is absent. */
export const facesSchema = z
  .record(z.string(), z.array(faceSchema).max(FACES_ON_CARD))
  .describe("by the id of the request, those who gave last and are shown; absent where nobody is");
export type Faces = z.infer<typeof facesSchema>;
