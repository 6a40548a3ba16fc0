import { and, asc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { reports } from "@/db/schema";

const { tokenHash: _, browser: __, ...columns } = getTableColumns(reports);

/** A report as operators see it, with its reporter, and what it is about in a few words. */
export type ReportRecord = Awaited<ReturnType<typeof selectReports>>[number];

const title = sql<string | null>`case ${reports.subject} when 'person' then (
    select username from users u where u.id = ${reports.subjectId} and u.erased_at is null)
  else (select item from requests r where r.id = ${reports.subjectId} and r.deleted_at is null) end`;

/** Open reports, by deadline. */
export async function selectReports(db: Db, limit: number) {
  return db
    .select({ ...columns, title })
    .from(reports)
    .where(isNull(reports.decidedAt))
    .orderBy(asc(reports.dueAt), asc(reports.id))
    .limit(limit);
}

/** A report by its reference, open or decided. */
export async function findReport(db: Db, reference: string): Promise<ReportRecord | null> {
  const [row] = await db
    .select({ ...columns, title })
    .from(reports)
    .where(eq(reports.reference, reference.toUpperCase()));
  return row ?? null;
}

/** Locks an open report; false when it is decided or there is none. */
export async function lockOpenReport(tx: Tx, reference: string): Promise<boolean> {
  const rows = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.reference, reference.toUpperCase()), isNull(reports.decidedAt)))
    .for("update");
  return rows.length > 0;
}
