import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns";

export type SessionData = { userId: string };

/**
 * Specification 3, Session. `sid` is the SHA-256 of the cookie's token, so that no session can be taken from the table.
 */
export const sessions = pgTable(
  "sessions",
  {
    sid: text().primaryKey(),
    /** Names the session to its owner. */
    id: uuid().notNull().defaultRandom().unique("sessions_id_key"),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: timestamptz().notNull(),
    /** When the person logged in: a session has a longest duration, however much it is used. */
    createdAt: timestamptz().notNull().defaultNow(),
    /** When they last authenticated, by password or at Google; null where that is not known. */
    provenAt: timestamptz(),
    /** When a passkey last proved it (safety.md, The office). */
    passkeyAt: timestamptz(),
    /** To the hour. */
    lastUsedAt: timestamptz(),
    /** The device family and the rough network that it was opened from, where known. */
    device: text(),
    network: text(),
  },
  (t) => [index("sessions_expire").on(t.expire), index("sessions_of_user").on(sql`(sess->>'userId')`)],
);
