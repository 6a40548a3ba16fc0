import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { linkPurposeEnum } from "./enums";
import { userReference } from "./users";

/** The links of account messages: one use each, stored as a hash (mail-and-access.md, Accounts). */
export const accountLinks = pgTable(
  "account_links",
  {
    id: id(),
    userId: userReference().notNull(),
    purpose: linkPurposeEnum().notNull(),
    /** SHA-256 of 32 random bytes. */
    tokenHash: text().notNull().unique("account_links_token_hash_key"),
    /** The address it proves, or to which an undo returns. */
    address: text().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    /** Of an undo: since when the account was trusted with the address to which it returns (D51). */
    trustedAt: timestamptz(),
  },
  (t) => [
    index("account_links_of_user").on(t.userId, t.purpose),
    index("account_links_expiry").on(t.expiresAt),
    check("account_links_hash_form", sql`${t.tokenHash} ~ '^[0-9a-f]{64}$'`),
  ],
);
