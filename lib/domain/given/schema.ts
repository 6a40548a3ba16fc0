import { z } from "zod";
import { statementQuerySchema, takeBackSchema } from "@/lib/domain/payouts/schema";
import { PAID_BY } from "@/lib/ground/vocabulary";

/** In the order in which a donation takes them. */
const STEPS = ["paid", "counted", "free", "on_its_way", "in_bank", "delivered", "returned"] as const;

/** A donation as who gave it sees it (giving.md): no step without its row. Amounts in cents, times in ISO 8601 UTC. */
export const givenDonationSchema = z.object({
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
  message: z.string().nullable(),
  createdAt: z.iso.datetime(),
  steps: z.array(
    z.object({
      step: z.enum(STEPS),
      at: z.iso.datetime(),
      until: z.iso.datetime().optional().describe("until when it waits at this step"),
    }),
  ),
  canTakeBackUntil: z.iso.datetime().nullable(),
  receiptUrl: z.string().describe("a guest's receipt, or a person's as a PDF"),
});
export type GivenDonation = z.infer<typeof givenDonationSchema>;

/** A donation with what only screens and papers say of it. */
export type ShownDonation = GivenDonation & {
  receiptNumber: string;
  /** What is left of `amount` after partial refunds, in cents. */
  left: number;
  isRefundDue: boolean;
  thanksEmoji: string | null;
  /** Null for an erased recipient. */
  recipientUsername: string | null;
};

/** What somebody gave in a local calendar year and did not go back: to how many people, and by month in cents. */
export type YearGiven = { year: number; people: number; months: { start: string; given: number }[] };

/** PATCH /api/gifts/{donationId}. */
export const changeDonationSchema = takeBackSchema.extend({ anonymous: z.boolean() });

export const YEAR_FORMATS = ["csv", "jpg"] as const;

/** GET /api/gifts/year: what a person gave in a local calendar year. */
export const givenYearSchema = statementQuerySchema.extend({ format: z.enum(YEAR_FORMATS) });
