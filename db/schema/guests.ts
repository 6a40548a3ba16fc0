import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, idOf, timestamptz } from "./columns";
import { localeEnum } from "./enums";
import { requests } from "./requests";

/**
 * Who gave by a gift link without an account (giving.md): one row for each donation, so that nothing is ever joined by
 * an address that anybody can type. Apart from people, so that a join to people leaves guests out. Deleted when the
 * donation is claimed, and emptied 30 days after it is final.
 */
export const guests = pgTable(
  "guests",
  {
    id: id(),
    email: text(),
    /** Shown to the recipient only, unless the donation is anonymous. */
    name: text(),
    language: localeEnum().notNull(),
    createdAt: createdAt(),
    /** When they switched news about what they gave to off. */
    newsSilencedAt: timestamptz(),
    forgottenAt: timestamptz(),
  },
  (t) => [
    index("guests_by_address").on(sql`lower(${t.email})`).where(sql`email is not null`),
    index("guests_to_forget").on(t.createdAt).where(sql`forgotten_at is null`),
    check("guests_email_length", sql`char_length(${t.email}) <= 254`),
    check("guests_name_length", sql`char_length(${t.name}) between 1 and 100`),
    check("guests_known", sql`(${t.forgottenAt} is null) = (${t.email} is not null)`),
    check("guests_forgotten", sql`${t.forgottenAt} is null or ${t.name} is null`),
  ],
);

/**
 * The links by which an owner lets others give without an account (giving.md). In plain text, because the owner is
 * shown the same one again, also on paper; all that it opens is giving.
 */
export const giftLinks = pgTable(
  "gift_links",
  {
    id: id(),
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).notNull(),
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
