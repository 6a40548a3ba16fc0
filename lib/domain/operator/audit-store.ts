import { and, desc, eq, getTableColumns, isNull, lt, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import {
  approvals,
  auditEntries,
  boostPurchases,
  decisions,
  donations,
  mails,
  payeeAccounts,
  payouts,
  reports,
  requests,
  subscriptionPayments,
  subscriptions,
  transfers,
} from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import type { AuditedAction } from "@/lib/ground/vocabulary";
import { finishApproval } from "./approvals-store";
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

/** Which entries are listed; a filter that is left out lists all. `reader`: none about this operator (safety.md). */
export type AuditFilter = {
  subjectId?: string | null;
  operator?: string | null;
  action?: AuditedAction | null;
  reader?: string;
};

/** What concerns a person: themselves, what they asked for, gave, received and bought, and what was decided of it. */
const concerns = (personId: string) => sql`${auditEntries.subjectId} in (
  select ${personId}::uuid
  union all select id from ${requests} where user_id = ${personId}
  union all select id from ${donations} where donor_id = ${personId} or recipient_id = ${personId}
  union all select id from ${boostPurchases} where user_id = ${personId}
  union all select id from ${subscriptions} where user_id = ${personId}
  union all select id from ${subscriptionPayments} where user_id = ${personId}
  union all select id from ${mails} where user_id = ${personId}
  union all select id from ${payeeAccounts} where user_id = ${personId}
  union all select id from ${transfers} where user_id = ${personId}
  union all select id from ${payouts} where user_id = ${personId}
  union all select id from ${reports} where person_id = ${personId} or reporter_id = ${personId}
  union all select id from ${decisions} where person_id = ${personId}
  union all select id from ${approvals} where person_id = ${personId})`;

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
        // What is about nothing in particular has no subject.
        reader === undefined ? undefined : or(isNull(auditEntries.subjectId), not(concerns(reader))),
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
