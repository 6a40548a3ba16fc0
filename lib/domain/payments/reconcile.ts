import { now } from "@/lib/clock";
import { recoverPayment } from "@/lib/domain/donations/recover-payment";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import { claimUnfinished, markFailed } from "@/lib/domain/donations/store";
import type { Donation, PaymentContext } from "@/lib/domain/donations/types";

const MINUTE = 60_000;
/** A pending donation is asked about from this age on (D28). */
const PENDING_AFTER = 10 * MINUTE;
/** A refund that is due is normally given at once; this long after, something stopped it. */
const REFUND_AFTER = MINUTE;
/**
 * A payment that nobody completed by then is ended, so that it cannot surprise anyone later. Nor is one given up before then that the provider
 * does not know: it may have been asked with the keys of another account.
 */
const ABANDONED_AFTER = 24 * 60 * MINUTE;
const BATCH = 50;

export type Reconciliation = { looked: number; outcomes: Record<string, number> };

/**
 * Asks the provider about every donation still pending after 10 minutes and gives the refunds that are due (D28), in batches that several
 * servers share without doing anything twice. A donation whose look-up fails is left for the next time.
 */
export async function reconcile(
  context: PaymentContext,
  onError: (donationId: string, error: unknown) => void,
): Promise<Reconciliation> {
  const outcomes: Record<string, number> = {};
  let looked = 0;
  for (;;) {
    const at = now();
    const batch = await claimUnfinished(context.db, {
      at,
      pendingBefore: new Date(at.getTime() - PENDING_AFTER),
      refundBefore: new Date(at.getTime() - REFUND_AFTER),
      limit: BATCH,
    });
    for (const donation of batch) {
      const outcome = await lookAt(context, donation, at).catch((error: unknown) => {
        onError(donation.id, error);
        return "error";
      });
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    looked += batch.length;
    if (batch.length < BATCH) return { looked, outcomes };
  }
}

async function lookAt(context: PaymentContext, donation: Donation, at: Date): Promise<string> {
  const paymentId = donation.stripePaymentIntentId ?? (await recoverPayment(context, donation));
  const settled = await settlePayment(context, paymentId);
  const isAbandoned = at.getTime() - donation.createdAt.getTime() >= ABANDONED_AFTER;
  if (!isAbandoned || (settled.state !== "open" && settled.state !== "unknown")) return settled.state;
  if (settled.state === "unknown") {
    await markFailed(context.db, donation.id);
    return "failed";
  }
  await context.card.cancelPayment(paymentId);
  return (await settlePayment(context, paymentId)).state;
}
