import { refundOutcome } from "@/lib/domain/payments/refund";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { gatewayOf, type Include, type ProviderSubscription } from "@/lib/providers/gateway";
import { bookSubscription } from "./book-subscription";
import { endAtProvider } from "./end-at-provider";
import { isRunning, planOf } from "./rules";
import {
  attachSubscription,
  findSubscription,
  findSubscriptionByProvider,
  isRefundToGive,
  selectEntitlement,
  selectPayments,
  setRefundRefusal,
} from "./store";
import type { Subscription, SubscriptionSettlement } from "./types";

type Occasion = {
  /** A payment that an event reported, which the provider's list may not have yet. */
  reported?: string | null | undefined;
  /** Ask about disputes too, which may have taken what was paid. */
  disputes?: boolean | undefined;
};

/**
 * Looks at a subscription at the provider and brings everything that follows from it to what is true there: periods, boosts, refunds, and the end
 * of those it replaces. Webhooks, the return page and reconciliation all call this; it can be called any number of times, at once and in any order.
 * @throws ProviderUnavailable
 */
export async function settleSubscription(
  context: PaymentContext,
  id: string,
  { reported, disputes = false }: Occasion = {},
): Promise<SubscriptionSettlement> {
  const subscription = await findSubscription(context.db, id);
  if (!subscription) return { state: "unknown" };
  const truth = await find(context, subscription, { disputes: false });
  if (truth && truth.id !== subscription.providerId) await noteAgreement(context, subscription, truth);
  if (truth) await book(context, subscription, truth, reported);
  // Before any refund: one that cannot be given now must not let the provider go on collecting.
  await endAtProvider(context, subscription.userId);
  if (truth) await giveBackDue(context, subscription, truth);
  // Only now: a month that was paid is granted, whether or not disputes can be read.
  const disputed = disputes && truth ? await find(context, subscription, { disputes }) : null;
  if (disputed) await book(context, subscription, disputed, reported);
  return standing(context, subscription);
}

function find(context: PaymentContext, subscription: Subscription, include: Include) {
  const { providerId } = subscription;
  return providerId === null
    ? null
    : gatewayOf(context, subscription.paymentMethod).findSubscription(providerId, include);
}

/**
 * Settles the subscription that the provider names so; one that it knows and we do not yet, because the event overtook the answer that told us the
 * id, is found by the id we gave it.
 */
export async function settleSubscriptionOf(
  context: PaymentContext,
  provider: PaymentProvider,
  providerId: string,
  occasion: Occasion = {},
): Promise<SubscriptionSettlement> {
  const { db } = context;
  const known = await findSubscriptionByProvider(db, provider, providerId);
  if (known) return settleSubscription(context, known.id, occasion);
  const truth = await gatewayOf(context, provider).findSubscription(providerId);
  const claimed = await findSubscription(db, truth?.subscriptionId ?? "");
  if (!truth || claimed?.paymentMethod !== provider) return { state: "unknown" };
  const kind = truth.state === "open" ? "asked" : "agreed";
  if (!(await attachSubscription(db, claimed, kind, truth.id))) return { state: "unknown" };
  return settleSubscription(context, claimed.id, occasion);
}

/** The payer agreed: from now on the provider is asked by the agreement's own id. */
async function noteAgreement(
  { db }: PaymentContext,
  subscription: Subscription,
  { id }: ProviderSubscription,
): Promise<void> {
  if (await attachSubscription(db, subscription, "agreed", id)) return;
  throw new Error(`subscription ${subscription.id} has another agreement than ${id}`);
}

async function book(
  { db }: PaymentContext,
  subscription: Subscription,
  truth: ProviderSubscription,
  reported?: string | null,
): Promise<void> {
  const { key } = planOf(subscription, env().appName);
  const isOurs = truth.plan === key && truth.subscriptionId === subscription.id;
  await bookSubscription(db, subscription, { truth, isOurs, at: now(), reported });
}

/** Gives back what bought nothing, or was ordered to go back; what a dispute holds waits for its end, and lets the others pass. */
async function giveBackDue(
  context: PaymentContext,
  subscription: Subscription,
  truth: ProviderSubscription,
): Promise<void> {
  const { db } = context;
  const provider = gatewayOf(context, subscription.paymentMethod);
  const given = new Set<string>();
  const due = (await selectPayments(db, subscription.id)).filter(isRefundToGive);
  for (const { id, providerPaymentId: paymentId } of due) {
    const key = `refund-subscription-${id}`;
    const refund = await refundOutcome(() => provider.refundSubscriptionPayment(paymentId, key));
    if (refund === "refunded") given.add(paymentId);
    if (typeof refund === "object") await setRefundRefusal(db, id, refund.refused);
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
  const holding = await selectEntitlement(db, subscription.userId);
  const isPaid = payments.some(({ grantedAt, paymentStatus }) => grantedAt && paymentStatus === "completed");
  const runs = isRunning({ tier: holding.tier, expiry: holding.endsAt }, now());
  const gives = isPaid && holding.tier === subscription.tier && runs;
  const state = gives ? "active" : stateOf(subscription, payments.length > 0);
  return { state, subscription, expiry: gives ? holding.expiry : null };
}

function stateOf({ status, endRequestedAt }: Subscription, hasPayments: boolean) {
  if (status === "pending") return "open";
  if (status === "active" && !hasPayments && !endRequestedAt) return "processing";
  return hasPayments ? "ended" : "failed";
}
