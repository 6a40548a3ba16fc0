import type { Backlog } from "@/lib/domain/payments/types";
import { unpaidBacklog } from "@/lib/domain/payouts/ageing";
import { payoutBacklogs } from "@/lib/domain/payouts/backlogs";
import { payeeBacklog } from "@/lib/domain/payouts/check-payee";
import type { PayoutContext } from "@/lib/domain/payouts/types";

const BATCH = 50;

/** Called for a row that could not be checked. */
export type OnError = (subject: string, error: unknown) => void;

/**
 * Does everything about payouts that is due at a time, as reconciliation does. Unpaid payments stay as they are, so that
 * the time can be weeks ahead, when donations are released.
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
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      if (batch.length < BATCH) return;
    }
  };
  await run(payeeBacklog);
  for (const backlog of payoutBacklogs(context)) await run(backlog);
  await run(unpaidBacklog(context));
  return outcomes;
}
