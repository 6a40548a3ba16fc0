import { ABANDONED_AFTER } from "@/lib/domain/payments/rules";
import type { Backlog, PaymentContext } from "@/lib/domain/payments/types";
import { gatewayOf } from "@/lib/providers/gateway";
import { settleSubscription } from "./settle-subscription";
import { claimSubscriptions, markSubscriptionFailed } from "./store";
import type { Subscription } from "./types";

/**
 * Subscriptions that wait for approval, whose period ends, that are to be ended, or that may have been refunded or ended
 * without an event (D27, D28).
 */
export const subscriptionBacklog: Backlog<Subscription> = {
  name: "subscription",
  claim: (db, at, limit) => claimSubscriptions(db, { at, limit }),
  check,
};

async function check(context: PaymentContext, subscription: Subscription, at: Date): Promise<string> {
  const { id, createdAt, providerId, paymentMethod } = subscription;
  const { state } = await settleSubscription(context, id, { disputes: true });
  if (state !== "open" || at.getTime() - createdAt.getTime() < ABANDONED_AFTER) return state;
  // A page for cards may be younger than its row. It is closed first, and what was paid there at the last second counts.
  const gateway = gatewayOf(context, paymentMethod);
  if (providerId !== null && (await gateway.findPayment(providerId))) {
    await gateway.endPayment(providerId);
    return (await settleSubscription(context, id)).state;
  }
  await markSubscriptionFailed(context.db, id, at);
  return "failed";
}
