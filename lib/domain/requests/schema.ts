import { z } from "zod";
import { type PublicUser, publicUserSchema } from "@/lib/domain/users/schema";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { BOOST_TYPES, CATEGORIES, COMPLETION_EMOJIS, GIVING_OFF_CAUSES } from "@/lib/ground/vocabulary";
import { REQUEST_TEXTS } from "./rules";

/** The id of a town. */
export const placeIdSchema = z
  .int(problem("invalid"))
  .min(1, problem("invalid"))
  .max(2_147_483_647, problem("invalid"));

/** POST /api/requests (specification 5, Create request). `goal` in cents. */
export const createRequestSchema = z.object({
  item: writtenText(REQUEST_TEXTS.item),
  description: writtenText(REQUEST_TEXTS.description),
  /** No maximum: a larger one is above the limit of every tier (D7). */
  goal: z.int(problem("amountInvalid")).min(1, problem("amountInvalid")),
  category: z.enum(CATEGORIES, problem("invalid")).nullish(),
  placeId: placeIdSchema.nullish().describe("the town that it is in, of GET /api/places"),
  userId: z.string().optional(),
  photoUrl: z.string().max(200).nullish(),
  appliedBoostType: z.enum(BOOST_TYPES, problem("invalid")).nullish(),
});
export type NewRequest = z.infer<typeof createRequestSchema>;

/** PATCH /api/requests/{id}, until the first donation. What is absent stays; `photoUrl: null` removes the photo. */
export const editRequestSchema = createRequestSchema
  .pick({ item: true, description: true, category: true, placeId: true, photoUrl: true })
  .partial();
export type RequestChanges = z.infer<typeof editRequestSchema>;

/** The emoji of a completed request (D22). */
export const emojiChoiceSchema = z.object({
  id: z.uuid(problem("invalid")),
  emoji: z.enum(COMPLETION_EMOJIS, problem("invalid")),
});
export type EmojiChoice = z.infer<typeof emojiChoiceSchema>;

/** A request (api.md, Request). Cents. No maxima: limits are lowered, and rows above them stay. */
export const requestSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  item: z.string(),
  itemEmoji: z.string().describe("stands for the item where there is no photo"),
  description: z.string(),
  category: z.enum(CATEGORIES).nullable().describe("what it is for, as its owner chose"),
  placeId: z.int().nullable(),
  town: z.string().nullable().describe("the town that its owner chose"),
  place: z.string().nullable().describe("the same as `town`"),
  goal: z.int(),
  raised: z.int(),
  givers: z
    .int()
    .describe("how many donations it got, each counted, so that no anonymous donor can be told apart"),
  beingPaid: z
    .int()
    .describe("what donors are just paying: it goes first where the request closes at its goal"),
  isActive: z.boolean(),
  isCompleted: z.boolean(),
  completionEmoji: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  priorityLevel: z.int().describe("effective now (D20)"),
  photoUrl: z.string().nullable(),
  appliedBoostType: z.enum(BOOST_TYPES).nullable(),
  boostAppliedAt: z.iso.datetime().nullable(),
  canBePaidOut: z
    .boolean()
    .describe("what is given can be paid out: the person who asks set up a way that works"),
  isGivingPaused: z.boolean().describe("nothing can be given until the person can be paid out"),
  givingOff: z.enum(GIVING_OFF_CAUSES).nullable().describe("why nothing can be given now"),
  givingChoice: z
    .enum(["closed", "paused"])
    .nullable()
    .describe("what its owner chose, also where `givingOff` names another cause"),
  user: publicUserSchema,
});
/** A request as signed-in people see it. Amounts in cents, times in ISO 8601 UTC. */
export type FundingRequest = z.infer<typeof requestSchema>;

/** A request as a visitor sees it: without the owner, where their profile is anonymous (D38). */
export type SharedRequest = Omit<FundingRequest, "userId" | "user"> & {
  userId: string | null;
  user: PublicUser | null;
};

/** The same for a visitor: without the owner, where their profile is anonymous (D38). */
export const sharedRequestSchema = requestSchema.extend({
  userId: z.uuid().nullable().describe("null to a visitor where the person keeps their profile anonymous"),
  user: publicUserSchema.describe(
    'to a visitor named "Anonymous", in the language asked for, where the person keeps their profile anonymous',
  ),
});
