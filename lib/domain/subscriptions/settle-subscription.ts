import type { Db } from "@/db/client";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { refundOutcome } from "@/lib/domain/payments/refund";
import { ABANDONED_AFTER } from "@/lib/domain/payments/rules";
import type { Backlog, PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import {
  gatewayOf,
  type Include,
  type ProviderSubscription,
  type SubscriptionPayment,
} from "@/lib/providers/gateway";
import { bookSubscription } from "./book-subscription";
import { endAtProvider } from "./end-at-provider";
import { isRunning, planOf } from "./rules";
import {
  attachSubscription,
  claimSubscriptions,
  findSubscription,
  findSubscriptionByProvider,
  isRefundDue,
  selectEntitlement,
  selectPayments,
  updatePayment,
  updateSubscription,
} from "./store";
import type { Subscription, SubscriptionSettlement } from "./types";

type SettleOptions = {
  /** A payment from an event, which the provider's list may not have yet. */
  reported?: string | null | undefined;
  /** Read disputes too: a payment may be lost in one. */
  disputes?: boolean | undefined;
};

/**
 * Reads a subscription at the provider and updates the books to match: periods, boosts, refunds, and the end of the
 * agreements that it replaces. Webhooks, the return page and reconciliation call it; concurrent and repeated calls are
 * safe.
 * @throws ProviderUnavailable
 */
export async function settleSubscription(
  context: PaymentContext,
  id: string,
  { reported, disputes = false }: SettleOptions = {},
): Promise<SubscriptionSettlement> {
  const subscription = await findSubscription(context.db, id);
  if (!subscription) return { state: "unknown" };
  const agreement = await readAgreement(context, subscription, { disputes: false });
  // From now on it is read by the id of the agreement that the payer approved.
  const isNew = agreement && agreement.id !== subscription.providerId;
  if (isNew && !(await attachSubscription(context.db, subscription, "agreed", agreement.id))) {
    throw new Error(`subscription ${id} has another agreement than ${agreement.id}`);
  }
  if (agreement) await bookAgreement(context, subscription, agreement, reported);
  // Before any refund: the provider must stop collecting even if a refund fails now.
  const refusal = await endAtProvider(context, subscription.userId);
  if (agreement) await makeDueRefunds(context, subscription, agreement);
  // Last, so that a paid month is granted even if disputes cannot be read.
  const disputed = disputes && agreement ? await readAgreement(context, subscription, { disputes }) : null;
  if (disputed) await bookAgreement(context, subscription, disputed, reported);
  if (refusal) throw refusal;
  return settlementOf(context, subscription);
}

function readAgreement(context: PaymentContext, subscription: Subscription, include: Include) {
  const { providerId } = subscription;
  return providerId === null
    ? null
    : gatewayOf(context, subscription.paymentMethod).findSubscription(providerId, include);
}

/**
 * Settles a subscription by the provider's id. If no row has the id yet, because the event came before the answer with
 * the id, the row is found by our id in the agreement.
 * @throws ProviderUnavailable
 */
export async function settleSubscriptionOf(
  context: PaymentContext,
  provider: PaymentProvider,
  providerId: string,
  options: SettleOptions = {},
): Promise<SubscriptionSettlement> {
  const { db } = context;
  const known = await findSubscriptionByProvider(db, provider, providerId);
  if (known) return settleSubscription(context, known.id, options);
  const agreement = await gatewayOf(context, provider).findSubscription(providerId);
  const claimed = await findSubscription(db, agreement?.subscriptionId ?? "");
  if (!agreement || claimed?.paymentMethod !== provider) return { state: "unknown" };
  const kind = agreement.state === "open" ? "asked" : "agreed";
  if (!(await attachSubscription(db, claimed, kind, agreement.id))) return { state: "unknown" };
  return settleSubscription(context, claimed.id, options);
}

async function bookAgreement(
  { db }: PaymentContext,
  subscription: Subscription,
  agreement: ProviderSubscription,
  reported?: string | null,
): Promise<void> {
  const { key } = planOf(subscription, env().appName);
  const isOurs = agreement.plan === key && agreement.subscriptionId === subscription.id;
  await bookSubscription(db, subscription, { agreement, isOurs, at: now(), reported });
}

/** Makes the refunds that are due. A refund on hold waits for the end of its dispute, and does not stop the others. */
async function makeDueRefunds(
  context: PaymentContext,
  subscription: Subscription,
  agreement: ProviderSubscription,
): Promise<void> {
  const { db } = context;
  const provider = gatewayOf(context, subscription.paymentMethod);
  const done = new Map<string, Partial<SubscriptionPayment>>();
  const due = (await selectPayments(db, subscription.id)).filter(isRefundDue);
  for (const { id, providerPaymentId: paymentId, currency, refundReason, withdrawnAmount } of due) {
    const part = refundReason === null ? withdrawnAmount : null;
    const refund = await refundOutcome(() =>
      part === null
        ? provider.refundSubscriptionPayment(paymentId, `refund-subscription-${id}`)
        : provider.refundSubscriptionPayment(paymentId, `withdrawal-subscription-${id}`, {
            amount: part,
            currency,
          }),
    );
    if (refund === "refunded") done.set(paymentId, part === null ? { refunded: true } : { returned: part });
    if (typeof refund === "object") await refundIsRefused(db, id, refund.refused);
  }
  if (done.size === 0) return;
  const payments = agreement.payments.map((payment) => ({ ...payment, ...done.get(payment.id) }));
  await bookAgreement(context, subscription, { ...agreement, payments });
}

/** Stores the code of a refund that the provider will never make, and informs the operator. */
async function refundIsRefused(db: Db, id: string, code: string): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now();
    await updatePayment(tx, id, { refundRefusal: code, refundRefusedAt: at });
    const facts = { code };
    await writeOperatorMail(tx, { about: "refund_refused", cause: id, reference: id, at, facts });
  });
}

async function settlementOf({ db }: PaymentContext, { id }: Subscription): Promise<SubscriptionSettlement> {
  const subscription = await findSubscription(db, id);
  if (!subscription) throw new Error(`subscription ${id} vanished`);
  const payments = await selectPayments(db, id);
  const entitlement = await selectEntitlement(db, subscription.userId);
  const isPaid = payments.some(({ grantedAt, paymentStatus }) => grantedAt && paymentStatus === "completed");
  const runs = isRunning({ tier: entitlement.tier, expiry: entitlement.endsAt }, now());
  const isInEffect = isPaid && entitlement.tier === subscription.tier && runs;
  const state = isInEffect ? "active" : stateOf(subscription, payments.length > 0);
  return { state, subscription, expiry: isInEffect ? entitlement.expiry : null };
}

function stateOf({ status, endRequestedAt }: Subscription, hasPayments: boolean) {
  if (status === "pending") return "open";
  if (status === "active" && !hasPayments && !endRequestedAt) return "processing";
  return hasPayments ? "ended" : "failed";
}

/**
 * Subscriptions that reconciliation checks: unapproved, at the end of a period, with an end or a refund due, or due for
 * a review (D27, D28).
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
  // A card page may be younger than its row. It is closed first, so that a payment at the last second still counts.
  const gateway = gatewayOf(context, paymentMethod);
  if (providerId !== null && (await gateway.findPayment(providerId))) {
    await gateway.endPayment(providerId);
    return (await settleSubscription(context, id)).state;
  }
  await updateSubscription(context.db, id, { status: "failed", endedAt: at, checkAt: null }, "pending");
  return "failed";
}
