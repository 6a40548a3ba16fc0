import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Usernames of erased accounts, which nobody may take for a while. Keyed hashes, beside which nothing tells whose they were. */
export const heldUsernames = pgTable(
  "held_usernames",
  {
    hash: text().primaryKey(),
    until: moment().notNull(),
  },
  (t) => [index("held_usernames_until").on(t.until)],
);
