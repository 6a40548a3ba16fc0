import type { z } from "zod";
import { AppError, FIELD_PROBLEMS, type FieldErrors, type FieldProblem } from "@/lib/ground/errors";

const PROBLEMS = new Set<string>(FIELD_PROBLEMS);

/**
 * Checks input against its schema; each field's first complaint is told.
 * @throws AppError VALIDATION_ERROR with fields
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    fields[String(issue.path[0] ?? "body")] ??= PROBLEMS.has(issue.message)
      ? (issue.message as FieldProblem)
      : "invalid";
  }
  throw new AppError("VALIDATION_ERROR", { fields });
}
