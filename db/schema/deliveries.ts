import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";
import { userReference } from "./users";

/**
 * A request of which money arrived at its owner's bank, and whether they showed what became of it. Kept by triggers on
 * `payouts` and `posts` (`keep_paid_out`, `keep_delivered`), so that a list of people reads neither.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    /** No foreign key: it would lock the request after its owner, against the lock order. */
    requestId: uuid().primaryKey(),
    userId: userReference().notNull(),
    /** When the first payout with money of it arrived that did not fail since. */
    paidOutAt: timestamptz(),
    /** When the first post that others see said so. */
    deliveredAt: timestamptz(),
    /** After how many days the owner was last asked for it. */
    askedDays: smallint().notNull().default(0),
  },
  (t) => [
    index("deliveries_of_user").on(t.userId),
    index("deliveries_to_ask").on(t.paidOutAt).where(sql`delivered_at is null and asked_days < 60`),
    check("deliveries_asked_days", sql`${t.askedDays} in (0, 14, 30, 60)`),
  ],
);
