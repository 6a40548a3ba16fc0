import { z } from "zod";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { POST_AUDIENCES, POST_KINDS, POST_OUTCOMES } from "@/lib/ground/vocabulary";
import { POST_TEXT } from "./rules";

/** POST /api/requests/{id}/posts; `leftover` in cents. */
export const writePostSchema = z
  .object({
    kind: z.enum(POST_KINDS, problem("invalid")),
    text: writtenText(POST_TEXT),
    photoUrl: z.string().max(200).nullish(),
    audience: z.enum(POST_AUDIENCES, problem("invalid")),
    outcome: z.enum(POST_OUTCOMES, problem("invalid")).nullish(),
    leftover: z
      .int(problem("amountInvalid"))
      .min(1, problem("amountInvalid"))
      .max(2_147_483_647, problem("amountInvalid"))
      .nullish(),
  })
  .superRefine(({ kind, text, outcome, leftover }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: "custom", message, path: [field] });
    if (text === "" && kind !== "thanks") refuse("text", POST_TEXT.required);
    if (outcome != null && kind !== "delivered") refuse("outcome", "invalid");
    if (leftover != null && outcome !== "cheaper") refuse("leftover", "invalid");
  });
export type NewPost = z.output<typeof writePostSchema>;

/** PATCH /api/posts/{id}. */
export const editPostSchema = z.object({ text: writtenText(POST_TEXT) });

/** giving.md, Post. `leftover` in cents. */
export const postSchema = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  kind: z.enum(POST_KINDS),
  text: z.string().describe("empty for thanks without words"),
  photoUrl: z.string().nullable(),
  audience: z.enum(POST_AUDIENCES),
  outcome: z.enum(POST_OUTCOMES).nullable(),
  leftover: z.int().nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  hidden: z.boolean().describe("an operator's decision hides it: only its owner sees it"),
});
export type Post = z.infer<typeof postSchema>;
