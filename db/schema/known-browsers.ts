import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { userReference } from "./users";

/**
 * The browsers from which somebody registered or signed in, as keyed hashes of their device cookie's number, to find a
 * donor and a requester who use the same one (safety.md). Forgotten after 400 days, as the cookie is.
 */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    browser: text().notNull(),
    seenAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.browser] }),
    index("known_browsers_seen").on(t.seenAt),
    index("known_browsers_shared").on(t.browser),
  ],
);
