import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { users } from "./users";

/**
 * The browsers from which somebody registered or signed in, as keyed hashes of their device cookie's number, to find a
 * donor and a requester who use the same one (safety.md). Forgotten after 400 days, as the cookie is.
 */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    browser: text().notNull(),
    seenAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.browser] }), index("known_browsers_seen").on(t.seenAt)],
);
