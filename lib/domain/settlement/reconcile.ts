import { payableBacklog } from "@/lib/domain/payments/settle";
import type { Backlog, PaymentContext } from "@/lib/domain/payments/types";
import { subscriptionBacklog } from "@/lib/domain/subscriptions/subscription-backlog";
import { now } from "@/lib/ground/clock";
import { PAYABLES } from "./payables";

const BATCH = 50;

export type Reconciliation = { checked: number; outcomes: Record<string, number> };

/** Called with a check that failed, and of what: `donation <id>`. */
type OnError = (subject: string, error: unknown) => void;

type Run = { result: Reconciliation; onError: OnError; leaving: AbortSignal | undefined };

/**
 * Checks everything that is unfinished at the providers, and now and then what is settled, and makes the refunds that
 * are due (D28), in batches that several servers share without doing anything twice. What cannot be checked now is left
 * for the next time, and so is everything once `leaving` is aborted.
 */
export async function reconcile(
  context: PaymentContext,
  onError: OnError,
  leaving?: AbortSignal,
): Promise<Reconciliation> {
  const run: Run = { result: { checked: 0, outcomes: {} }, onError, leaving };
  await work(context, payableBacklog(PAYABLES.donation), run);
  await work(context, payableBacklog(PAYABLES.boost_purchase), run);
  await work(context, subscriptionBacklog, run);
  return run.result;
}

async function work<Row extends { id: string }>(
  context: PaymentContext,
  { name, claim, check }: Backlog<Row>,
  { result, onError, leaving }: Run,
): Promise<void> {
  while (!leaving?.aborted) {
    const at = now();
    const batch = await claim(context.db, at, BATCH);
    for (const row of batch) {
      if (leaving?.aborted) return;
      const outcome = await check(context, row, at).catch((error: unknown) => {
        onError(`${name} ${row.id}`, error);
        return "error";
      });
      result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
      result.checked += 1;
    }
    if (batch.length < BATCH) return;
  }
}
