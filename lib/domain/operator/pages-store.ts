import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { cursorTime, decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import type { Reader } from "./own-store";

/** The last row of a page: its time and id. */
export type After = z.output<typeof keySchema> | null;

const keySchema = z.tuple([cursorTime, z.guid()]);

/** Which rows of a list are read. */
export type Part = Reader & { after: After; limit: number };

/** A page of a list of the office. */
export type OfficePage = PageRequest & Reader;

/**
 * A page of a list that is ordered by a time and an id.
 * @throws AppError VALIDATION_ERROR for a cursor that this list did not issue
 */
export async function pageOf<Row>(
  page: OfficePage,
  read: (part: Part) => Promise<Row[]>,
  keyOf: (row: Row) => readonly [Date, string],
): Promise<Page<Row>> {
  const rows = await read({
    after: decodeCursor(page.cursor, keySchema),
    limit: page.limit + 1,
    reader: page.reader,
  });
  const key = (row: Row) => {
    const [at, id] = keyOf(row);
    return [at.getTime(), id];
  };
  return toPage(rows, page, key, (row) => row);
}

/** The rows that come after the last one, in a list with the oldest or the newest first. */
export function beyond(
  at: PgColumn | SQL,
  id: PgColumn | SQL,
  after: After,
  first: "oldest" | "newest",
): SQL | undefined {
  if (after === null) return undefined;
  const than = sql.raw(first === "oldest" ? ">" : "<");
  return sql`(${at}, ${id}) ${than} (${after[0].toISOString()}::timestamptz, ${after[1]}::uuid)`;
}
