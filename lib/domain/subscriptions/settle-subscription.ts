import { now } from "@/lib/clock";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { unlessHeld } from "@/lib/domain/payments/give-back";
import { env } from "@/lib/env";
import type { SubscriptionTruth } from "@/lib/providers/payment";
import type { PaymentProvider } from "@/lib/vocabulary";
import { bookSubscription } from "./book-subscription";
import { endAtProvider } from "./end-at-provider";
import { providerOf } from "./provider-of";
import { isRunning, planOf } from "./rules";
import {
  attachSubscription,
  findSubscription,
  findSubscriptionByPayment,
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
  const { providerId } = subscription;
  const truth = providerId ? await providerOf(context, subscription).findSubscription(providerId) : null;
  if (truth && truth.id !== providerId) await noteAgreement(context, subscription, truth);
  if (truth) await book(context, subscription, truth);
  // Before any refund: one that cannot be given now must not let the provider go on collecting.
  await endAtProvider(context, subscription.userId);
  if (truth) await giveBackDue(context, subscription, truth);
  return standing(context, subscription);
}

/**
 * Settles the subscription that the provider names so; one that it knows and we do not yet, because the event overtook the answer that told us the
 * id, is found by the id we gave it.
 */
export async function settleSubscriptionOf(
  context: PaymentContext,
  provider: PaymentProvider,
  providerId: string,
): Promise<SubscriptionSettlement> {
  const { db } = context;
  const known = await findSubscriptionByProvider(db, provider, providerId);
  if (known) return settleSubscription(context, known.id);
  const truth = await providerOf(context, { paymentMethod: provider }).findSubscription(providerId);
  const claimed = await findSubscription(db, truth?.subscriptionId ?? "");
  if (!truth || claimed?.paymentMethod !== provider) return { state: "unknown" };
  const kind = truth.state === "open" ? "asked" : "agreed";
  if (!(await attachSubscription(db, claimed, kind, truth.id))) return { state: "unknown" };
  return settleSubscription(context, claimed.id);
}

/** Settles the subscription that a payment was booked for, by the provider's id of the payment. */
export async function settleSubscriptionPaidBy(
  context: PaymentContext,
  provider: PaymentProvider,
  paymentId: string,
): Promise<SubscriptionSettlement> {
  const id = await findSubscriptionByPayment(context.db, provider, paymentId);
  return id === null ? { state: "unknown" } : settleSubscription(context, id);
}

/** The payer agreed: from now on the provider is asked by the agreement's own id. */
async function noteAgreement(
  { db }: PaymentContext,
  subscription: Subscription,
  { id }: SubscriptionTruth,
): Promise<void> {
  if (await attachSubscription(db, subscription, "agreed", id)) return;
  throw new Error(`subscription ${subscription.id} has another agreement than ${id}`);
}

async function book(
  { db }: PaymentContext,
  subscription: Subscription,
  truth: SubscriptionTruth,
): Promise<void> {
  const { key } = planOf(subscription, env().appName);
  const isOurs = truth.plan === key && truth.subscriptionId === subscription.id;
  await bookSubscription(db, subscription, { truth, isOurs, at: now() });
}

/** Gives back what bought nothing, or was ordered to go back; what a dispute holds waits for its end, and lets the others pass. */
async function giveBackDue(
  context: PaymentContext,
  subscription: Subscription,
  truth: SubscriptionTruth,
): Promise<void> {
  const { db } = context;
  const provider = providerOf(context, subscription);
  const given = new Set<string>();
  for (const { id, providerPaymentId } of (await selectPayments(db, subscription.id)).filter(isRefundDue)) {
    const refund = provider.refundSubscriptionPayment(providerPaymentId, `refund-subscription-${id}`);
    if (await unlessHeld(refund)) given.add(providerPaymentId);
  }
  if (given.size === 0) return;
  const payments = truth.payments.map((payment) =>
    given.has(payment.id) ? { ...payment, refunded: true } : payment,
  );
  await book(context, subscription, { ...truth, payments });
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
