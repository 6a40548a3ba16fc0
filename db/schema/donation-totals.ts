import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cents } from "./columns";
import { periodEnum } from "./enums";
import { userReference } from "./users";

/**
 * What a person gave in each period (D30), in cents, for the order of the leaderboard: a person's own sums are read
 * from their row in `users`. `start` is the local date on which the period begins; for `all` it is 1970-01-01.
 */
export const donationTotals = pgTable(
  "donation_totals",
  {
    userId: userReference().notNull(),
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    /** All of it. */
    amount: cents().notNull(),
    /** The part that was given publicly (D36). */
    publicAmount: cents().notNull().default(0),
    /**
     * Whether the person is on the leaderboard (D37): neither anonymous, erased nor hidden. Written by a trigger on
     * `users`.
     */
    listed: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period, t.start] }),
    index("donation_totals_ranking")
      .on(t.period, t.start, t.publicAmount.desc(), t.userId)
      .where(sql`listed and public_amount > 0`),
    check("donation_totals_not_negative", sql`${t.amount} >= 0`),
    check("donation_totals_public_is_part", sql`${t.publicAmount} between 0 and ${t.amount}`),
  ],
);

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
