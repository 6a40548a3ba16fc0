import { z } from "zod";
import { faceSchema } from "./schema";

/** What happens to a request, in this order; the latest donation follows at any time after the first. */
const STEPS = ["asked", "first_gift", "halfway", "goal", "thanks", "latest_gift"] as const;

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
