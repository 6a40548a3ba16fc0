import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

/** Attempts by subject in the current window, shared by all servers. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    /** `<limit>:<subject>`; the subject is hashed. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: timestamptz().notNull(),
  },
  (t) => [index("rate_limits_reset").on(t.resetAt)],
);
