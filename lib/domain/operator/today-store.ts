import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { findLastNight } from "./nightly-store";
import {
  notAboutOwn,
  notOf,
  notOwn,
  notOwnDonation,
  notOwnWaiting,
  notReceivedBy,
  notReportedBy,
} from "./own-store";

/** How much of something waits, and since when, or until when, the first of it does. */
export type Figure = { count: number; first: Date | null };

const WAITS = [
  "reports",
  "overdue",
  "reviews",
  "appeals",
  "approvals",
  "payouts",
  "refunds",
  "mails",
] as const;

/** What waits in the office, and what the last check of the books found: null where none was made. */
export type Figures = Record<(typeof WAITS)[number], Figure> & {
  books: { day: string; findings: number } | null;
};

/**
 * One figure for each kind of work that waits (safety.md, Today), without what concerns the operator. `first` is the
 * next deadline of reports, and else since when the oldest waits. Mails are those that failed after `mailsSince`.
 */
export async function selectFigures(
  db: Db,
  { at, mailsSince, operatorId }: { at: Date; mailsSince: Date; operatorId: string },
): Promise<Figures> {
  const notMine = (...columns: string[]) => notOf(operatorId, ...columns.map((column) => sql.raw(column)));
  const subject = sql.raw("subject_id");
  const notMyReport = sql`${notMine("person_id", "reporter_id")}
    and ${notReceivedBy(operatorId, subject)} and ${notReportedBy(operatorId, sql.raw("reports.subject_id"))}`;
  const ofHold = sql`coalesce(user_id, (select r.user_id from requests r where r.id = request_id),
    (select d.recipient_id from donations d where d.id = donation_id))`;
  const notMyHold = sql`${notOf(operatorId, ofHold)} and ${notOwnDonation(operatorId, sql.raw("donation_id"))}
    and ${notReportedBy(operatorId, sql.raw("coalesce(request_id, user_id)"))}`;
  const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;
  const refused = sql`refund_refusal is not null and payment_status = 'completed'`;
  const rows = await db.execute<{ what: (typeof WAITS)[number]; count: number; first: string | null }>(sql`
    select what, count, to_char(first at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first from (
      select 'reports' as what, count(*)::integer as count, min(due_at) as first
        from reports where decided_at is null and ${notMyReport}
      union all select 'overdue', count(*)::integer, min(due_at)
        from reports where decided_at is null and due_at < ${time(at)} and ${notMyReport}
      union all select 'reviews', count(*)::integer, min(placed_at)
        from holds where lifted_at is null and cause = 'risk' and decision_id is null and placed_by is null and request_id is not null
          and ${notMyHold}
      union all select 'appeals', count(*)::integer, min(created_at) from appeals
        where state = 'open' and ${notOwn(operatorId, sql.raw("decision_id"))}
      union all select 'approvals', count(*)::integer, min(asked_at) from approvals
        where answered_at is null and ${notOwnWaiting(operatorId, sql.raw("approvals.id"))}
      union all select 'payouts', count(*)::integer, min(placed_at)
        from holds where lifted_at is null and cause = 'first_payout' and ${notMyHold}
      union all select 'refunds', count(*)::integer, min(at) from (
        select settled_at as at from donations where refund_reason is not null and ${refused}
          and ${notMine("donor_id", "recipient_id")}
        union all select created_at from boost_purchases where ${refused} and ${notMine("user_id")}
        union all select paid_at from subscription_payments where ${refused}
          and ${notMine("user_id")}) r
      union all select 'mails', count(*)::integer, min(finished_at)
        from mails where state = 'failed' and finished_at > ${time(mailsSince)}
          and ${notMine("user_id")} and ${notAboutOwn(operatorId, sql.raw("cause"))}) figures`);
  const night = await findLastNight(db);
  const figureOf = (what: (typeof WAITS)[number]): Figure => {
    const row = [...rows].find((each) => each.what === what);
    return { count: row?.count ?? 0, first: row?.first ? new Date(row.first) : null };
  };
  const books = night
    ? { day: night.day, findings: night.findings.filter(({ isConcern }) => !isConcern).length }
    : null;
  return {
    ...(Object.fromEntries(WAITS.map((what) => [what, figureOf(what)])) as Record<
      (typeof WAITS)[number],
      Figure
    >),
    books,
  };
}
