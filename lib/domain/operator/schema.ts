import { z } from "zod";
import { hasNoCardNumber, isPrintableLine } from "@/lib/ground/text-rules";
import { TIERS } from "@/lib/ground/vocabulary";
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
