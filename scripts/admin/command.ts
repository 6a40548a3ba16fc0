import { z } from "zod";
import { reasonSchema, referenceSchema } from "@/lib/domain/operator/schema";
import type { Operator } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { type Options, read, type Signature } from "./arguments";

export type Call = { context: PayoutContext; operator: Operator; args: readonly string[]; options: Options };

/**
 * What a command answers: for machines, for people, and what the operator still has to know although it did its part.
 */
export type Answer = { data: unknown; text: string; unfinished?: string };

export type Command = Signature & { about: string; run: (call: Call) => Promise<Answer> };

const LIMIT = 50;
const limitSchema = z.coerce
  .number("is not a number")
  .int("is not a whole number")
  .min(1, "is too small")
  .max(1000, "is more than 1000");

export const reference = ({ args }: Call) => read("The argument", referenceSchema, args[0]);
export const reason = ({ options }: Call) => read("--reason", reasonSchema, options.reason);
export const limit = ({ options }: Call) => read("--limit", limitSchema, options.limit ?? LIMIT);
