import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditedAction, AuditSubject } from "@/lib/ground/vocabulary";
import { createdAt } from "./columns";

/** What operators did, append-only by a trigger. People are named by id only, so that it never has to be deleted. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The account at the operating system, or the name of `--as`. */
    operator: text().notNull(),
    action: text().$type<AuditedAction>().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    /** No foreign key: an entry outlives its subject. */
    subjectId: uuid().notNull(),
    /** The columns that the action changed; null where it changed none. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_entries_of_subject").on(t.subjectId, t.id.desc()),
    index("audit_entries_of_operator").on(t.operator, t.id),
    index("audit_entries_of_action").on(t.action, t.id),
    check("audit_entries_operator_length", sql`char_length(${t.operator}) between 1 and 100`),
    check("audit_entries_reason_length", sql`char_length(${t.reason}) between 1 and 500`),
  ],
);
