import { and, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { appeals, decisions, donationNotes, donations, posts, reports, requests, users } from "@/db/schema";
import { beyond, pick } from "@/db/statement";
import { hasGivenTo, isReadable } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import type { Part } from "@/lib/ground/paging";

type NewReportRow = typeof reports.$inferInsert;

const { name: _, email: __, browser: ___, text: ____, personId: _____, ...shown } = getTableColumns(reports);

/** A report without what its reporter said of themselves. */
export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const select = (db: Db) =>
  db
    .select({
      ...shown,
      outcome: decisions.measure,
      /** The username, or the request's id. */
      target: sql<string>`coalesce(case ${reports.subject} when 'person' then ${users.username} end,
        ${reports.subjectId}::text)`,
    })
    .from(reports)
    .leftJoin(decisions, eq(decisions.id, reports.decisionId))
    .leftJoin(users, and(eq(users.id, reports.personId), isNull(users.erasedAt)));

export async function findReport(db: Db, reference: string) {
  const [row] = await select(db).where(eq(reports.reference, reference.toUpperCase()));
  return row ?? null;
}

export async function findById(db: Db, id: string): Promise<ReportRow | null> {
  const [row] = isUuid(id) ? await select(db).where(eq(reports.id, id)) : [];
  return row ?? null;
}

/** The request that can be reported: its owner, and whether others see it. */
export async function findRequestOwner(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      subjectId: requests.id,
      personId: requests.userId,
      isHidden: sql<boolean>`not ${requests.isActive}`,
    })
    .from(requests)
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)));
  return row ?? null;
}

/** The message with a donation that can be reported, its donor, and for whom it is. */
export async function findReportedNote(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      subjectId: donationNotes.id,
      personId: donations.donorId,
      requestId: donationNotes.requestId,
      recipientId: donations.recipientId,
      isShown: donationNotes.isShown,
      isHidden: sql<boolean>`not (${isReadable(null)})`,
    })
    .from(donationNotes)
    .innerJoin(donations, eq(donations.id, donationNotes.donationId))
    .where(eq(donationNotes.id, id));
  return row ?? null;
}

/** The post that can be reported: its owner, and whether others, or this reader among those who gave, see it. */
export async function findReportedPost(db: Db, id: string, reader: Reader) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      subjectId: posts.id,
      personId: posts.userId,
      requestId: posts.requestId,
      isShown: sql<boolean>`${posts.hiddenAt} is null and (${posts.audience} = 'everyone' or ${hasGivenTo(posts.requestId, reader)})`,
    })
    .from(posts)
    // With one table the columns of the subquery would have no name of their own.
    .innerJoin(requests, eq(requests.id, posts.requestId))
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  return row ?? null;
}

/** Stores a report; null when the same reporter has an open one of the same subject. */
export async function insertReport(
  tx: Tx,
  report: NewReportRow,
): Promise<{ id: string; reference: string } | null> {
  const [row] = await tx
    .insert(reports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reports.id, reference: reports.reference });
  return row ?? null;
}

/** The reference of a report; null when there is none. */
export async function findReference(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select(pick(reports, "reference")).from(reports).where(eq(reports.id, id));
  return row?.reference ?? null;
}

/** Deletes who reported what was decided before a time, and what they wrote. */
export async function forgetReporters(db: Db, before: Date, at: Date): Promise<void> {
  await db
    .update(reports)
    .set({
      name: null,
      email: null,
      browser: null,
      reporterId: null,
      tokenHash: null,
      text: "",
      forgottenAt: at,
    })
    .where(and(lt(reports.decidedAt, before), isNull(reports.forgottenAt)));
}

const subjectTitle = sql<string | null>`case ${decisions.subject} when 'person' then ${users.username}
  when 'message' then (select text from ${donationNotes} n where n.id = ${decisions.subjectId})
  when 'post' then (select text from ${posts} p where p.id = ${decisions.subjectId}) else (
  select item from ${requests} r where r.id = ${decisions.subjectId} and r.deleted_at is null) end`;

/** The decisions about a person, newest first, after a key. */
export async function selectDecisionsOf(db: Db, personId: string, { limit, after }: Part) {
  const older = beyond(decisions.startsAt, decisions.id, after, "newest");
  return db
    .select({
      ...getTableColumns(decisions),
      title: subjectTitle,
      appeal: { state: appeals.state, answeredAt: appeals.answeredAt, answer: appeals.answer },
    })
    .from(decisions)
    .innerJoin(users, eq(users.id, decisions.personId))
    .leftJoin(appeals, eq(appeals.decisionId, decisions.id))
    .where(and(eq(decisions.personId, personId), sql`${decisions.measure} <> 'none'`, older))
    .orderBy(sql`${decisions.startsAt} desc nulls last, ${decisions.id} desc nulls last`)
    .limit(limit);
}

/** Who made a decision about this person; null when there is none of theirs. */
export async function findDecider(tx: Tx, id: string, personId: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select({ decidedBy: decisions.decidedBy })
    .from(decisions)
    .where(and(eq(decisions.id, id), eq(decisions.personId, personId), sql`${decisions.measure} <> 'none'`));
  return row?.decidedBy ?? null;
}

/** Stores an appeal; false when there is one. */
export async function insertAppeal(tx: Tx, appeal: typeof appeals.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(appeals)
    .values(appeal)
    .onConflictDoNothing()
    .returning({ id: appeals.decisionId });
  return rows.length > 0;
}
