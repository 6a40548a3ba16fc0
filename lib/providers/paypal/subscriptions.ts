import { z } from "zod";
import { now } from "@/lib/clock";
import type { NewSubscription, SubscriptionPayment, SubscriptionTruth } from "@/lib/providers/payment";
import { applicationContext, approvableAnswer } from "./approval";
import type { Call } from "./client";
import { isDisputeLost } from "./disputes";
import { isMissing, refusedFor } from "./errors";
import { amountAnswer } from "./money";
import type { Plans } from "./plans";

export async function createSubscription(
  call: Call,
  plans: Plans,
  wanted: NewSubscription,
): Promise<{ id: string; approvalUrl: string }> {
  return plans.use(wanted.plan, (planId) =>
    call({
      verb: "POST",
      path: "/v1/billing/subscriptions",
      key: wanted.idempotencyKey,
      body: {
        plan_id: planId,
        custom_id: wanted.subscriptionId,
        application_context: applicationContext(wanted, "SUBSCRIBE_NOW"),
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
} as const satisfies Record<string, SubscriptionTruth["state"]>;

const subscriptionAnswer = z.object({
  id: z.string(),
  status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  plan_id: z.string(),
  custom_id: z.string().default(""),
  create_time: z.iso.datetime({ offset: true }),
  billing_info: z.object({ next_billing_time: z.iso.datetime({ offset: true }).optional() }).optional(),
});

/** A subscription's id can come from an address bar; only what looks like one is looked up. */
const SUBSCRIPTION_ID = /^I-[A-Z0-9]{6,36}$/;

/** What PayPal holds true of a subscription, with its payments; null when it knows no such. */
export async function findSubscription(
  call: Call,
  plans: Plans,
  id: string,
): Promise<SubscriptionTruth | null> {
  if (!SUBSCRIPTION_ID.test(id)) return null;
  try {
    const subscription = await call({
      verb: "GET",
      path: `/v1/billing/subscriptions/${id}`,
      answer: subscriptionAnswer,
    });
    const state = STATES[subscription.status];
    const [plan, payments] = await Promise.all([
      plans.keyOf(subscription.plan_id),
      state === "open" ? [] : paymentsOf(call, id, subscription.create_time),
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
    if (isMissing(error)) return null;
    throw error;
  }
}

/** It has ended, or never began. */
const ENDED = new Set([
  "SUBSCRIPTION_STATUS_INVALID",
  "SUBSCRIPTION_CANNOT_BE_CANCELLED",
  "RESOURCE_NOT_FOUND",
]);

export async function cancelSubscription(call: Call, id: string): Promise<void> {
  try {
    await call({
      verb: "POST",
      path: `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`,
      body: { reason: "Cancelled by the subscriber" },
      answer: z.unknown(),
    });
  } catch (error) {
    if (!refusedFor(error, ENDED)) throw error;
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

/** The payments that were made since a moment, oldest first. */
async function paymentsOf(call: Call, id: string, since: string): Promise<SubscriptionPayment[]> {
  const made = (await transactionsOf(call, id, since)).filter(
    ({ status }) => status !== "DECLINED" && status !== "PENDING",
  );
  const payments = await Promise.all(made.map((transaction) => paymentTruth(call, transaction)));
  return payments.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

async function transactionsOf(call: Call, id: string, since: string): Promise<Transaction[]> {
  const query = new URLSearchParams({ start_time: since, end_time: now().toISOString() });
  const found: Transaction[] = [];
  let path: string | null = `/v1/billing/subscriptions/${id}/transactions?${query}`;
  while (path !== null) {
    const page: z.output<typeof transactionsAnswer> = await call({
      verb: "GET",
      path,
      answer: transactionsAnswer,
    });
    found.push(...page.transactions);
    const next = page.links.find(({ rel }) => rel === "next");
    path = next ? pathOf(next.href) : null;
  }
  return found;
}

/** Only the path of an address in an answer is followed: our own base stays. */
function pathOf(href: string): string {
  const { pathname, search } = new URL(href);
  return pathname + search;
}

/** How long after a payment a dispute about it can still be decided: it can be opened for 180 days. */
const DISPUTABLE_MS = 300 * 86_400_000;

async function paymentTruth(call: Call, transaction: Transaction): Promise<SubscriptionPayment> {
  const { amount, currency } = transaction.amount_with_breakdown.gross_amount;
  const paidAt = new Date(transaction.time);
  const refunded = transaction.status === "REFUNDED";
  const disputable = now().getTime() - paidAt.getTime() < DISPUTABLE_MS;
  const disputeLost = disputable && (await isDisputeLost(call, { id: transaction.id, amount: { amount } }));
  return { id: transaction.id, amount, currency, paidAt, refunded: refunded || disputeLost, disputeLost };
}
