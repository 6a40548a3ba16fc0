import { sql } from "drizzle-orm";
import { check, date, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { cents } from "./columns";
import { periodEnum } from "./enums";
import { users } from "./users";

/** What a person gave in a period (D30). `start` is the local date the period begins on; for `all` it is always 1970-01-01. */
export const givingTotals = pgTable(
  "giving_totals",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    period: periodEnum().notNull(),
    start: date({ mode: "string" }).notNull(),
    amount: cents().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period, t.start] }),
    index("giving_totals_ranking").on(t.period, t.start, t.amount.desc(), t.userId).where(sql`amount > 0`),
    check("giving_totals_not_negative", sql`${t.amount} >= 0`),
  ],
);
