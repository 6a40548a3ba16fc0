import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { auditEntries } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import type { AuditedAction } from "@/lib/ground/vocabulary";
import { finishApproval } from "./approvals-store";
import { notOwn, type Reader } from "./own-store";
import type { Operator } from "./types";

const { createdAt: at, ...columns } = getTableColumns(auditEntries);

/** What an operator did. It names people by id only. */
export type AuditEntry = Awaited<ReturnType<typeof selectAuditEntries>>[number];

type NewEntry = Pick<AuditEntry, "action" | "subject" | "subjectId"> &
  Partial<Pick<AuditEntry, "before" | "after" | "reason">>;

/**
 * Records what an operator does, in the same transaction, and with it that what a second one allowed is done. Returns
 * the entry's id.
 */
export async function insertAuditEntry(db: Db, operator: Operator, entry: NewEntry): Promise<number> {
  const [row] = await db
    .insert(auditEntries)
    .values({ ...entry, operator: operator.name })
    .returning({ id: auditEntries.id });
  if (!row) throw new Error("an insert returned no row");
  if (operator.approval !== undefined) await finishApproval(db, operator.approval, now());
  return row.id;
}

/** Which entries are listed; a filter that is left out lists all. */
export type AuditFilter = Reader & {
  subjectId?: string | null;
  operator?: string | null;
  action?: AuditedAction | null;
};

/** The newest entries, of those that the filter lets through. */
export async function selectAuditEntries(
  db: Db,
  {
    subjectId,
    operator,
    action,
    reader,
    before,
    limit,
  }: AuditFilter & { before?: number | null; limit: number },
) {
  return db
    .select({ at, ...columns })
    .from(auditEntries)
    .where(
      and(
        subjectId ? eq(auditEntries.subjectId, subjectId) : undefined,
        operator ? eq(auditEntries.operator, operator) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        before ? lt(auditEntries.id, before) : undefined,
        notOwn(reader, auditEntries.subjectId),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}

/** Pages of the audit, the newest entries first. */
export async function listAuditPage(
  db: Db,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  const [before = null] = decodeCursor(page.cursor, z.tuple([z.int().positive()])) ?? [];
  const rows = await selectAuditEntries(db, { ...filter, before, limit: page.limit + 1 });
  return toPage(
    rows,
    page,
    ({ id }) => [id],
    (row) => row,
  );
}
