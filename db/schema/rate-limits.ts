import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Attempts per subject in the current window, shared by all servers. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    /** `<limit>:<subject>`; the subject is hashed. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: moment().notNull(),
  },
  (t) => [index("rate_limits_reset").on(t.resetAt)],
);
