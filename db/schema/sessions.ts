import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

export type SessionData = { userId: string };

/**
 * Specification 3, Session. `sid` is the SHA-256 of the cookie's token, so that no session can be taken from the table.
 */
export const sessions = pgTable(
  "sessions",
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: timestamptz().notNull(),
    /** When the person logged in: a session has a longest duration, however much it is used. */
    createdAt: timestamptz().notNull().defaultNow(),
    /** When they last authenticated, by password or at Google; null where that is not known. */
    provenAt: timestamptz(),
  },
  (t) => [index("sessions_expire").on(t.expire), index("sessions_of_user").on(sql`(sess->>'userId')`)],
);
