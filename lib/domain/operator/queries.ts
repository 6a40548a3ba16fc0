import type { Db } from "@/db/client";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import { now } from "@/lib/ground/clock";
import { keptSince } from "./messages";
import type { Reader } from "./own-store";
import { selectUnfinishedPayments } from "./payments-store";
import { type Figures, selectFigures } from "./today-store";
import type { PaymentRecord } from "./types";

export { selectWaitingApprovals } from "./approvals-store";
export { listAuditPage, selectAuditEntries as listAudit } from "./audit-store";
export {
  findDecision,
  listDecisions,
  partyTo,
  selectDecisionsAbout,
  selectTransparency,
} from "./decisions-store";
export { findLastNight } from "./nightly-store";
export { selectContested } from "./ownership-store";
export { selectUsernames } from "./people-store";
export { findReport, listReports, selectReportsOf } from "./reports-store";
export { findReview, listReviews } from "./reviews";
export { namedBeside } from "./reviews-store";
export { findSubject } from "./subject-store";
export type { Figure, Figures } from "./today-store";

/** Payments that have been pending for more than 10 minutes, and refunds that are due, oldest first. Cents. */
export async function listUnfinished(
  db: Db,
  { limit, reader }: Reader & { limit: number },
): Promise<PaymentRecord[]> {
  const pendingBefore = new Date(now().getTime() - PENDING_AFTER);
  return selectUnfinishedPayments(db, { pendingBefore, limit, reader });
}

/** What waits for an operator, one figure for each kind of work; not what concerns them (safety.md, The office). */
export async function today(db: Db, operator: { id: string }): Promise<Figures> {
  return selectFigures(db, { at: now(), mailsSince: keptSince(), operatorId: operator.id });
}
