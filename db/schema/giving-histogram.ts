import { bigint, date, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { periodEnum } from "./enums";

/**
 * How many of the people that the leaderboard lists openly gave an amount with the same first two digits in a period,
 * and how many of them with the same first four, so that a rank is two short sums and a short count, however many
 * people gave more. Kept by triggers on `giving_totals`, for the periods that run (`forgetEndedPeriods`): so it is a
 * few thousand rows at any size.
 */
export const givingHistogram = pgTable(
  "giving_histogram",
  {
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    /** The amount, its first two digits as they are, the others zero (`giving_floor`). */
    bucket: bigint({ mode: "number" }).notNull(),
    people: integer().notNull(),
    /** The same people by the hundred pairs that their third and fourth digit can be (`giving_place`). */
    places: integer().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.period, t.start, t.bucket] })],
);

/** What the histogram does not count yet: writers only add here, so that none waits for another. Every few hundred are folded in. */
export const givingHistogramChanges = pgTable("giving_histogram_changes", {
  id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  period: periodEnum().notNull(),
  start: date({ mode: "string" }).notNull(),
  /** The amount, its first four digits as they are, the others zero (`giving_floor`). */
  bucket: bigint({ mode: "number" }).notNull(),
  change: bigint({ mode: "number" }).notNull(),
});
