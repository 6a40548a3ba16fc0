import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { gatewayOf, ProviderUnavailable } from "@/lib/providers/gateway";
import { nextCheck } from "./rules";
import { isRefundDue, selectPayments, selectToEnd, updateSubscription } from "./store";

export { requestEnd } from "./store";

/**
 * Ends a person's cancelled or replaced agreements at the provider. Their requested end is stored already: if the
 * provider is unreachable or refuses, reconciliation tries again, and a payment collected meanwhile is refunded. An
 * agreement is stored as ended only once the provider confirms it. Returns why the provider refuses one, for the log;
 * null where it does not.
 */
export async function endAtProvider(context: PaymentContext, userId: string): Promise<Error | null> {
  const { db } = context;
  let refusal: Error | null = null;
  for (const subscription of await selectToEnd(db, userId)) {
    const { id, providerId } = subscription;
    try {
      if (providerId) await gatewayOf(context, subscription.paymentMethod).cancelSubscription(providerId);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) refusal ??= error as Error;
      continue;
    }
    const at = now();
    const ended = { status: "cancelled", endedAt: at } as const;
    const refundDue = (await selectPayments(db, id)).some(isRefundDue);
    const checkAt = nextCheck({ ...subscription, ...ended }, { expiry: null, refundDue }, at);
    await updateSubscription(db, id, { ...ended, checkAt });
  }
  return refusal;
}
