import { now } from "@/lib/clock";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { env } from "@/lib/env";
import type { SubscriptionTruth } from "@/lib/providers/payment";
import { bookSubscription } from "./book-subscription";
import { endAtProvider } from "./end-at-provider";
import { isRunning, planOf } from "./rules";
import {
  attachSubscription,
  findSubscription,
  findSubscriptionByProvider,
  isRefundDue,
  selectHolding,
  selectPayments,
} from "./store";
import type { Subscription, SubscriptionSettlement } from "./types";

/**
 * Looks at a subscription at the provider and brings everything that follows from it to what is true there: periods, boosts, refunds, and the end
 * of those it replaces. Webhooks, the return page and reconciliation all call this; it can be called any number of times, at once and in any order.
 * @throws ProviderUnavailable
 */
export async function settleSubscription(
  context: PaymentContext,
  id: string,
): Promise<SubscriptionSettlement> {
  const subscription = await findSubscription(context.db, id);
  if (!subscription) return { state: "unknown" };
  const { paypalSubscriptionId: providerId } = subscription;
  const truth = providerId ? await context.wallet.findSubscription(providerId) : null;
  if (truth) await settle(context, subscription, truth);
  await endAtProvider(context, subscription.userId);
  return standing(context, subscription);
}

/**
 * Settles the subscription that the provider names so; one that it knows and we do not yet, because the event overtook the answer that told us the
 * id, is found by the id we gave it.
 */
export async function settleSubscriptionOf(
  context: PaymentContext,
  providerId: string,
): Promise<SubscriptionSettlement> {
  const known = await findSubscriptionByProvider(context.db, providerId);
  if (known) return settleSubscription(context, known.id);
  const truth = await context.wallet.findSubscription(providerId);
  const claimed = await findSubscription(context.db, truth?.subscriptionId ?? "");
  if (!claimed || !(await attachSubscription(context.db, claimed.id, providerId)))
    return { state: "unknown" };
  return settleSubscription(context, claimed.id);
}

async function settle(
  context: PaymentContext,
  subscription: Subscription,
  truth: SubscriptionTruth,
): Promise<void> {
  const { key } = planOf(subscription, env().appName);
  const isOurs = truth.plan === key && truth.subscriptionId === subscription.id;
  await bookSubscription(context.db, subscription, { truth, isOurs, at: now() });
  const due = (await selectPayments(context.db, subscription.id)).filter(isRefundDue);
  if (due.length === 0) return;
  for (const { id, paypalPaymentId } of due) {
    await context.wallet.refundSubscriptionPayment(paypalPaymentId, `refund-subscription-${id}`);
  }
  const given = new Set(due.map(({ paypalPaymentId }) => paypalPaymentId));
  const payments = truth.payments.map((payment) =>
    given.has(payment.id) ? { ...payment, refunded: true } : payment,
  );
  await bookSubscription(context.db, subscription, { truth: { ...truth, payments }, isOurs, at: now() });
}

async function standing({ db }: PaymentContext, { id }: Subscription): Promise<SubscriptionSettlement> {
  const subscription = await findSubscription(db, id);
  if (!subscription) throw new Error(`subscription ${id} vanished`);
  const payments = await selectPayments(db, id);
  const holding = await selectHolding(db, subscription.userId, { locked: false });
  const isPaid = payments.some(({ grantedAt, paymentStatus }) => grantedAt && paymentStatus === "completed");
  const gives = isPaid && holding.tier === subscription.tier && isRunning(holding, now());
  const state = gives ? "active" : stateOf(subscription, payments.length > 0);
  return { state, subscription, expiry: gives ? holding.expiry : null };
}

function stateOf({ status, endRequestedAt }: Subscription, hasPayments: boolean) {
  if (status === "pending") return "open";
  if (status === "active" && !hasPayments && !endRequestedAt) return "processing";
  return hasPayments ? "ended" : "failed";
}
