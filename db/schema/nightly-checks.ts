import { date, jsonb, pgTable } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

/** What the nightly check found, by the day in TIME_ZONE. Its row lets one server make it. */
export const nightlyChecks = pgTable("nightly_checks", {
  day: date({ mode: "string" }).primaryKey(),
  begunAt: timestamptz().notNull(),
  /** Null while a server makes it, or if that server died. */
  finishedAt: timestamptz(),
  findings: jsonb()
    .$type<
      readonly {
        check: string;
        isConcern: boolean;
        rows: number;
        /** The days on which it was first found, and last mentioned in a mail. */
        since: string;
        mentionedOn: string;
      }[]
    >()
    .notNull()
    .default([]),
});
