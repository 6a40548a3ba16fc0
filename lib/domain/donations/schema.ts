import { z } from "zod";
import { writtenText } from "@/lib/ground/text-fields";
import { PAID_AT } from "./reserve-rules";
import { MAX_NOTE } from "./rules";

/** POST /api/donations/validate. */
export const validateDonationSchema = z.object({ requestId: z.string() });

/** The answer; `remaining` in cents, null for an open-ended request. */
export const donationTermsSchema = z.object({
  valid: z.literal(true),
  requestId: z.uuid(),
  recipientId: z.uuid(),
  remaining: z.int().nullable(),
  currency: z.string(),
});
export type DonationTerms = z.infer<typeof donationTermsSchema>;

/** What a donor writes to the recipient (giving.md, Methods); `messageShown`: others may read it too. */
const note = {
  message: writtenText({ max: MAX_NOTE, required: "required", lines: "many" }).optional(),
  messageShown: z.boolean().default(false),
};

/** POST /api/payments/stripe/create-payment-intent: `amount` in decimal major units (D4), parsed in the domain. */
export const createPaymentIntentSchema = z.object({
  ...note,
  amount: z.union([z.string().max(40), z.number()], { error: "amountInvalid" }),
  currency: z.string().max(10).optional(),
  requestId: z.string(),
  recipientId: z.string().optional(),
});

/** Specification 3, Donation intent response. Cents. */
export const donationIntentSchema = z.object({
  clientSecret: z.string(),
  donationAmount: z.int(),
  serviceFee: z.int(),
  totalAmount: z.int(),
});
export type DonationIntent = z.infer<typeof donationIntentSchema>;

/** POST /api/donations/reserve. `paidAt`: where the donor confirms, which decides how long the place is theirs. */
export const reserveSchema = z.object({
  paymentIntentId: z.string().max(255),
  paidAt: z.enum(PAID_AT).default("card"),
  receiptToken: z.string().max(100).optional().describe("of a guest's receipt, instead of a session"),
});

export const reservedSchema = z.object({ reservedUntil: z.iso.datetime() });

/** A donation by wallet (D29); the same amount as by card. */
export const walletDonationSchema = createPaymentIntentSchema.pick({
  amount: true,
  requestId: true,
  message: true,
  messageShown: true,
});
