import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";

/**
 * Card payments of the last day: who began them, from where, and how often a card was declined (against trying stolen
 * cards). Deleted after a day; nothing else depends on them.
 */
export const cardAttempts = pgTable(
  "card_attempts",
  {
    /** The id of the donation or of the purchase. */
    paymentId: uuid().primaryKey(),
    /** Who pays: a person, or of a guest what their address is hashed to with a secret. */
    payerId: uuid("user_id").notNull(),
    /** The link by which a guest pays. */
    giftLinkId: uuid(),
    /** Hashed with a secret. */
    address: text().notNull(),
    declines: integer().notNull().default(0),
    /** When the last decline was noticed. */
    declinedAt: timestamptz(),
    /** When we ended it: a payment that the provider opens for it later is ended at once. */
    endedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (t) => [
    index("card_attempts_of_user").on(t.payerId),
    index("card_attempts_declined_at_address").on(t.address, t.declinedAt).where(sql`declines > 0`),
    index("card_attempts_declined_by_link").on(t.giftLinkId, t.declinedAt).where(sql`declines > 0`),
    index("card_attempts_created").on(t.createdAt),
    check(
      "card_attempts_declines",
      sql`${t.declines} >= 0 and (${t.declines} > 0) = (${t.declinedAt} is not null)`,
    ),
  ],
);
