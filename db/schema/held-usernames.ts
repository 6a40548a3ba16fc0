import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";
import { userReference } from "./users";

/** Former usernames, which other people may not take for a while (D39), as keyed hashes. */
export const heldUsernames = pgTable(
  "held_usernames",
  {
    hash: text().primaryKey(),
    until: timestamptz().notNull(),
    /** The former owner, who may take the name back; null once that account is erased. */
    userId: userReference(),
  },
  (t) => [
    index("held_usernames_until").on(t.until),
    index("held_usernames_of_user").on(t.userId).where(sql`user_id is not null`),
  ],
);
