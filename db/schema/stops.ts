import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { stoppableEnum } from "./enums";
import { userReference } from "./users";

/** What an operator stopped for everybody during an incident (safety.md, Stop everything). */
export const stops = pgTable("stops", {
  what: stoppableEnum().primaryKey(),
  reason: text().notNull(),
  stoppedBy: userReference().notNull(),
  createdAt: createdAt(),
});
