import { z } from "zod";
import { ApiError } from "./api-error";
import type { Params } from "./form";

/** A whole number as the form encoding carries it. */
export const integer = z
  .string({ error: missing })
  .regex(/^-?\d{1,15}$/, { error: "integer" })
  .transform(Number);

export const currency = z
  .string({ error: missing })
  .regex(/^[a-zA-Z]{3}$/, { error: "currency" })
  .transform((code) => code.toLowerCase());

export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .or(z.literal("").transform(() => ({})))
  .default({});

export const expand = z.array(z.string()).max(20).default([]);

/** What every list takes. */
export const page = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand,
};

/** The provider refuses names it does not know, so a call that works here cannot be misspelt. */
export const params = z.strictObject;

function missing(issue: { input?: unknown }): string {
  return issue.input === undefined ? "missing" : "invalid";
}

/** @throws ApiError in the provider's words, naming the parameter */
export function validParams<S extends z.ZodType>(schema: S, given: Params): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const name = bracketed([...issue.path, issue.keys[0] ?? ""]);
    throw new ApiError(400, `Received unknown parameter: ${name}`, {
      code: "parameter_unknown",
      param: name,
    });
  }
  const name = bracketed(issue?.path ?? []);
  if (
    issue?.message === "missing" ||
    (issue?.code === "invalid_type" && issue.message.includes("undefined"))
  ) {
    throw new ApiError(400, `Missing required param: ${name}.`, { code: "parameter_missing", param: name });
  }
  const code = issue?.message === "integer" ? "parameter_invalid_integer" : "parameter_invalid";
  throw new ApiError(400, `Invalid ${name}: ${issue?.message}`, { code, param: name });
}

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join("");
}
