import { z } from "zod";
import { containsCardNumber } from "@/lib/card-number";
import { publicUserSchema } from "@/lib/domain/users/schema";
import type { FieldProblem } from "@/lib/errors";
import { BOOST_TYPES, COMPLETION_EMOJIS } from "@/lib/vocabulary";
import { DESCRIPTION_MAX, GOAL_LIMIT, ITEM_MAX } from "./rules";

const problem = (key: FieldProblem) => ({ error: key });

/** Line breaks and tabs are text; every other control character, bidirectional override and lone surrogate is refused (api.md). */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u;
const printable = (text: string) => !CONTROL.test(text.replace(/[\n\r\t]/g, ""));
/** Zero-width characters alone say nothing. */
const visible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
/** What is written here, everybody can read (trust.md 32). */
const noCardNumber = (text: string) => !containsCardNumber(text);

/** POST /api/requests (specification 5, Create request). `goal` in cents. */
export const createRequestSchema = z.object({
  item: z
    .string(problem("itemRequired"))
    .trim()
    .min(1, problem("itemRequired"))
    .max(ITEM_MAX, problem("tooLong"))
    .refine(visible, problem("itemRequired"))
    .refine(printable, problem("controlCharacters"))
    .refine(noCardNumber, problem("cardNumber")),
  description: z
    .string(problem("descriptionRequired"))
    .trim()
    .min(1, problem("descriptionRequired"))
    .max(DESCRIPTION_MAX, problem("tooLong"))
    .refine(visible, problem("descriptionRequired"))
    .refine(printable, problem("controlCharacters"))
    .refine(noCardNumber, problem("cardNumber")),
  goal: z
    .int(problem("amountInvalid"))
    .min(1, problem("amountInvalid"))
    .max(2_147_483_647, problem("amountInvalid")),
  userId: z.string().optional(),
  photoUrl: z.string().max(200).nullish(),
  appliedBoostType: z.enum(BOOST_TYPES, problem("invalid")).nullish(),
});
export type NewRequest = z.infer<typeof createRequestSchema>;

/** What celebrates a completed request (D22). */
export const emojiChoiceSchema = z.object({
  id: z.uuid(problem("invalid")),
  emoji: z.enum(COMPLETION_EMOJIS, problem("invalid")),
});
export type EmojiChoice = z.infer<typeof emojiChoiceSchema>;

/** api.md, Request. */
export const requestSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  item: z.string(),
  description: z.string(),
  goal: z.int().min(1).max(GOAL_LIMIT.diamond),
  raised: z.int().min(0),
  isActive: z.boolean(),
  isCompleted: z.boolean(),
  completionEmoji: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  priorityLevel: z.int().min(0).max(2),
  photoUrl: z.string().nullable(),
  appliedBoostType: z.enum(BOOST_TYPES).nullable(),
  boostAppliedAt: z.iso.datetime().nullable(),
  user: publicUserSchema,
});

/** The same as a visitor is answered: nothing tells who an anonymous person is (D38). */
export const sharedRequestSchema = requestSchema.extend({
  userId: z.uuid().nullable().describe("null to a visitor where the person keeps their profile anonymous"),
  user: publicUserSchema.describe(
    'to a visitor named "Anonymous", in the language asked for, where the person keeps their profile anonymous',
  ),
});
