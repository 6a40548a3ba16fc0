import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { gatewayOf, ProviderUnavailable } from "@/lib/providers/gateway";
import { nextCheck } from "./rules";
import { isRefundToGive, selectPayments, selectToEnd, setStanding } from "./store";

export { requestEnd } from "./store";

/**
 * Ends at the provider what a person cancelled or replaced. What is wanted is written down already, so a provider that
 * cannot be reached or will not end it now does not stop that: reconciliation asks again, and a payment it takes
 * meanwhile goes back. That it has ended is written down only once the provider says so.
 */
export async function endAtProvider(context: PaymentContext, userId: string): Promise<void> {
  const { db } = context;
  for (const subscription of await selectToEnd(db, userId)) {
    const { id, providerId } = subscription;
    try {
      if (providerId) await gatewayOf(context, subscription.paymentMethod).cancelSubscription(providerId);
    } catch (error) {
      if (error instanceof ProviderUnavailable) continue;
      throw error;
    }
    const at = now();
    const ended = { status: "cancelled", endedAt: at } as const;
    const refundDue = (await selectPayments(db, id)).some(isRefundToGive);
    const checkAt = nextCheck({ ...subscription, ...ended }, { expiry: null, refundDue }, at);
    await setStanding(db, id, { ...ended, checkAt });
  }
}
