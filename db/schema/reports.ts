import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, receiptNumber, timestamptz } from "./columns";
import { decisions } from "./decisions";
import { localeEnum, reportGroundEnum, safetySubjectEnum } from "./enums";
import { userReference } from "./users";

/**
 * What somebody reported (safety.md, Report). Nobody but its reporter and operators learns who that is: no table of
 * anybody else refers to a report.
 */
export const reports = pgTable(
  "reports",
  {
    id: id(),
    reference: receiptNumber().unique("reports_reference_key"),
    subject: safetySubjectEnum().notNull(),
    /** No foreign key: a report outlives its subject. */
    subjectId: uuid().notNull(),
    /** Who is responsible for the subject: the person, the owner of the request, the donor; null for a guest. */
    personId: userReference(),
    ground: reportGroundEnum().notNull(),
    text: text().notNull(),
    /** Null for a visitor. */
    reporterId: userReference(),
    /** What a visitor said of themselves. Deleted 180 days after the report was closed, like `text`. */
    name: text(),
    email: text(),
    locale: localeEnum().notNull(),
    /** The SHA-256 of the token with which a visitor reads the outcome. */
    tokenHash: text(),
    /** A keyed hash of the known browser: two reports from one browser are not independent. */
    browser: text(),
    createdAt: createdAt(),
    /** Until when it has to be decided. */
    dueAt: timestamptz().notNull(),
    /** The decision that closed it. */
    decisionId: uuid().references(() => decisions.id),
    decidedAt: timestamptz(),
    forgottenAt: timestamptz(),
  },
  (t) => [
    uniqueIndex("reports_once_a_person")
      .on(t.reporterId, t.subjectId)
      .where(sql`reporter_id is not null and decided_at is null`),
    uniqueIndex("reports_once_an_address")
      .on(sql`lower(${t.email})`, t.subjectId)
      .where(sql`reporter_id is null and email is not null and decided_at is null`),
    // The export and the erasure read decided ones too.
    index("reports_by_reporter").on(t.reporterId).where(sql`reporter_id is not null`),
    index("reports_open").on(t.dueAt, t.id).where(sql`decided_at is null`),
    index("reports_decided").on(t.decidedAt, t.id).where(sql`decided_at is not null`),
    index("reports_of_subject").on(t.subjectId, t.createdAt.desc()),
    index("reports_by_person").on(t.personId),
    index("reports_by_decision").on(t.decisionId).where(sql`decision_id is not null`),
    index("reports_to_forget").on(t.decidedAt).where(sql`decided_at is not null and forgotten_at is null`),
    check("reports_text_length", sql`char_length(${t.text}) <= 2000`),
    check("reports_decided", sql`(${t.decisionId} is null) = (${t.decidedAt} is null)`),
    check("reports_not_own", sql`${t.reporterId} is null or ${t.reporterId} is distinct from ${t.personId}`),
    check("reports_of_guests", sql`${t.personId} is not null or ${t.subject}::text = 'message'`),
    check(
      "reports_forgotten",
      sql`${t.forgottenAt} is null or num_nonnulls(${t.name}, ${t.email}, ${t.browser}, ${t.reporterId}) = 0`,
    ),
  ],
);
