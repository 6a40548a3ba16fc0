import { bigint, date, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { periodEnum } from "./enums";

/**
 * How many people gave an amount with the same first two, and with the same first four digits in a period (`giving_floor`), so that a rank is two
 * short sums and a short count, however many people gave more. Kept by triggers on `giving_totals`.
 */
export const givingHistogram = pgTable(
  "giving_histogram",
  {
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    digits: smallint().notNull(),
    bucket: bigint({ mode: "number" }).notNull(),
    people: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.start, t.digits, t.bucket] })],
);

/** What the histogram does not count yet: writers only add here, so that none waits for another. Every few hundred are folded in. */
export const givingHistogramChanges = pgTable("giving_histogram_changes", {
  id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  period: periodEnum().notNull(),
  start: date({ mode: "string" }).notNull(),
  /** Of four digits. */
  bucket: bigint({ mode: "number" }).notNull(),
  change: bigint({ mode: "number" }).notNull(),
});
