import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

/** Sources whose events are refused for their signature. A source's row goes with its next event that is accepted. */
export const refusedEvents = pgTable("refused_events", {
  source: text().primaryKey(),
  times: integer().notNull(),
  since: timestamptz().notNull(),
  lastAt: timestamptz().notNull(),
});
