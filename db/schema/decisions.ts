import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { MEASURE_RULES, MEASURES } from "@/lib/ground/vocabulary";
import { createdAt, id, listed, timestamptz } from "./columns";
import { appealStateEnum, measureEnum, safetySubjectEnum } from "./enums";
import { userReference } from "./users";

const FITS = sql.join(
  MEASURES.map(
    (each) => sql`when ${listed([each])} then subject::text in (${listed(MEASURE_RULES[each].of)})`,
  ),
  sql` `,
);

/**
 * What operators decided about a person, a request or a post (safety.md, Decide; Digital Services Act, article 17). One
 * that runs is projected to `users.suspended_at` and `hidden_at`, `requests.is_active` and `giving_off_at`, and holds.
 */
export const decisions = pgTable(
  "decisions",
  {
    id: id(),
    subject: safetySubjectEnum().notNull(),
    /** No foreign key: a decision outlives its subject. */
    subjectId: uuid().notNull(),
    /** Whom it concerns; null for a guest. */
    personId: userReference(),
    measure: measureEnum().notNull(),
    /** `law:<which>` or `rules:<paragraph>`. */
    ground: text().notNull(),
    facts: text().notNull(),
    /** A rule found it. */
    automatic: boolean().notNull().default(false),
    startsAt: createdAt(),
    until: timestamptz(),
    /** The operator. */
    decidedBy: userReference().notNull(),
    liftedAt: timestamptz(),
    /** Null: it ended at `until`. */
    liftedBy: userReference(),
  },
  (t) => [
    unique("decisions_by_decider").on(t.id, t.decidedBy),
    uniqueIndex("decisions_running")
      .on(t.subjectId, t.measure)
      .where(
        sql`lifted_at is null and measure not in (${listed(MEASURES.filter((each) => !MEASURE_RULES[each].lasts))})`,
      ),
    index("decisions_by_start").on(t.startsAt, t.id),
    index("decisions_of_subject").on(t.subjectId, t.startsAt.desc()),
    index("decisions_of_person").on(t.personId, t.startsAt.desc(), t.id.desc()),
    index("decisions_until").on(t.until).where(sql`until is not null and lifted_at is null`),
    check(
      "decisions_reasoned",
      sql`${t.measure} = 'none' or ${t.ground} ~ '^(law|rules):[^[:space:]].*$' and char_length(btrim(${t.facts})) between 10 and 2000`,
    ),
    check(
      "decisions_not_own",
      sql`${t.personId} is null or ${t.decidedBy} <> ${t.personId} and ${t.liftedBy} is distinct from ${t.personId}`,
    ),
    check("decisions_of_guests", sql`${t.personId} is not null or ${t.subject}::text = 'message'`),
    check("decisions_measure_fits", sql`case ${t.measure}::text ${FITS} else false end`),
    check("decisions_lifted", sql`${t.liftedBy} is null or ${t.liftedAt} is not null`),
  ],
);

/** What the person concerned says against a decision, once; another operator answers (safety.md, Decide). */
export const appeals = pgTable(
  "appeals",
  {
    decisionId: uuid().primaryKey(),
    /** Who decided, so that the database refuses their answer. */
    decidedBy: uuid().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    state: appealStateEnum().notNull().default("open"),
    answer: text(),
    answeredAt: timestamptz(),
    answeredBy: userReference(),
  },
  (t) => [
    foreignKey({
      name: "appeals_decision",
      columns: [t.decisionId, t.decidedBy],
      foreignColumns: [decisions.id, decisions.decidedBy],
    }),
    index("appeals_open").on(t.createdAt).where(sql`state = 'open'`),
    check("appeals_text_length", sql`char_length(${t.text}) between 10 and 2000`),
    check("appeals_judge", sql`${t.answeredBy} is distinct from ${t.decidedBy}`),
    check(
      "appeals_answered",
      sql`num_nonnulls(${t.answer}, ${t.answeredAt}, ${t.answeredBy}) = case when ${t.state} = 'open' then 0 else 3 end`,
    ),
  ],
);

/** What one operator asked for and a second one has to allow (safety.md, Four eyes). */
export const approvals = pgTable(
  "approvals",
  {
    id: id(),
    /** Which deed, by its name in `lib/domain/operator/deeds.ts`, and what it was called with. */
    deed: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Whom it concerns: neither operator may be that person. */
    personId: userReference(),
    /** Cents that it returns or releases. */
    amount: integer(),
    reason: text().notNull(),
    askedBy: userReference().notNull(),
    askedAt: createdAt(),
    /** Null while it waits. */
    answeredAt: timestamptz(),
    answeredBy: userReference(),
    isApproved: boolean(),
    /** When what was allowed was done, in the transaction of the deed, or could not be done any more. */
    finishedAt: timestamptz(),
  },
  (t) => [
    index("approvals_waiting").on(t.askedAt).where(sql`answered_at is null`),
    index("approvals_unfinished").on(t.answeredAt).where(sql`is_approved and finished_at is null`),
    check(
      "approvals_four_eyes",
      sql`${t.answeredBy} is distinct from ${t.askedBy} or ${t.isApproved} is false`,
    ),
    check(
      "approvals_not_own",
      sql`${t.personId} is null or ${t.askedBy} <> ${t.personId} and ${t.answeredBy} is distinct from ${t.personId}`,
    ),
    check(
      "approvals_answered",
      sql`num_nonnulls(${t.answeredAt}, ${t.answeredBy}, ${t.isApproved}) in (0, 3)`,
    ),
    check("approvals_finished", sql`${t.finishedAt} is null or ${t.isApproved} is true`),
  ],
);
