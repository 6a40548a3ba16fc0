import { and, count, eq, gt, isNull, lt, min, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { appeals, approvals, donations, holds, mails, reports, requests } from "@/db/schema";
import { allOf } from "@/lib/ground/all-of";
import { inReview, notOwnHold } from "./holds-store";
import { notOwnMessage } from "./messages-store";
import { findLastNight } from "./nightly-store";
import { notOwn, notOwnWaiting } from "./own-store";
import { selectRefused } from "./payments-store";
import { notOwnReport } from "./reports-store";

/** How much of something waits, and since when, or until when, the first of it does. */
export type Figure = { count: number; first: Date | null };

/** What waits in the office, and what the last check of the books found: null where none was made. */
export type Figures = Awaited<ReturnType<typeof selectFigures>>;

/**
 * One figure for each kind of work that waits (safety.md, Today), without what concerns the operator. `first` is the
 * next deadline of reports, and else since when the oldest waits. Mails are those that failed after `mailsSince`.
 */
export async function selectFigures(
  db: Db,
  { at, mailsSince, operatorId: reader }: { at: Date; mailsSince: Date; operatorId: string },
) {
  const select = (time: PgColumn) => db.select({ count: count(), first: min(time) });
  const countHolds = (which: SQL | undefined) =>
    select(holds.placedAt)
      .from(holds)
      .leftJoin(requests, eq(requests.id, holds.requestId))
      .leftJoin(donations, eq(donations.id, holds.donationId))
      .where(and(which, notOwnHold(reader)));
  const isOpenReport = and(isNull(reports.decidedAt), notOwnReport(reader));
  const only = async (rows: PromiseLike<unknown[]>) => (await rows)[0] as Figure;
  return allOf({
    reports: only(select(reports.dueAt).from(reports).where(isOpenReport)),
    overdue: only(
      select(reports.dueAt)
        .from(reports)
        .where(and(isOpenReport, lt(reports.dueAt, at))),
    ),
    reviews: only(countHolds(inReview)),
    appeals: only(
      select(appeals.createdAt)
        .from(appeals)
        .where(and(eq(appeals.state, "open"), notOwn(reader, appeals.decisionId))),
    ),
    approvals: only(
      select(approvals.askedAt)
        .from(approvals)
        .where(and(isNull(approvals.answeredAt), notOwnWaiting(reader, approvals.id))),
    ),
    payouts: only(countHolds(and(eq(holds.cause, "first_payout"), isNull(holds.liftedAt)))),
    refunds: selectRefused(db, { reader }).then(
      ([first, ...others]): Figure =>
        first
          ? { count: others.length + 1, first: first.refundRefusedAt ?? first.createdAt }
          : { count: 0, first: null },
    ),
    mails: only(
      select(mails.finishedAt)
        .from(mails)
        .where(and(eq(mails.state, "failed"), gt(mails.finishedAt, mailsSince), notOwnMessage(reader))),
    ),
    books: findLastNight(db).then(
      (night) =>
        night && { day: night.day, findings: night.findings.filter(({ isConcern }) => !isConcern).length },
    ),
  });
}
