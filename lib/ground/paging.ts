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

/** The last row of a page of a list by time: its time and id. */
export type After = readonly [at: Date, id: string] | null;

/** Which rows of a list by time are read. */
export type Part = { after: After; limit: number };

/** The key of a row of a list by time. */
export const timeKey = z.tuple([cursorTime, z.uuid()]);

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

/**
 * A page of a list that is ordered by a time and an id. `read` gets a limit of one more.
 * @throws AppError VALIDATION_ERROR for a cursor that this list did not issue
 */
export async function pageByTime<R, T>(
  page: PageRequest,
  read: (part: Part) => Promise<readonly R[]>,
  keyOf: (row: R) => readonly [Date, string],
  toItem: (row: R) => T,
  key: z.ZodType<readonly [Date, string]> = timeKey,
): Promise<Page<T>> {
  const rows = await read({ after: decodeCursor(page.cursor, key), limit: page.limit + 1 });
  return toPage(rows, page, (row) => timeKeyOf(...keyOf(row)), toItem);
}

export const timeKeyOf = (at: Date, id: string) => [at.getTime(), id] as const;

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
