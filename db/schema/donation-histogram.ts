import { bigint, date, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { periodEnum } from "./enums";

/**
 * How many of the people on the leaderboard publicly gave an amount with the same first two digits in a period, and how
 * many with the same first four. A rank is then two short sums and a short count, however many people gave more.
 * Written by triggers on `donation_totals`; ended periods are deleted (`forgetEndedPeriods`), so it has a few thousand
 * rows at any size.
 */
export const donationHistogram = pgTable(
  "donation_histogram",
  {
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    /** The amount with all digits but the first two set to zero (`donation_floor`). */
    bucket: bigint({ mode: "number" }).notNull(),
    people: integer().notNull(),
    /** The same people by their third and fourth digit, a hundred counts (`donation_place`). */
    places: integer().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.start, t.bucket] })],
);

/** Changes that the histogram does not contain yet. Writers only insert here, so that none waits for another. */
export const donationHistogramChanges = pgTable("donation_histogram_changes", {
  id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  period: periodEnum().notNull(),
  start: date({ mode: "string" }).notNull(),
  /** The amount with all digits but the first four set to zero (`donation_floor`). */
  bucket: bigint({ mode: "number" }).notNull(),
  change: bigint({ mode: "number" }).notNull(),
});
