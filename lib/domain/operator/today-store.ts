import { desc, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { nightlyChecks } from "@/db/schema";

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
  const notOwn = (column: string) => sql`${sql.raw(column)} is distinct from ${operatorId}::uuid`;
  const ofHold = sql`coalesce(user_id, (select r.user_id from requests r where r.id = request_id),
    (select d.recipient_id from donations d where d.id = donation_id))`;
  const notOwnHold = sql`${ofHold} is distinct from ${operatorId}::uuid`;
  const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;
  const refused = sql`refund_refusal is not null and payment_status = 'completed'`;
  const rows = await db.execute<{ what: (typeof WAITS)[number]; count: number; first: string | null }>(sql`
    select what, count, to_char(first at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as first from (
      select 'reports' as what, count(*)::integer as count, min(due_at) as first
        from reports where decided_at is null and ${notOwn("person_id")}
      union all select 'overdue', count(*)::integer, min(due_at)
        from reports where decided_at is null and due_at < ${time(at)} and ${notOwn("person_id")}
      union all select 'reviews', count(*)::integer, min(placed_at)
        from holds where lifted_at is null and cause = 'risk' and decision_id is null and ${notOwnHold}
      union all select 'appeals', count(*)::integer, min(a.created_at) from appeals a
        where state = 'open' and not exists (
          select from decisions c where c.id = a.decision_id and c.person_id = ${operatorId}::uuid)
      union all select 'approvals', count(*)::integer, min(asked_at) from approvals
        where answered_at is null and ${notOwn("person_id")}
      union all select 'payouts', count(*)::integer, min(placed_at)
        from holds where lifted_at is null and cause = 'first_payout' and ${notOwnHold}
      union all select 'refunds', count(*)::integer, min(at) from (
        select settled_at as at from donations where refund_reason is not null and ${refused}
        union all select created_at from boost_purchases where ${refused}
        union all select paid_at from subscription_payments where ${refused}) r
      union all select 'mails', count(*)::integer, min(finished_at)
        from mails where state = 'failed' and finished_at > ${time(mailsSince)}) figures`);
  const [night] = await db
    .select({ day: nightlyChecks.day, findings: nightlyChecks.findings })
    .from(nightlyChecks)
    .where(isNotNull(nightlyChecks.finishedAt))
    .orderBy(desc(nightlyChecks.day))
    .limit(1);
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
