import { z } from "zod";
import type { Db } from "@/db/client";
import {
  cursorTime,
  type Page,
  type PageRequest,
  type Part as PartOf,
  pageByTime,
} from "@/lib/ground/paging";
import type { Reader } from "./own-store";

/** Ids of the ledger in a timeline are no UUIDs of a version. */
const key = z.tuple([cursorTime, z.guid()]);

/** Which rows of a list are read. */
export type Part = Reader & PartOf;

/**
 * A list of the office by pages, which is ordered by a time and an id. What narrows it is beside the page that is asked
 * for. It throws an AppError VALIDATION_ERROR for a cursor that it did not issue.
 */
export function listOf<Row, Filter extends object>(
  read: (db: Db, part: Part & Filter) => Promise<Row[]>,
  keyOf: (row: Row, filter: Filter) => readonly [Date, string],
) {
  return (db: Db, page: PageRequest & Reader & Filter): Promise<Page<Row>> =>
    pageByTime(
      page,
      (part) => read(db, { ...page, ...part }),
      (row) => keyOf(row, page),
      (row) => row,
      key,
    );
}
