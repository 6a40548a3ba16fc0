import { z } from "zod";
import { postSchema } from "@/lib/domain/posts/schema";
import { faceSchema } from "./schema";

/**
 * What happens to a request, usually in this order; the latest donation follows at any time after the first.
 * `paid_out`: money of it arrived at its owner's bank. `delivered`: the owner said what became of it.
 */
const STEPS = [
  "asked",
  "first_gift",
  "halfway",
  "goal",
  "thanks",
  "paid_out",
  "delivered",
  "latest_gift",
] as const;

/** What donors wrote with their donations, the latest first. */
const noteSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  donorName: z.string().nullable(),
  guestName: z.string().nullable().describe("for the recipient only"),
  mine: z.boolean().describe("the reader wrote it"),
  shown: z.boolean().describe("others than the recipient see it too"),
  at: z.iso.datetime().describe("to the hour"),
});
export type Note = z.infer<typeof noteSchema>;

/** How a request came about (GET /api/requests/{id}/story): who gave, and what happened when. No amounts (D37). */
export const storySchema = z.object({
  givers: z.array(faceSchema).describe("the last eight who gave openly, newest first, unless they hide it"),
  messages: z.array(noteSchema).describe("to its owner all of them, to others those that may be shown"),
  posts: z.array(postSchema).describe("what its owner posted and the reader may read, the newest first"),
  saved: z.boolean().describe("by the reader"),
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
