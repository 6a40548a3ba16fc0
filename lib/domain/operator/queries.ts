import type { Db } from "@/db/client";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import { now } from "@/lib/ground/clock";
import { selectAuditEntries } from "./audit-store";
import { KINDS } from "./payment-kinds";
import type { AuditEntry, PaymentRecord } from "./types";

export { findDecision } from "./requests-store";

/** Audit entries, newest first; of one person, request or payment, or all. */
export async function listAudit(
  db: Db,
  filter: { subjectId?: string; limit: number },
): Promise<AuditEntry[]> {
  return selectAuditEntries(db, filter);
}

/** Payments that have been pending for more than 10 minutes, and refunds that are due, oldest first. Cents. */
export async function listUnfinished(db: Db, limit: number): Promise<PaymentRecord[]> {
  const pendingBefore = new Date(now().getTime() - PENDING_AFTER);
  const found = await Promise.all(
    Object.values(KINDS).map(({ unfinished }) => unfinished(db, pendingBefore, limit)),
  );
  return found
    .flat()
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .slice(0, limit);
}
