import { z } from "zod";
import { isInPlainYear } from "@/lib/ground/periods";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { isPrintableLine } from "@/lib/ground/text-rules";
import { MEASURES, SAFETY_SUBJECTS, STOPPABLE, TIERS } from "@/lib/ground/vocabulary";
import { OPERATOR_HOLD_CAUSES } from "./types";

// What operators type. The office says what is wrong with it by the problem of a field, the command line in English.

/** A name or an id: one line without control characters, because terminals and logs show it. */
const line = (max: number) =>
  z
    .string(problem("required"))
    .trim()
    .min(1, problem("required"))
    .max(max, problem("tooLong"))
    .refine(isPrintableLine, problem("controlCharacters"));

const chosen = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, problem("required"));

/** Name of the operator at the command line. */
export const operatorSchema = line(100);

/** A username, an e-mail address, or an id of ours or the provider's. */
export const referenceSchema = line(255);

const written = (max: number) => writtenText({ max, required: "required", lines: "one" });

/** Why an operator does something, for the audit. */
export const reasonSchema = written(500);

/** What the person concerned reads: facts, or the answer to an appeal. */
export const statementSchema = writtenText({ max: 2_000, required: "required", lines: "many" }).min(
  10,
  problem("tooShort"),
);

const NO_DAY = "is not a date like 2026-12-31";
/** Last day of a subscription, a hold or a decision, in `TIME_ZONE`. */
export const untilSchema = z.iso.date(NO_DAY).refine(isInPlainYear, NO_DAY);

/** The same in a form. An empty day: until somebody ends it. */
export const untilFieldSchema = z
  .literal("")
  .transform(() => null)
  .or(untilSchema);

export const tierSchema = chosen(TIERS);
export const holdCauseSchema = chosen(OPERATOR_HOLD_CAUSES);
export const decidedSchema = chosen(SAFETY_SUBJECTS);
export const measureSchema = chosen(MEASURES);
export const stoppableSchema = chosen(STOPPABLE);

/** On what a decision rests: a law, or a paragraph of `/rules`. */
export const groundSchema = written(200).regex(/^(law|rules):\S/, "does not begin with law: or rules:");

const NO_MONTH = "is not a month like 2026-10";
/** A local month. */
export const monthSchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, NO_MONTH)
  .refine(isInPlainYear, NO_MONTH);

export const yearSchema = z.coerce
  .number("is not a year")
  .int("is not a year")
  .min(2024, "is too early")
  .max(2100, "is too late");

const reason = reasonSchema;
const reference = referenceSchema;

/** What may need a second operator (safety.md, Four eyes), also as it is stored while it waits. */
export const ORDERS = {
  decide: z.object({
    kind: decidedSchema,
    /** The id of a request, a post or a message; a person's username, e-mail address or id. */
    id: reference,
    measure: measureSchema,
    /** `law:<which>` or `rules:<paragraph>`. */
    ground: groundSchema,
    /** What the person concerned reads. */
    facts: statementSchema,
    /** The last day in `TIME_ZONE`; null: until somebody lifts it. */
    until: untilSchema.nullable(),
    /** A rule found it. */
    automatic: z.boolean(),
    /** The report that asked for it; all open ones of the subject are closed with it. */
    report: reference.nullable(),
    /** For the audit. */
    reason,
  }),
  lift: z.object({ decision: reference, reason }),
  /** `isAsked`: the payer asked for it; otherwise the operator decided. Both people read which. */
  refund: z.object({ reference, isAsked: z.boolean().optional(), reason }),
  approve_payouts: z.object({ reference, reason }),
  /** A person (username, e-mail address, id), a request (id) or a donation (id, or the provider's). */
  hold: z.object({ reference, cause: holdCauseSchema, until: untilSchema.nullable(), reason }),
  /** `batch`, `isUnmade`: what the operator found at PayPal of a payout that got no answer. */
  retry_payout: z.object({
    reference,
    batch: z.string().optional(),
    isUnmade: z.boolean().optional(),
    reason,
  }),
  lift_hold: z.object({ holdId: reference, reason }),
  clear_review: z.object({ requestId: reference, reason }),
  /** `since`: when the second factor was switched on that is meant; null: the present one. */
  remove_factor: z.object({ reference, since: z.string().nullable(), reason }),
  /**
   * `to`: the address that an undo restored, or the one that it replaced. `since`: since when the account is contested
   * that is meant; without it, the present time.
   */
  decide_ownership: z.object({
    reference,
    to: z.enum(["old", "new"], "is neither old nor new"),
    since: z.string().nullish(),
    reason,
  }),
};

export type DeedName = keyof typeof ORDERS;
export type Order<N extends DeedName> = z.output<(typeof ORDERS)[N]>;

/** A second look at a decision: an appeal is answered by another operator. */
export const answerAppealSchema = z.object({
  decision: reference,
  outcome: chosen(["upheld", "overturned"]),
  answer: statementSchema,
});

/** A ground and a last day, as a form has them. */
const groundFields = { basis: chosen(["rules", "law"]), paragraph: written(190), until: untilFieldSchema };

/** The form of a decision in the office. */
export const decideFormSchema = ORDERS.decide.omit({ ground: true, automatic: true }).extend(groundFields);

/** The flags of a request are confirmed. */
export const confirmReviewFormSchema = ORDERS.clear_review.extend({
  facts: statementSchema,
  ...groundFields,
});

/** A second operator's answer to what waits. */
export const answerWaitingFormSchema = z.object({
  id: reference,
  answer: chosen(["approve", "refuse"]),
  reason,
});
