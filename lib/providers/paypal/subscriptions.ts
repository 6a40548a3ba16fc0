import { z } from "zod";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import {
  type Include,
  type NewSubscription,
  type Page,
  type ProviderSubscription,
  ProviderUnavailable,
  type SubscriptionPayment,
  type UpTo,
} from "@/lib/providers/gateway";
import { applicationContext, approvableAnswer } from "./approval";
import type { Call } from "./client";
import { disputesOf } from "./disputes";
import { isMissing, nullIfMissing, refusedFor } from "./errors";
import { amountAnswer } from "./money";
import type { Plans } from "./plans";
import { refundCapture } from "./refunds";

export async function createSubscription(
  call: Call,
  plans: Plans,
  subscription: NewSubscription,
): Promise<Page> {
  return plans.use(subscription.plan, (planId) =>
    call({
      verb: "POST",
      path: "/v1/billing/subscriptions",
      key: subscription.idempotencyKey,
      body: {
        plan_id: planId,
        custom_id: subscription.subscriptionId,
        application_context: applicationContext(subscription, "SUBSCRIBE_NOW"),
      },
      answer: approvableAnswer,
    }),
  );
}

const STATES = {
  APPROVAL_PENDING: "open",
  APPROVED: "open",
  ACTIVE: "active",
  SUSPENDED: "suspended",
  CANCELLED: "cancelled",
  EXPIRED: "expired",
} as const satisfies Record<string, ProviderSubscription["state"]>;

const subscriptionAnswer = z.object({
  id: z.string(),
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  plan_id: z.string(),
  custom_id: z.string().default(""),
  create_time: z.iso.datetime({ offset: true }),
  billing_info: z.object({ next_billing_time: z.iso.datetime({ offset: true }).optional() }).optional(),
});

/** A subscription's id can come from an address bar: read only what can be one. */
const SUBSCRIPTION_ID = /^I-[A-Z0-9]{6,36}$/;

/** A subscription with its payments; null if PayPal does not know it. */
export async function findSubscription(
  call: Call,
  plans: Plans,
  id: string,
  include: Include = { disputes: false },
): Promise<ProviderSubscription | null> {
  if (!SUBSCRIPTION_ID.test(id)) return null;
  try {
    const subscription = await retrieve(call, id);
    const state = STATES[subscription.status];
    const [plan, payments] = await Promise.all([
      plans.keyOf(subscription.plan_id),
      state === "open" ? [] : paymentsOf(call, subscription, include),
    ]);
    const next = state === "active" ? subscription.billing_info?.next_billing_time : undefined;
    return {
      id,
      state,
      plan,
      subscriptionId: subscription.custom_id,
      nextPaymentAt: next === undefined ? null : new Date(next),
      payments,
    };
  } catch (error) {
    return nullIfMissing(error);
  }
}

function retrieve(call: Call, id: string): Promise<z.output<typeof subscriptionAnswer>> {
  return call({ path: `/v1/billing/subscriptions/${encodeURIComponent(id)}`, answer: subscriptionAnswer });
}

/** It has ended, or not begun yet. */
const NOT_RUNNING = new Set(["SUBSCRIPTION_STATUS_INVALID"]);
const ENDED = new Set<keyof typeof STATES>(["CANCELLED", "EXPIRED"]);

/** Ends a subscription. If PayPal refuses, it counts as ended only if PayPal says so. */
export async function cancelSubscription(call: Call, id: string): Promise<void> {
  try {
    await call({
      verb: "POST",
      path: `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`,
      body: { reason: "Cancelled by the subscriber" },
      answer: z.unknown(),
    });
  } catch (error) {
    // The keys may belong to another account, and the provider would continue to collect.
    if (isMissing(error)) throw new ProviderUnavailable(`${id} is not known, and cannot be cancelled`);
    if (!refusedFor(error, NOT_RUNNING)) throw error;
    const { status } = await retrieve(call, id);
    if (!ENDED.has(status)) throw new ProviderUnavailable(`${id} is ${status} and cannot be cancelled now`);
  }
}

const transactionAnswer = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED"]),
  amount_with_breakdown: z.object({ gross_amount: amountAnswer }),
  time: z.iso.datetime({ offset: true }),
});
const transactionsAnswer = z.object({
  transactions: z.array(transactionAnswer).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
type Transaction = z.output<typeof transactionAnswer>;

/** All payments, oldest first. */
async function paymentsOf(
  call: Call,
  { id, create_time }: z.output<typeof subscriptionAnswer>,
  include: Include,
): Promise<SubscriptionPayment[]> {
  const made = (await transactionsOf(call, id, new Date(create_time))).filter(
    ({ status }) => status !== "DECLINED" && status !== "PENDING",
  );
  const payments = await Promise.all(made.map((transaction) => paymentFrom(call, transaction, include)));
  return payments.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** PayPal's clock differs from ours, and so do its times of one event: the query must include every payment. */
const MARGIN_MS = DAY;

async function transactionsOf(call: Call, id: string, since: Date): Promise<Transaction[]> {
  const query = new URLSearchParams({
    start_time: new Date(since.getTime() - MARGIN_MS).toISOString(),
    end_time: new Date(now().getTime() + MARGIN_MS).toISOString(),
  });
  const found: Transaction[] = [];
  let path: string | null = `/v1/billing/subscriptions/${id}/transactions?${query}`;
  while (path !== null) {
    const page: z.output<typeof transactionsAnswer> = await call({ path, answer: transactionsAnswer });
    found.push(...page.transactions);
    const next = page.links.find(({ rel }) => rel === "next");
    path = next ? pathOf(next.href) : null;
  }
  return found;
}

/** Follows only the path of a link: the origin stays the configured one. */
function pathOf(href: string): string {
  const { pathname, search } = new URL(href);
  return pathname + search;
}

/** How long after a payment a dispute can still be decided: it can be opened for 180 days. */
const DISPUTABLE_MS = 300 * DAY;

async function paymentFrom(
  call: Call,
  transaction: Transaction,
  { disputes }: Include,
): Promise<SubscriptionPayment> {
  const { amount, currency } = transaction.amount_with_breakdown.gross_amount;
  const paidAt = new Date(transaction.time);
  const refunded = transaction.status === "REFUNDED";
  const disputable = disputes && now().getTime() - paidAt.getTime() < DISPUTABLE_MS;
  const payment = { id: transaction.id, amount: { amount } };
  const taken = disputable ? (await disputesOf(call, payment)).taken : 0;
  const disputeLost = disputable && taken >= amount;
  return {
    id: transaction.id,
    amount,
    currency,
    paidAt,
    refunded: refunded || disputeLost,
    returned: refunded ? amount : taken,
    disputeLost,
    disputeFee: null,
  };
}

/** Refunds a payment, or until `upTo` of it went back: of that PayPal tells only what disputes took. */
export async function refundSubscriptionPayment(
  call: Call,
  id: string,
  key: string,
  upTo?: UpTo,
): Promise<void> {
  if (!upTo) return refundCapture(call, id, key);
  const { taken } = await disputesOf(call, { id, amount: upTo });
  if (taken >= upTo.amount) return;
  const part = { ...upTo, amount: upTo.amount - taken };
  await refundCapture(call, id, taken === 0 ? key : `${key} ${taken}`, part);
}
