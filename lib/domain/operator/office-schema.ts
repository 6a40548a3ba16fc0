import { z } from "zod";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { MEASURES, SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";

/** Why an operator does something, for the audit. */
const reason = writtenText({ max: 500, required: "required", lines: "one" });

/** What the person concerned reads: facts, or the answer to an appeal. */
const statement = writtenText({ max: 2_000, required: "required", lines: "many" }).min(
  10,
  problem("tooShort"),
);

const id = z.string(problem("required")).max(64, problem("tooLong"));
const chosen = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, problem("required"));

/** A statement of reasons. An empty day: until somebody lifts it. */
const reasons = {
  basis: chosen(["rules", "law"]),
  paragraph: writtenText({ max: 190, required: "required", lines: "one" }),
  facts: statement,
  until: z
    .literal("")
    .transform(() => null)
    .or(z.iso.date(problem("invalid"))),
  reason,
};

/** The form of a decision in the office. */
export const decideFormSchema = z.object({
  kind: z.enum(SAFETY_SUBJECTS),
  id,
  report: id.nullable(),
  measure: chosen(MEASURES),
  ...reasons,
});

/** The flags of a request are confirmed, or cleared as harmless. */
export const confirmReviewFormSchema = z.object({ requestId: id, ...reasons });
export const clearReviewFormSchema = z.object({ requestId: id, reason });

export const liftFormSchema = z.object({ decision: id, reason });

export const answerAppealFormSchema = z.object({
  decision: id,
  outcome: chosen(["upheld", "overturned"]),
  answer: statement,
});

/** A second operator's answer to what waits. */
export const answerWaitingFormSchema = z.object({ id, answer: chosen(["approve", "refuse"]), reason });
