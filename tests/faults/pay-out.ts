import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Backlog } from "@/lib/domain/payments/types";
import { overdueBacklog, unpaidBacklog } from "@/lib/domain/payouts/ageing";
import { payoutBacklogs } from "@/lib/domain/payouts/backlogs";
import { payeeBacklog } from "@/lib/domain/payouts/check-payee";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { DAY } from "@/lib/ground/durations";

const BATCH = 50;

/** After so many milliseconds every donation is released, also before a person's first payout. */
export const RELEASED = 16 * DAY;

/** Called for a row that could not be checked. */
export type OnError = (subject: string, error: unknown) => void;

/**
 * Does everything about payouts that is due at a time, as reconciliation does. Unpaid payments stay as they are, so
 * that the time can be weeks ahead, when donations are released.
 */
export async function payOutAt(
  context: PayoutContext,
  at: Date,
  onError: OnError,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const run = async <Row extends { id: string }>({ name, claim, check }: Backlog<Row, PayoutContext>) => {
    for (;;) {
      const batch = await claim(context.db, at, BATCH);
      for (const row of batch) {
        const outcome = await check(context, row, at).catch((error: unknown) => {
          onError(`${name} ${row.id}`, error);
          return "error";
        });
        if (outcome !== null) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      if (batch.length < BATCH) return;
    }
  };
  await run(payeeBacklog);
  for (const backlog of await payoutBacklogs(context)) await run(backlog);
  await run(unpaidBacklog(context));
  await run(overdueBacklog(context));
  return outcomes;
}

/** The times that reconciliation writes about payouts, by table. */
const TIMES = {
  payee_accounts: ["submitted_at", "ready_at", "checked_at", "check_at", "created_at", "closed_at"],
  transfers: ["claimed_until", "check_at", "created_at", "sent_at"],
  transfer_returns: ["claimed_until", "check_at", "created_at", "done_at"],
  payouts: ["claimed_until", "check_at", "created_at", "sent_at", "paid_at", "failed_at"],
  deliveries: ["paid_out_at"],
  holds: ["placed_at", "lifted_at"],
  mails: ["due_at", "created_at"],
  notifications: ["created_at"],
  donations: ["check_at"],
  users: ["donations_paused_at"],
} as const;

/**
 * Brings what was written so many milliseconds ahead back to the present, with the dates that follow from it, so that
 * the application, whose clock shows the real time, sees it as just done.
 */
export async function backToNow(db: Db, ms: number): Promise<void> {
  const by = sql`interval '${sql.raw(String(ms))} milliseconds'`;
  const ahead = sql`now() + ${by} / 2`;
  await db.execute(sql`
    update transfers t set release_at = greatest(t.release_at - ${by}, d.settled_at)
    from donations d where d.id = t.donation_id and t.created_at > ${ahead}`);
  await db.execute(sql`update holds set ends_at = ends_at - ${by} where placed_at > ${ahead}`);
  // The provider's clock stayed behind: what was final ahead can still fail.
  await db.execute(sql`update payouts set check_at = now() where state = 'paid' and check_at is null`);
  for (const [table, columns] of Object.entries(TIMES)) {
    const set: SQL[] = columns.map((column) => {
      const name = sql.identifier(column);
      return sql`${name} = case when ${name} > ${ahead} then ${name} - ${by} else ${name} end`;
    });
    const isAhead = columns.map((column) => sql`${sql.identifier(column)} > ${ahead}`);
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.join(set, sql`, `)} where ${sql.join(isAhead, sql` or `)}`,
    );
  }
}
