import { checkClosedRequests } from "@/lib/domain/donations/reserve";
import { payableBacklog } from "@/lib/domain/payments/settle";
import type { Backlog } from "@/lib/domain/payments/types";
import { overdueBacklog, unpaidBacklog } from "@/lib/domain/payouts/ageing";
import { payoutBacklogs } from "@/lib/domain/payouts/backlogs";
import { payeeBacklog } from "@/lib/domain/payouts/check-payee";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { walletBacklog } from "@/lib/domain/payouts/wallet-account";
import { checkRequest, claimDueChecks } from "@/lib/domain/safety/review";
import { subscriptionBacklog } from "@/lib/domain/subscriptions/settle-subscription";
import { now } from "@/lib/ground/clock";
import { PAYABLES } from "./payables";

const BATCH = 50;

/** Requests that the rules check before their money moves (safety.md). */
const requestBacklog: Backlog<{ id: string }, PayoutContext> = {
  name: "request",
  claim: claimDueChecks,
  check: async ({ db }, { id }) => ((await checkRequest(db, id)) === "held" ? "held" : null),
};

export type Reconciliation = { checked: number; outcomes: Record<string, number> };

/** Called for a check that failed; `subject` is like `donation <id>`. */
type OnError = (subject: string, error: unknown) => void;

type Run = { result: Reconciliation; onError: OnError; signal: AbortSignal | undefined };

/**
 * Settles everything unfinished, reviews what is settled, and makes the refunds that are due (D28). Several servers
 * share the work in batches and never do it twice. What cannot be checked now, or after `signal` is aborted, is left
 * for the next run.
 */
export async function reconcile(
  context: PayoutContext,
  onError: OnError,
  signal?: AbortSignal,
): Promise<Reconciliation> {
  const run: Run = { result: { checked: 0, outcomes: {} }, onError, signal };
  await checkAll(context, walletBacklog(context), run);
  await checkAll(context, payeeBacklog, run);
  await checkAll(context, unpaidBacklog(context), run);
  await checkClosedRequests(context.db);
  await checkAll(context, payableBacklog(PAYABLES.donation), run);
  await checkAll(context, payableBacklog(PAYABLES.boost_purchase), run);
  await checkAll(context, subscriptionBacklog, run);
  await checkAll(context, requestBacklog, run);
  for (const backlog of await payoutBacklogs(context)) await checkAll(context, backlog, run);
  // Last: what can be paid out is paid out.
  await checkAll(context, overdueBacklog(context), run);
  return run.result;
}

async function checkAll<Row extends { id: string }>(
  context: PayoutContext,
  { name, claim, check }: Backlog<Row, PayoutContext>,
  { result, onError, signal }: Run,
): Promise<void> {
  while (!signal?.aborted) {
    const at = now();
    const batch = await claim(context.db, at, BATCH);
    for (const row of batch) {
      if (signal?.aborted) return;
      const outcome = await check(context, row, at).catch((error: unknown) => {
        onError(`${name} ${row.id}`, error);
        return "error";
      });
      if (outcome === null) continue;
      result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
      result.checked += 1;
    }
    if (batch.length < BATCH) return;
  }
}
