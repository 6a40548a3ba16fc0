import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";
import { requests } from "./requests";
import { userReference } from "./users";

/** Which rules of safety.md ("Look before money moves") matched a request, and which of them an operator cleared. */
export const requestFlags = pgTable(
  "request_flags",
  {
    requestId: uuid()
      .notNull()
      .references(() => requests.id, { onDelete: "cascade" }),
    rule: text().notNull(),
    points: smallint().notNull(),
    /** The reasons: ids and numbers, never texts. */
    evidence: jsonb().$type<Record<string, string | number>>().notNull(),
    createdAt: createdAt(),
    /** When an operator found it harmless: it counts no more. */
    clearedAt: timestamptz(),
    clearedBy: userReference(),
  },
  (t) => [
    primaryKey({ columns: [t.requestId, t.rule] }),
    index("request_flags_open").on(t.createdAt).where(sql`cleared_at is null`),
    check("request_flags_points", sql`${t.points} between 1 and 10`),
    check("request_flags_cleared", sql`(${t.clearedAt} is null) = (${t.clearedBy} is null)`),
  ],
);
