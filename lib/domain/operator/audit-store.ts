import { desc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "@/db/client";
import { auditEntries } from "@/db/schema";
import type { Operator } from "./types";

const { createdAt: at, ...columns } = getTableColumns(auditEntries);

/** What an operator did. It names people by id only. */
export type AuditEntry = Awaited<ReturnType<typeof selectAuditEntries>>[number];

type NewEntry = Pick<AuditEntry, "action" | "subject" | "subjectId"> &
  Partial<Pick<AuditEntry, "before" | "after" | "reason">>;

/** Records what an operator does, in the same transaction. Returns the entry's id. */
export async function insertAuditEntry(db: Db, operator: Operator, entry: NewEntry): Promise<number> {
  const [row] = await db
    .insert(auditEntries)
    .values({ ...entry, operator: operator.name })
    .returning({ id: auditEntries.id });
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}

/** The newest entries, of one subject or of all. */
export async function selectAuditEntries(
  db: Db,
  { subjectId, limit }: { subjectId?: string; limit: number },
) {
  return db
    .select({ at, ...columns })
    .from(auditEntries)
    .where(subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}
