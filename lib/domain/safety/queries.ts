import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { type Page, type PageRequest, pageByTime } from "@/lib/ground/paging";
import { withoutUnprintable } from "@/lib/ground/text-rules";
import { REPORTER_KEPT_DAYS } from "./rules";
import type { Decision, Report } from "./schema";
import { hashOf } from "./send-report";
import { findById, findReport, forgetReporters, type ReportRow, selectDecisionsOf } from "./store";

export { isInReview } from "./review-store";

/** A report with its deadline. */
export type ReportView = Report & { dueAt: Date };

const present = (row: ReportRow): ReportView => ({
  reference: row.reference,
  target: { kind: row.subject, id: row.target },
  ground: row.ground,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt,
  state: row.decidedAt === null ? "open" : "decided",
  outcome: row.outcome,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** A report for who sent it: one's own, or by the token of a visitor. Null for everybody else. */
export async function readReport(
  db: Db,
  viewer: Pick<Viewer, "id"> | null,
  { reference, token }: { reference: string; token: string | undefined },
): Promise<ReportView | null> {
  const report = await findReport(db, withoutUnprintable(reference));
  if (!report) return null;
  const isOwn = viewer !== null && report.reporterId === viewer.id;
  const opens = token !== undefined && report.tokenHash !== null && report.tokenHash === hashOf(token);
  return isOwn || opens ? present(report) : null;
}

/** A report that a message is about. */
export async function findReportById(db: Db, id: string): Promise<ReportView | null> {
  const report = await findById(db, id);
  return report && present(report);
}

/**
 * The decisions about a person, newest first, with their reasons.
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listDecisions(
  db: Db,
  { id }: Pick<Viewer, "id">,
  page: PageRequest,
): Promise<Page<Decision>> {
  return pageByTime(
    page,
    (part) => selectDecisionsOf(db, id, part),
    (row) => [row.startsAt, row.id],
    (row) => ({
      id: row.id,
      subject: { kind: row.subject, id: row.subjectId, title: row.title },
      measure: row.measure,
      ground: row.ground,
      facts: row.facts,
      automatic: row.automatic,
      from: row.startsAt.toISOString(),
      until: row.until?.toISOString() ?? null,
      liftedAt: row.liftedAt?.toISOString() ?? null,
      appeal: row.appeal && {
        state: row.appeal.state,
        answeredAt: row.appeal.answeredAt?.toISOString() ?? null,
        answer: row.appeal.answer,
      },
    }),
  );
}

/** Deletes who reported what was decided 180 days ago (safety.md, Report). */
export async function forgetOldReporters(db: Db): Promise<void> {
  const at = now();
  await forgetReporters(db, new Date(at.getTime() - REPORTER_KEPT_DAYS * DAY), at);
}
