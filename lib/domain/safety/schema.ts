import { z } from "zod";
import { emailSchema } from "@/lib/domain/accounts/schema";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { APPEAL_STATES, MEASURES, REPORT_GROUNDS, SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";

const time = z.iso.datetime();

/** What people write to operators: 10 to 2,000 characters. */
const longText = writtenText({ max: 2_000, required: "required", lines: "many" }).min(
  10,
  problem("tooShort"),
);

const targetSchema = z.object({
  kind: z.enum(SAFETY_SUBJECTS, problem("invalid")),
  id: z
    .string(problem("required"))
    .trim()
    .min(1, problem("required"))
    .max(64, problem("tooLong"))
    .describe("of a person the username"),
});

/** POST /api/reports. */
export const sendReportSchema = z.object({
  target: targetSchema,
  ground: z.enum(REPORT_GROUNDS, problem("required")),
  text: longText,
  name: writtenText({ max: 80, required: "nameRequired", lines: "one" }).optional(),
  email: emailSchema.optional(),
  goodFaith: z.literal(true, problem("required")),
  receiptToken: z
    .string()
    .max(100)
    .optional()
    .describe("of a guest's receipt, for a post that donors alone see"),
});
export type NewReport = z.output<typeof sendReportSchema>;

export const sentReportSchema = z.object({
  reference: z.string(),
  token: z.string().optional().describe("for a visitor who gave no address: it opens the report"),
});
export type SentReport = z.infer<typeof sentReportSchema>;

export const reportQuerySchema = z.object({ token: z.string().max(100).optional() });

export const reportSchema = z.object({
  reference: z.string(),
  target: targetSchema,
  ground: z.enum(REPORT_GROUNDS),
  createdAt: time,
  state: z.enum(["open", "decided"]),
  outcome: z.enum(MEASURES).nullable(),
  decidedAt: time.nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/** A decision as the person concerned reads it (Digital Services Act, article 17). */
export const decisionSchema = z.object({
  id: z.uuid(),
  subject: z.object({ kind: z.enum(SAFETY_SUBJECTS), id: z.string(), title: z.string().nullable() }),
  measure: z.enum(MEASURES),
  ground: z.string(),
  facts: z.string(),
  automatic: z.boolean(),
  from: time,
  until: time.nullable(),
  liftedAt: time.nullable(),
  appeal: z
    .object({ state: z.enum(APPEAL_STATES), answeredAt: time.nullable(), answer: z.string().nullable() })
    .nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const appealSchema = z.object({ text: longText });
export const appealActionSchema = appealSchema.extend({ id: z.string() });
