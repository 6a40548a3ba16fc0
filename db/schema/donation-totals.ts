import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
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
     * Whether the person is on the leaderboard (D37): neither anonymous nor erased. Written by a trigger on `users`.
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
