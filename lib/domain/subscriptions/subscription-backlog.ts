import type { PaymentContext } from "@/lib/domain/donations/types";
import { ABANDONED_AFTER } from "@/lib/domain/payments/rules";
import type { Backlog } from "@/lib/domain/payments/types";
import { settleSubscription } from "./settle-subscription";
import { claimSubscriptions, markSubscriptionFailed } from "./store";
import type { Subscription } from "./types";

/**
 * Subscriptions that wait for approval, whose period ends, that are to be ended, or that may have been refunded or ended without anyone telling us
 * (D27, D28).
 */
export const subscriptionBacklog: Backlog<Subscription> = {
  what: "subscription",
  claim: (db, at, limit) => claimSubscriptions(db, { at, limit }),
  lookAt,
};

async function lookAt(context: PaymentContext, subscription: Subscription, at: Date): Promise<string> {
  const { id, createdAt, providerId } = subscription;
  const { state } = await settleSubscription(context, id, { disputes: true });
  if (state !== "open" || at.getTime() - createdAt.getTime() < ABANDONED_AFTER) return state;
  // A card page may be younger than its row. It is closed first, and who paid there at the last moment is still served.
  if (
    subscription.paymentMethod === "stripe" &&
    providerId &&
    (await context.card.findCheckout(providerId))
  ) {
    await context.card.expireCheckout(providerId);
    return (await settleSubscription(context, id)).state;
  }
  await markSubscriptionFailed(context.db, id, at);
  return "failed";
}
