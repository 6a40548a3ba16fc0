import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";
import { userReference } from "./users";

/**
 * Who counts what they receive against a limit (firsts.md, Giftenmeter). Only the
 * owner reads `sealed`: their own limit, what they added from elsewhere, and the last level that was notified.
 */
export const giftMeters = pgTable(
  "gift_meters",
  {
    userId: userReference().primaryKey(),
    sealed: text().notNull(),
    /** When it was last compared with the limit. */
    checkedAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("gift_meters_checked_at").on(t.checkedAt)],
);
