import { z } from "zod";
import { emailSchema } from "@/lib/domain/accounts/schema";
import { createPaymentIntentSchema, donationIntentSchema } from "@/lib/domain/donations/schema";
import { problem, writtenText } from "@/lib/ground/text-fields";

const token = z.string(problem("required")).max(100, problem("tooLong"));

/** A gift link, as its owner shares it. */
export const giftLinkSchema = z.object({ url: z.string() });
export type GiftLink = z.infer<typeof giftLinkSchema>;

/** GET /api/requests/{id}/poster: the paper. */
export const posterQuerySchema = z.object({ size: z.enum(["a4", "a6"]).default("a4") });

/** POST /api/gifts/start: by the token of a gift link; `amount` in decimal major units (D4). */
export const startGuestDonationSchema = createPaymentIntentSchema
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
export type NewGuestDonation = z.output<typeof startGuestDonationSchema>;

/** What the card provider's form needs, and where the receipt will be. Cents. */
export const startedGuestDonationSchema = donationIntentSchema.extend({ receiptUrl: z.string() });
export type StartedGuestDonation = z.infer<typeof startedGuestDonationSchema>;

/** POST /api/gifts/claim: by the token of the receipt. */
export const claimDonationSchema = z.object({ token });
