import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { createdAt, idOf, timestamptz } from "./columns";
import { requests } from "./requests";
import { userReference } from "./users";

/**
 * The requests that the rules of safety.md ("Look before money moves") have to check, because they are new, got a
 * donation, a report, or another bank account. While a request has a row here, none of its money is moved.
 */
export const dueChecks = pgTable(
  "due_checks",
  {
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).primaryKey(),
    dueAt: timestamptz().notNull(),
  },
  (t) => [index("due_checks_due_at").on(t.dueAt)],
);

/** Which rules of safety.md ("Look before money moves") matched a request, and which of them an operator cleared. */
export const requestFlags = pgTable(
  "request_flags",
  {
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).notNull(),
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

/**
 * By what requests with a like text are found (`lib/domain/safety/like-texts.ts`): hashes of some pairs of words. A row
 * is written when the rules check a request for the first time; without one, they check all of it.
 */
export const requestTexts = pgTable(
  "request_texts",
  {
    requestId: idOf(() => requests.id, { onDelete: "cascade" }).primaryKey(),
    marks: integer().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("request_texts_alike").using("gin", t.marks)],
);
