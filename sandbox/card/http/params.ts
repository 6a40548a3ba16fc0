import { z } from "zod";
import { ApiError } from "./api-error";
import type { Params } from "./form";

/** A whole number, sent as text. */
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
  .refine((texts) => Object.keys(texts).length <= 50, "at most 50 keys")
  .or(z.literal("").transform(() => ({})))
  .default({});

export const expand = z.array(z.string()).max(20).default([]);

/** The parameters of every list. */
export const page = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand,
};

/** The times of a list's objects, in seconds. */
export const created = z
  .strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  })
  .optional();

/** Whether an object is in such a span; everything is in none. */
export function isIn(span: z.output<typeof created>, at: number): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = span ?? {};
  return at > gt && at >= gte && at < lt && at <= lte;
}

/** Unknown names are refused, as the provider does: a misspelt parameter fails here too. */
export const params = z.strictObject;

function missing(issue: { input?: unknown }): string {
  return issue.input === undefined ? "missing" : "invalid";
}

/** @throws ApiError that names the wrong parameter */
export function validParams<S extends z.ZodType>(schema: S, form: Params): z.output<S> {
  const parsed = schema.safeParse(form);
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

/** A card as a browser sends it. */
export const cardData = params({
  number: z.string().transform((number) => number.replaceAll(/[\s-]/g, "")),
  exp_month: z.string(),
  exp_year: z.string(),
  cvc: z.string().optional(),
}).transform(({ number, exp_month, exp_year, cvc }) => ({
  number,
  expMonth: exp_month,
  expYear: exp_year,
  cvc,
}));
