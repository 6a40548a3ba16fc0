import { bigint, date, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { periodEnum } from "./enums";

/**
 * How many people gave an amount of each bucket (`giving_bucket`) in a period, so that a rank is a short sum instead of a count over everyone who
 * gave more. Kept by triggers on `giving_totals`.
 */
export const givingHistogram = pgTable(
  "giving_histogram",
  {
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    bucket: integer().notNull(),
    people: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.start, t.bucket] })],
);

/** What the histogram does not count yet: writers only add here, so that none waits for another. Every few hundred are folded in. */
export const givingHistogramChanges = pgTable("giving_histogram_changes", {
  id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  period: periodEnum().notNull(),
  start: date({ mode: "string" }).notNull(),
  bucket: integer().notNull(),
  change: bigint({ mode: "number" }).notNull(),
});
