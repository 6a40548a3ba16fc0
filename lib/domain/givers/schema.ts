import { z } from "zod";
import { publicUserSchema } from "@/lib/domain/users/schema";
import { FACES_ON_CARD } from "./rules";

/** A person who gave, as small pictures show them. */
export const faceSchema = publicUserSchema.pick({ username: true, avatar: true, profileImageUrl: true });
export type Face = z.infer<typeof faceSchema>;

/** What happens to a request, in this order; the latest gift follows at any time after the first. */
export const STEPS = ["asked", "first_gift", "halfway", "goal", "thanks", "latest_gift"] as const;

/** How a request came about (GET /api/requests/{id}/story): who gave, and what happened when. No amounts (D37). */
export const storySchema = z.object({
  givers: z.array(faceSchema).describe("the last eight who gave openly, newest first, unless they hide it"),
  gifts: z.int().describe("how many donations it got, each counted"),
  steps: z.array(
    z.object({
      kind: z.enum(STEPS),
      at: z.iso.datetime().describe("to the hour"),
    }),
  ),
});
export type Story = z.infer<typeof storySchema>;
export type Step = Story["steps"][number];

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

/** Who gave to each request, the latest first. A request without anybody to show is absent. */
export const facesSchema = z
  .record(z.string(), z.array(faceSchema).max(FACES_ON_CARD))
  .describe("by the id of the request, those who gave last and are shown; absent where nobody is");
export type Faces = z.infer<typeof facesSchema>;
