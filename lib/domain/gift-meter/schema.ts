import { z } from "zod";
import { isInPlainYear } from "@/lib/ground/periods";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { ELSEWHERE_NOTE, MOST_ELSEWHERE } from "./rules";

const amount = z
  .int(problem("amountInvalid"))
  .min(1, problem("amountInvalid"))
  .max(100_000_000, problem("amountInvalid"));

const elsewhereSchema = z.object({
  date: z.iso.date(problem("invalid")),
  amount,
  note: writtenText(ELSEWHERE_NOTE),
});
/** What somebody received elsewhere, as they wrote it. Cents. */
export type Elsewhere = z.infer<typeof elsewhereSchema>;

const writtenElsewhere = elsewhereSchema.extend({
  date: elsewhereSchema.shape.date.refine(isInPlainYear, problem("invalid")),
});

/** PUT /api/gift-meter. What is absent stays; off deletes everything. */
export const changeGiftMeterSchema = z.object({
  on: z.boolean(),
  limit: amount.nullish().describe("cents; null for the one that is known"),
  elsewhere: z.array(writtenElsewhere).max(MOST_ELSEWHERE, problem("tooLong")).optional(),
});
export type GiftMeterChange = z.infer<typeof changeGiftMeterSchema>;

/** GET /api/gift-meter. Cents, of the current calendar year. */
export const giftMeterSchema = z.object({
  on: z.boolean(),
  year: z.int(),
  limit: z.int().nullable().describe("null where none is known"),
  limitIsOwn: z.boolean(),
  received: z.int().describe("here, less what went back"),
  elsewhere: z.array(elsewhereSchema),
  unreadable: z
    .boolean()
    .describe("the limit and the amounts from elsewhere were sealed with another AUTH_SECRET"),
  left: z.int().nullable(),
  byMonth: z.array(z.int()).length(12).describe("received here and elsewhere"),
  givers: z
    .array(z.object({ donationIds: z.array(z.uuid()), amount: z.int() }))
    .describe("who gave more than gift tax leaves free, without a name"),
});
export type GiftMeter = z.infer<typeof giftMeterSchema>;

/** What is sealed. */
export const sealedMeterSchema = z.object({
  limit: z.int().nullable(),
  elsewhere: z.array(z.object({ date: z.string(), amount: z.int(), note: z.string() })),
  told: z.object({ year: z.int(), level: z.enum(["below", "near", "passed"]) }).nullable(),
});
export type SealedMeter = z.infer<typeof sealedMeterSchema>;
