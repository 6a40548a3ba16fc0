import { pgTable, smallint } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

/** One row, which is written to see whether the database takes writes (`db/ping.ts`). */
export const writeProbes = pgTable("write_probes", {
  id: smallint().primaryKey(),
  writtenAt: timestamptz().notNull(),
});
