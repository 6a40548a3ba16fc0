import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

export type SessionData = { userId: string };

/** Specification 3, Session. `sid` is the SHA-256 of the cookie's token, so that the table gives nobody a session. */
export const sessions = pgTable(
  "sessions",
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: timestamptz().notNull(),
    /** When its person logged in: it ends for good some time after that, however much it is used. */
    createdAt: timestamptz().notNull().defaultNow(),
    /** When they last proved who they are: by the password, or at Google; null where that is not known. */
    provenAt: timestamptz(),
  },
  (t) => [index("sessions_expire").on(t.expire), index("sessions_of_user").on(sql`(sess->>'userId')`)],
);
