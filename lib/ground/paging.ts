import { z } from "zod";
import { AppError } from "./errors";

/** A page of a list, and the cursor of the next one; null at the end. */
export type Page<T> = { items: T[]; next: string | null };

/** The requested page: at most `limit` items after `cursor`. */
export type PageRequest = { limit: number; cursor?: string | null | undefined };

/** A time in a cursor: milliseconds since 1970, within the range of both JavaScript and PostgreSQL. */
export const cursorTime = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31))
  .transform((ms) => new Date(ms));

/** Encodes the order key of a page's last row as an opaque cursor. */
function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/**
 * Decodes a cursor from a caller.
 * @throws AppError VALIDATION_ERROR for one that this list did not issue
 */
export function decodeCursor<S extends z.ZodType>(
  cursor: string | null | undefined,
  key: S,
): z.output<S> | null {
  if (cursor === null || cursor === undefined) return null;
  const result = key.safeParse(parse(Buffer.from(cursor, "base64url").toString()));
  if (!result.success) throw new AppError("VALIDATION_ERROR", { fields: { cursor: "invalid" } });
  return result.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes a page of rows that were read one beyond the limit, which shows whether more follow. */
export function toPage<R, T>(
  rows: readonly R[],
  { limit }: PageRequest,
  keyOf: (row: R) => readonly (string | number)[],
  toItem: (row: R) => T,
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(toItem), next: last ? encodeCursor(keyOf(last)) : null };
}
