import { z } from "zod";
import { emailSchema } from "@/lib/domain/accounts/schema";
import { createPaymentIntentSchema, donationIntentSchema } from "@/lib/domain/donations/schema";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { PAID_BY } from "@/lib/ground/vocabulary";

const token = z.string(problem("required")).max(100, problem("tooLong"));

/** A gift link, as its owner shares it. */
export const giftLinkSchema = z.object({ url: z.string() });
export type GiftLink = z.infer<typeof giftLinkSchema>;

/** GET /api/requests/{id}/poster: the paper. */
export const posterQuerySchema = z.object({ size: z.enum(["a4", "a6"]).default("a4") });

/** POST /api/gifts/start: by the token of a gift link; `amount` in decimal major units (D4). */
export const startGiftSchema = createPaymentIntentSchema
  .pick({ amount: true, message: true, messageShown: true })
  .extend({
    token,
    email: emailSchema,
    // With an @ it could be taken for somebody's username.
    name: writtenText({ max: 80, required: "nameRequired", lines: "one" })
      .refine((name) => !name.includes("@"), problem("invalid"))
      .optional(),
    anonymous: z.boolean().default(true),
    proof: z.string().max(2_000).optional().describe("what solves the challenge of WORK_REQUIRED"),
  });
export type NewGift = z.output<typeof startGiftSchema>;

/** What the card provider's form needs, and where the receipt will be. Cents. */
export const startedGiftSchema = donationIntentSchema.extend({ receiptUrl: z.string() });
export type StartedGift = z.infer<typeof startedGiftSchema>;

/** POST /api/gifts/claim: by the token of the receipt. */
export const claimGiftSchema = z.object({ token });

/** PATCH /api/gifts/{donationId}: whether its recipient sees the name that the guest gave. */
export const changeGiftSchema = z.object({ receiptToken: token, anonymous: z.boolean() });

const STEPS = ["paid", "counted", "free", "on_its_way", "in_bank", "returned"] as const;

/** A gift as who gave it sees it (giving.md): no step without its row. Amounts in cents, times in ISO 8601 UTC. */
export const giftSchema = z.object({
  donationId: z.uuid(),
  request: z
    .object({
      id: z.uuid(),
      item: z.string(),
      photoUrl: z.string().nullable(),
      state: z.enum(["open", "reached", "closed"]),
    })
    .nullable()
    .describe("null once it was deleted"),
  amount: z.int(),
  serviceFee: z.int(),
  total: z.int(),
  method: z.enum(PAID_BY).nullable(),
  anonymous: z.boolean(),
  createdAt: z.iso.datetime(),
  steps: z.array(z.object({ step: z.enum(STEPS), at: z.iso.datetime() })),
  receiptUrl: z.string(),
});
export type Gift = z.infer<typeof giftSchema>;
