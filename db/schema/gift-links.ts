import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { requests } from "./requests";

/**
 * The links by which an owner lets others give without an account (giving.md). In plain text, because the owner is
 * shown the same one again, also on paper; all that it opens is giving.
 */
export const giftLinks = pgTable(
  "gift_links",
  {
    id: id(),
    requestId: uuid()
      .notNull()
      .references(() => requests.id, { onDelete: "cascade" }),
    token: text().notNull().unique("gift_links_token_key"),
    createdAt: createdAt(),
    revokedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex("gift_links_one_live").on(t.requestId).where(sql`revoked_at is null`),
    // The removal of a request removes revoked ones too.
    index("gift_links_by_request").on(t.requestId),
    check("gift_links_token_length", sql`char_length(${t.token}) >= 17`),
  ],
);
