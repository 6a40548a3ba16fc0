import type { z } from "zod";
import { AppError, FIELD_PROBLEMS, type FieldErrors, type FieldProblem } from "@/lib/ground/errors";
import { parseAmount } from "@/lib/ground/money";

/** The most a caller may send (api.md). */
const MAX_BODY = 64 * 1024;
/** The most that a provider's event may have. */
export const MAX_EVENT = 512 * 1024;

/** What is read and dropped of a body that is too long: a sender who is cut off does not see the refusal. */
const MAX_DROPPED = 4 * 1024 * 1024;

/**
 * Reads a body, in no more memory than it may take.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE (compressed)
 */
export async function readBytes(request: Request, max: number): Promise<Buffer> {
  if (request.headers.has("content-encoding")) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  if (Number(request.headers.get("content-length") ?? 0) > max) throw new AppError("BODY_TOO_LARGE");
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= max) chunks.push(chunk);
    else if (size > max + MAX_DROPPED) break;
  }
  if (size > max) throw new AppError("BODY_TOO_LARGE");
  return Buffer.concat(chunks);
}

/**
 * Reads a body as text, refusing it as soon as it is too long.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE (compressed), VALIDATION_ERROR (not UTF-8)
 */
export async function readText(request: Request, max: number): Promise<string> {
  const bytes = await readBytes(request, max);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", { cause });
  }
}

/**
 * Reads a JSON object whose values are plain, but for the one field that a call says is an object of plain values, or a
 * list of such. An optional body that is missing reads as an empty object.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR
 */
export async function readJsonObject(
  request: Request,
  { optionalBody = false, nested }: { optionalBody?: boolean; nested?: string } = {},
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isJson = type === "application/json";
  if (!isJson && !optionalBody) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const text = await readText(request, MAX_BODY);
  if (optionalBody && text === "") return {};
  if (!isJson) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("VALIDATION_ERROR");
  for (const [name, field] of Object.entries(value)) {
    const parts = name === nested && Array.isArray(field) ? field : [field];
    const values = parts.flatMap((part) =>
      name === nested && isObject(part) ? Object.values(part) : [part],
    );
    if (values.some(isObject)) throw new AppError("VALIDATION_ERROR");
  }
  return value as Record<string, unknown>;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** @throws AppError VALIDATION_ERROR */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", { cause });
  }
}

const PROBLEMS = new Set<string>(FIELD_PROBLEMS);

/**
 * Checks input against its schema, and reports the first problem of each field.
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

/**
 * A price that was sent as decimal major units (D4), in cents.
 * @throws AppError INVALID_AMOUNT
 */
export function parsePrice(sent: string | number): number {
  const parsed = parseAmount(sent);
  if ("problem" in parsed) throw new AppError("INVALID_AMOUNT");
  return parsed.cents;
}

/** Deeper than any action's input is. */
const MAX_DEPTH = 20;

/**
 * What React writes for values that JSON lacks. Any other text that begins with a dollar refers to parts of a multipart
 * body, which this is not.
 */
const MARKED = /^\$(?:\$|(?:undefined|NaN|-?Infinity|-0)$)/;

/**
 * Whether a text can be an action's input: a list in JSON, not too deep, without references. Next.js would report what
 * it cannot parse as a fault of the server.
 */
export function isActionInput(text: string): boolean {
  try {
    const input: unknown = JSON.parse(text);
    return Array.isArray(input) && isPlain(input, MAX_DEPTH);
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.startsWith("$") || MARKED.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1));
}
