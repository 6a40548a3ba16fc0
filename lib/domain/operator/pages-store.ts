import { z } from "zod";
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

/** A page of a list of the office. */
export type OfficePage = PageRequest & Reader;

/**
 * A page of a list that is ordered by a time and an id.
 * @throws AppError VALIDATION_ERROR for a cursor that this list did not issue
 */
export function pageOf<Row>(
  page: OfficePage,
  read: (part: Part) => Promise<Row[]>,
  keyOf: (row: Row) => readonly [Date, string],
): Promise<Page<Row>> {
  const { reader } = page;
  return pageByTime(
    page,
    (part) => read({ ...part, reader }),
    keyOf,
    (row) => row,
    key,
  );
}
