import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/** Keys that the servers made themselves and share, by name; the secret part is sealed. */
export const serverKeys = pgTable("server_keys", {
  name: text().primaryKey(),
  publicKey: text().notNull(),
  secret: text().notNull(),
  createdAt: createdAt(),
});
