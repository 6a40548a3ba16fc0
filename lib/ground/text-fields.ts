import { z } from "zod";
import type { FieldProblem } from "./errors";
import { hasNoCardNumber, isPrintable, isPrintableLine, isVisible } from "./text-rules";

/** The error option of a zod rule: a key under `errors.fields`. */
export const problem = (key: FieldProblem) => ({ error: key });

/** The rules of a text that people write. `required` is the problem of an empty one, unless it `mayBeEmpty`. */
export type TextRules = { max: number; required: FieldProblem; lines: "one" | "many"; mayBeEmpty?: true };

/** A text that people write, for others to read: visible, printable and without a card number (trust.md 32, 40). */
export function writtenText({ max, required, lines, mayBeEmpty }: TextRules) {
  return z
    .string(problem(required))
    .trim()
    .min(mayBeEmpty ? 0 : 1, problem(required))
    .max(max, problem("tooLong"))
    .refine((text) => (mayBeEmpty && text === "") || isVisible(text), problem(required))
    .refine(lines === "one" ? isPrintableLine : isPrintable, problem("controlCharacters"))
    .refine(hasNoCardNumber, problem("cardNumber"));
}
