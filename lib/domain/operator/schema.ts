import { z } from "zod";
import { hasNoCardNumber, isPrintableLine } from "@/lib/ground/text-rules";
import { TIERS } from "@/lib/ground/vocabulary";

/** One line without control characters, as it will be read in a terminal for years. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "says nothing")
    .max(max, `is longer than ${max} characters`)
    .refine(isPrintableLine, "has control characters");

/** Who works at the command line. */
export const operatorSchema = line(100);

/** Why something is done. */
export const reasonSchema = line(500).refine(hasNoCardNumber, "holds a card number");

/** A username, an e-mail address, or an id of ours or the provider's. */
export const referenceSchema = line(255);

/** The last day of a subscription, in the platform's time zone. */
export const untilSchema = z.iso.date("is not a date like 2026-12-31");

export const tierSchema = z.enum(TIERS, `is not one of ${TIERS.join(", ")}`);
