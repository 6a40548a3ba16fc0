import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { reports } from "@/db/schema";
import { beyond } from "@/db/statement";
import type { Page, PageRequest, Part } from "@/lib/ground/paging";
import type { ReportGround } from "@/lib/ground/vocabulary";
import { notOf, notReceivedBy, notReportedBy, type Reader } from "./own-store";
import { pageOf } from "./pages-store";

const { tokenHash: _, browser: __, ...columns } = getTableColumns(reports);

/** A report as operators see it, with its reporter, and what it is about in a few words. */
export type ReportRecord = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const title = sql<string | null>`case ${reports.subject} when 'person' then (
    select username from users u where u.id = ${reports.subjectId} and u.erased_at is null)
  when 'message' then (select text from donation_notes n where n.id = ${reports.subjectId})
  when 'post' then (select text from posts p where p.id = ${reports.subjectId})
  else (select item from requests r where r.id = ${reports.subjectId} and r.deleted_at is null) end`;

const select = (db: Db) => db.select({ ...columns, title }).from(reports);

/** Which reports are listed; null: all of them. */
export type ReportFilter = Reader & {
  state: "open" | "decided";
  ground: ReportGround | null;
  /** Open ones whose deadline is before this. */
  dueBefore: Date | null;
};

/** Open reports by deadline, or decided ones, the latest first. */
export async function listReports(
  db: Db,
  { state, ground, dueBefore, reader }: ReportFilter,
  page: PageRequest,
): Promise<Page<ReportRecord>> {
  const isOpen = state === "open";
  const time = isOpen ? reports.dueAt : reports.decidedAt;
  const read = ({ after, limit }: Part): Promise<ReportRecord[]> =>
    select(db)
      .where(
        and(
          isOpen ? isNull(reports.decidedAt) : isNotNull(reports.decidedAt),
          ground === null ? undefined : eq(reports.ground, ground),
          dueBefore === null ? undefined : lt(reports.dueAt, dueBefore),
          notOf(reader, reports.personId, reports.reporterId),
          notReceivedBy(reader, reports.subjectId),
          notReportedBy(reader, reports.subjectId),
          beyond(time, reports.id, after, isOpen ? "oldest" : "newest"),
        ),
      )
      .orderBy(...(isOpen ? [asc(time), asc(reports.id)] : [desc(time), desc(reports.id)]))
      .limit(limit);
  return pageOf(page, read, ({ dueAt, decidedAt, id }) => [decidedAt ?? dueAt, id]);
}

/** Other reports of a subject, the newest first. */
export async function selectReportsOf(
  db: Db,
  { subjectId, except, limit, reader }: Reader & { subjectId: string; except: string; limit: number },
): Promise<ReportRecord[]> {
  return select(db)
    .where(and(eq(reports.subjectId, subjectId), ne(reports.id, except), notOf(reader, reports.reporterId)))
    .orderBy(sql`${reports.createdAt} desc nulls last`)
    .limit(limit);
}

/** A report by its reference, open or decided. */
export async function findReport(db: Db, reference: string) {
  const [row] = await select(db).where(eq(reports.reference, reference.toUpperCase()));
  return row ?? null;
}

/** Locks an open report; returns what it is about, or null when it is decided or there is none. */
export async function lockOpenReport(tx: Tx, reference: string): Promise<string | null> {
  const [row] = await tx
    .select({ subjectId: reports.subjectId })
    .from(reports)
    .where(and(eq(reports.reference, reference.toUpperCase()), isNull(reports.decidedAt)))
    .for("update");
  return row?.subjectId ?? null;
}
