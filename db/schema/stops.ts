import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { stoppableEnum } from "./enums";
import { users } from "./users";

/** What an operator stopped for everybody during an incident (safety.md, Stop everything). */
export const stops = pgTable("stops", {
  what: stoppableEnum().primaryKey(),
  reason: text().notNull(),
  stoppedBy: uuid()
    .notNull()
    .references(() => users.id),
  createdAt: createdAt(),
});
