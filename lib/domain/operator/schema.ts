import { z } from "zod";
import { hasNoCardNumber, isPrintable, isPrintableLine } from "@/lib/ground/text-rules";
import { MEASURES, SAFETY_SUBJECTS, STOPPABLE, TIERS } from "@/lib/ground/vocabulary";
import { OPERATOR_HOLD_CAUSES } from "./types";

/** One line without control characters, because terminals and logs show it. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "says nothing")
    .max(max, `is longer than ${max} characters`)
    .refine(isPrintableLine, "has control characters");

/** Name of the operator at the command line. */
export const operatorSchema = line(100);

/** Why an operator does something. */
export const reasonSchema = line(500).refine(hasNoCardNumber, "holds a card number");

/** A username, an e-mail address, or an id of ours or the provider's. */
export const referenceSchema = line(255);

/** Last day of a subscription or of a hold, in `TIME_ZONE`. */
export const untilSchema = z.iso.date("is not a date like 2026-12-31");

export const tierSchema = z.enum(TIERS, `is not one of ${TIERS.join(", ")}`);

/** Why an operator holds money. */
export const holdCauseSchema = z.enum(
  OPERATOR_HOLD_CAUSES,
  `is not one of ${OPERATOR_HOLD_CAUSES.join(", ")}`,
);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `is not one of ${values.join(", ")}`);

/** What can be decided about. */
export const decidedSchema = oneOf(SAFETY_SUBJECTS);

export const measureSchema = oneOf(MEASURES);
export const stoppableSchema = oneOf(STOPPABLE);
export const appealAnswerSchema = oneOf(["upheld", "overturned"]);

/** On what a decision rests: a law, or a paragraph of `/rules`. */
export const groundSchema = line(200).regex(/^(law|rules):\S/, "does not begin with law: or rules:");

/** What was found, in words that the person concerned reads; and the answer to an appeal. */
export const factsSchema = z
  .string()
  .trim()
  .min(10, "is shorter than 10 characters")
  .max(2_000, "is longer than 2000 characters")
  .refine(isPrintable, "has control characters")
  .refine(hasNoCardNumber, "holds a card number");

/** A local month. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "is not a month like 2026-10");

export const yearSchema = z.coerce
  .number("is not a year")
  .int("is not a year")
  .min(2024, "is too early")
  .max(2100, "is too late");
