import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { selectAuditEntries } from "./audit-store";
import { selectUnfinished } from "./payments-store";
import type { AuditEntry, PaymentRecord } from "./types";

/** From this age on a pending payment is one that reconciliation asks about (D28). */
const PENDING_MS = 10 * 60_000;

/** What operators did, newest first; of one person, request or payment, or of all. */
export async function listAudit(db: Db, asked: { subjectId?: string; limit: number }): Promise<AuditEntry[]> {
  return selectAuditEntries(db, asked);
}

/** Payments that were begun more than 10 minutes ago and are not decided, and refunds that are due, oldest first. Cents. */
export async function listUnfinished(db: Db, limit: number): Promise<PaymentRecord[]> {
  return selectUnfinished(db, new Date(now().getTime() - PENDING_MS), limit);
}
