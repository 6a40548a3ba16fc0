import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { reports } from "@/db/schema";
import { beyond } from "@/db/statement";
import type { ReportGround } from "@/lib/ground/vocabulary";
import { notOf, notReceivedBy, notReportedBy, type Reader } from "./own-store";
import { listOf, type Part } from "./pages-store";
import { titleOf } from "./subject-store";

const { tokenHash: _, browser: __, ...columns } = getTableColumns(reports);

/** A report as operators see it, with its reporter, and what it is about in a few words. */
export type ReportRecord = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const select = (db: Db) =>
  db.select({ ...columns, title: titleOf(reports, sql`r.deleted_at is null`) }).from(reports);

/** Which reports are listed; what is not named lists all. */
export type ReportFilter = {
  state: "open" | "decided";
  ground?: ReportGround | null;
  /** Open ones whose deadline is before this. */
  dueBefore?: Date | null;
};

/** Open reports by deadline, or decided ones, the latest first. */
export const listReports = listOf(
  async (
    db,
    { state, ground, dueBefore, after, limit, reader }: Part & ReportFilter,
  ): Promise<ReportRecord[]> => {
    const isOpen = state === "open";
    const time = isOpen ? reports.dueAt : reports.decidedAt;
    return select(db)
      .where(
        and(
          isOpen ? isNull(reports.decidedAt) : isNotNull(reports.decidedAt),
          ground ? eq(reports.ground, ground) : undefined,
          dueBefore ? lt(reports.dueAt, dueBefore) : undefined,
          notOwnReport(reader),
          beyond(time, reports.id, after, isOpen ? "oldest" : "newest"),
        ),
      )
      .orderBy(...(isOpen ? [asc(time), asc(reports.id)] : [desc(time), desc(reports.id)]))
      .limit(limit);
  },
  ({ dueAt, decidedAt, id }) => [decidedAt ?? dueAt, id],
);

/** Not about the reader or what they received, and of nothing that they reported. */
export const notOwnReport = (reader: string | undefined) =>
  and(
    notOf(reader, reports.personId, reports.reporterId),
    notReceivedBy(reader, reports.subjectId),
    notReportedBy(reader, reports.subjectId),
  );

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
