import { purchaseBacklog } from "@/lib/domain/boosts/purchase-backlog";
import { donationBacklog, donationReviews } from "@/lib/domain/donations/donation-backlog";
import type { PaymentContext } from "@/lib/domain/donations/types";
import type { Backlog } from "@/lib/domain/payments/types";
import { subscriptionBacklog } from "@/lib/domain/subscriptions/subscription-backlog";
import { now } from "@/lib/ground/clock";

const BATCH = 50;

export type Reconciliation = { looked: number; outcomes: Record<string, number> };

/** Told of a look-up that failed, and of what: `donation <id>`. */
type OnError = (subject: string, error: unknown) => void;

/**
 * Asks the providers about everything that is unfinished, and now and then about what is settled, and gives the refunds that are due (D28), in
 * batches that several servers share without doing anything twice. What cannot be looked up now is left for the next time, and so is everything
 * once `leaving` is aborted.
 */
export async function reconcile(
  context: PaymentContext,
  onError: OnError,
  leaving?: AbortSignal,
): Promise<Reconciliation> {
  const result: Reconciliation = { looked: 0, outcomes: {} };
  const all = { result, onError, leaving };
  await work(context, donationBacklog, all);
  await work(context, purchaseBacklog, all);
  await work(context, subscriptionBacklog, all);
  await work(context, donationReviews, all);
  return result;
}

type All = { result: Reconciliation; onError: OnError; leaving: AbortSignal | undefined };

async function work<Row extends { id: string }>(
  context: PaymentContext,
  { what, claim, lookAt }: Backlog<Row>,
  { result, onError, leaving }: All,
): Promise<void> {
  while (!leaving?.aborted) {
    const at = now();
    const batch = await claim(context.db, at, BATCH);
    for (const row of batch) {
      if (leaving?.aborted) return;
      const outcome = await lookAt(context, row, at).catch((error: unknown) => {
        onError(`${what} ${row.id}`, error);
        return "error";
      });
      result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
      result.looked += 1;
    }
    if (batch.length < BATCH) return;
  }
}
