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

async function lookAt(context: PaymentContext, { id, createdAt }: Subscription, at: Date): Promise<string> {
  const { state } = await settleSubscription(context, id, { disputes: true });
  if (state !== "open" || at.getTime() - createdAt.getTime() < ABANDONED_AFTER) return state;
  await markSubscriptionFailed(context.db, id, at);
  return "failed";
}
