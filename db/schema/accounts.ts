import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { userReference } from "./users";

/** Social sign-in accounts, in the columns of the next-auth adapter. The provider's tokens are not stored. */
export const accounts = pgTable(
  "accounts",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    type: text().notNull(),
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    refresh_token: text(),
    access_token: text(),
    expires_at: integer(),
    token_type: text(),
    scope: text(),
    id_token: text(),
    session_state: text(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index("accounts_user").on(t.userId)],
);
