import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { appeals, decisions, donations, holds, reports } from "@/db/schema";
import { beyond, pick, timestamptz } from "@/db/statement";
import { placeHold } from "@/lib/domain/holds/place-hold";
import type { APPEAL_STATES, Measure } from "@/lib/ground/vocabulary";
import { unconfirmed } from "./holds-store";
import { notOwn, notReceivedBy, type Reader } from "./own-store";
import { listOf, type Part } from "./pages-store";
import { findNote, titleOf } from "./subject-store";

/** A decision about a person or a request, with what was said against it. */
export type DecisionRecord = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

type NewDecision = typeof decisions.$inferInsert;

const columns = {
  ...getTableColumns(decisions),
  /**
   * The username, the text of the message or the post, or the title of the request, also of a deleted one; null once
   * gone.
   */
  title: titleOf(decisions),
  appeal: pick(appeals, "state", "text", "createdAt", "answer", "answeredAt"),
};

const select = (db: Db) =>
  db.select(columns).from(decisions).leftJoin(appeals, eq(appeals.decisionId, decisions.id));

/** A decision by its id. */
export async function findDecision(db: Db, id: string) {
  const [row] = isUuid(id) ? await select(db).where(eq(decisions.id, id)) : [];
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockDecision(tx: Tx, id: string) {
  if (!isUuid(id)) return null;
  await tx.select({ id: decisions.id }).from(decisions).where(eq(decisions.id, id)).for("update");
  return findDecision(tx, id);
}

/** The decisions about something or somebody, newest first, but not about a message that the reader received. */
export async function selectDecisionsAbout(
  db: Db,
  id: string,
  { limit, reader }: Reader & { limit?: number } = {},
): Promise<DecisionRecord[]> {
  if (!isUuid(id)) return [];
  const isAbout = sql`(${decisions.subjectId} = ${id}::uuid or ${decisions.personId} = ${id}::uuid)`;
  const found = select(db)
    .where(and(isAbout, notReceivedBy(reader, decisions.subjectId)))
    .orderBy(sql`${decisions.startsAt} desc, ${decisions.id} desc`);
  return limit === undefined ? found : found.limit(limit);
}

/** Which decisions are listed; what is not named lists all. */
export type DecisionFilter = { measure?: Measure | null; appeal?: (typeof APPEAL_STATES)[number] | null };

/** Decisions, the latest first; those with an open appeal by how long that has waited. */
export const listDecisions = listOf(
  async (db, { measure, appeal, after, limit, reader }: Part & DecisionFilter): Promise<DecisionRecord[]> => {
    const waits = appeal === "open";
    const time = waits ? appeals.createdAt : decisions.startsAt;
    return select(db)
      .where(
        and(
          measure ? eq(decisions.measure, measure) : undefined,
          appeal ? eq(appeals.state, appeal) : undefined,
          notOwn(reader, decisions.id),
          beyond(time, decisions.id, after, waits ? "oldest" : "newest"),
        ),
      )
      .orderBy(...(waits ? [asc(time), asc(decisions.id)] : [desc(time), desc(decisions.id)]))
      .limit(limit);
  },
  (row, { appeal }) => [(appeal === "open" ? row.appeal?.createdAt : null) ?? row.startsAt, row.id],
);

/** Inserts a decision; null when the same measure runs for the same subject. */
export async function insertDecision(tx: Tx, decision: NewDecision): Promise<string | null> {
  const [row] = await tx
    .insert(decisions)
    .values(decision)
    .onConflictDoNothing()
    .returning({ id: decisions.id });
  return row?.id ?? null;
}

/** Whether a decision to return the donations of a request is in force. The request is locked. */
export async function isReturned(tx: Tx, requestId: string): Promise<boolean> {
  const { subjectId, measure, liftedAt } = decisions;
  const running = and(eq(subjectId, requestId), eq(measure, "returned"), isNull(liftedAt));
  return (await tx.$count(decisions, running)) > 0;
}

/**
 * The operator's id if their report of the subject waits, or was answered by `decisionId`, or they received it with a
 * donation, or would get back what they gave to it (safety.md, Four eyes); else null.
 */
export async function partyTo(
  db: Db,
  operatorId: string,
  { subjectId, measure, decisionId }: { subjectId: string; measure?: Measure; decisionId?: string },
): Promise<string | null> {
  const reported = and(
    eq(reports.subjectId, subjectId),
    eq(reports.reporterId, operatorId),
    or(isNull(reports.decidedAt), decisionId ? eq(reports.decisionId, decisionId) : undefined),
  );
  if ((await db.$count(reports, reported)) > 0) return operatorId;
  if ((await findNote(db, subjectId))?.recipientId === operatorId) return operatorId;
  const gave = and(
    eq(donations.requestId, subjectId),
    eq(donations.donorId, operatorId),
    eq(donations.paymentStatus, "completed"),
  );
  return measure === "returned" && (await db.$count(donations, gave)) > 0 ? operatorId : null;
}

/** Ends a decision; `by` is null where its time ran out. */
export async function endDecision(tx: Tx, id: string, at: Date, by: string | null): Promise<void> {
  await tx
    .update(decisions)
    .set({ liftedAt: at, liftedBy: by })
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)));
}

/** Decisions whose time has run out and that nobody ended, the oldest first. */
export async function lockOverdue(tx: Tx, at: Date, limit: number) {
  return tx
    .select(pick(decisions, "id", "subject", "subjectId", "personId", "until"))
    .from(decisions)
    .where(and(isNull(decisions.liftedAt), lte(decisions.until, at)))
    .orderBy(decisions.until)
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Which requests have a running decision to return their donations, and donations that nobody marked. */
export async function selectUnreturned(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select distinct d.subject_id as id from ${decisions} d
    where d.measure = 'returned' and d.lifted_at is null and exists (
      select from donations g where g.request_id = d.subject_id and g.payment_status = 'completed'
        and g.refund_reason is null)`);
  return rows.map(({ id }) => id);
}

type Holding = Pick<DecisionRecord, "id" | "subject" | "subjectId" | "measure">;

/** What is held is confirmed: it ends with the decision from now on. Returns whether something was held. */
export async function confirmHold(
  tx: Tx,
  { id, ...of }: Holding,
  at: Date,
  endsAt: Date | null = null,
): Promise<boolean> {
  const confirmed = await tx
    .update(holds)
    .set({ decisionId: id, endsAt })
    .where(unconfirmed(of, at))
    .returning({ id: holds.id });
  return confirmed.length > 0;
}

/** Holds money by a decision: what is held already is confirmed. */
export async function insertHoldOf(
  tx: Tx,
  decision: Holding & Pick<DecisionRecord, "facts" | "until">,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  if (await confirmHold(tx, decision, at)) return;
  const { subject: kind, subjectId, facts, until } = decision;
  const subject = kind === "person" ? { userId: subjectId } : { requestId: subjectId };
  await placeHold(tx, { subject, cause: "operator", at, decision: facts, by, endsAt: until });
  await confirmHold(tx, decision, at, until);
}

/** Lifts the holds that these decisions placed. */
export async function liftHoldsOf(
  tx: Tx,
  ids: readonly string[],
  at: Date,
  by: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(holds)
    .set({ liftedAt: at, liftedBy: by })
    .where(and(inArray(holds.decisionId, [...ids]), isNull(holds.liftedAt)));
}

/** Closes all open reports of a subject by a decision, and returns them. */
export async function closeReports(
  tx: Tx,
  { id, subject, subjectId }: { id: string; subject: NewDecision["subject"]; subjectId: string },
  at: Date,
) {
  return tx
    .update(reports)
    .set({ decisionId: id, decidedAt: at })
    .where(and(eq(reports.subject, subject), eq(reports.subjectId, subjectId), isNull(reports.decidedAt)))
    .returning(pick(reports, "id", "reporterId", "email", "locale"));
}

/** Stores the answer to an appeal. The database refuses that of who decided. */
export async function setAnswer(
  tx: Tx,
  decisionId: string,
  answer: { state: "upheld" | "overturned"; answer: string; answeredAt: Date; answeredBy: string },
): Promise<void> {
  await tx.update(appeals).set(answer).where(eq(appeals.decisionId, decisionId));
}

/** The numbers of a year's transparency report; times in hours. */
export async function selectTransparency(db: Db, { from, to }: { from: Date; to: Date }) {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${timestamptz(from)} and ${sql.raw(column)} < ${timestamptz(to)}`;
  const [row] = await db.execute<{
    reports: Record<string, number>;
    decisions: Partial<Record<Measure, number>>;
    appeals: Record<string, number>;
    automatic: number;
    medianHours: number | null;
  }>(sql`
    select
      (select coalesce(json_object_agg(ground, n), '{}') from (
        select ground, count(*)::integer as n from ${reports} where ${within("created_at")} group by ground) g) as reports,
      (select coalesce(json_object_agg(measure, n), '{}') from (
        select measure, count(*)::integer as n from ${decisions} where ${within("starts_at")} group by measure) m) as decisions,
      (select coalesce(json_object_agg(state, n), '{}') from (
        select state, count(*)::integer as n from ${appeals} where ${within("created_at")} group by state) a) as appeals,
      (select count(*)::integer from ${decisions} where automatic and ${within("starts_at")}) as automatic,
      (select round((percentile_cont(0.5) within group (
        order by extract(epoch from decided_at - created_at) / 3600))::numeric, 1)::float8
        from ${reports} where decided_at is not null and ${within("created_at")}) as "medianHours"`);
  return row;
}
