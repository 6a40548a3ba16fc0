import type Stripe from "stripe";
import { monthLater, newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit, record } from "../events";
import { ApiError, found, missing } from "../http/api-error";
import { partOf } from "../records";
import {
  draftInvoice,
  finalizeInvoice,
  invoiceOf,
  invoicesOf,
  markPaid,
  markRefused,
  paymentIdOf,
  subscriptionIdOf,
  voidInvoice,
} from "./invoices";

type Wanted = { amount: number; currency: string; metadata: Record<string, string> };

/** Seconds between the start of a month and the finalization of its invoice. */
const FINALIZE_AFTER = 3_600;

/** Begins a subscription for a new customer. Returns the first month's payment, which is not paid yet. */
export function beginSubscription(
  work: UnitOfWork,
  { amount, currency, metadata }: Wanted,
): Stripe.PaymentIntent {
  const now = seconds();
  const item = partOf<Stripe.SubscriptionItem>({
    id: newId("si", 14),
    current_period_end: monthAfter(now, now),
    current_period_start: now,
    price: partOf<Stripe.Price>({
      currency,
      recurring: {
        interval: "month",
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: "licensed",
      },
      unit_amount: amount,
    }),
  });
  const begun = record(
    work,
    "customer.subscription.created",
    partOf<Stripe.Subscription>({
      id: newId("sub"),
      object: "subscription",
      billing_cycle_anchor: now,
      created: now,
      currency,
      customer: newId("cus", 14),
      default_payment_method: null,
      ended_at: null,
      items: { object: "list", data: [item], has_more: false, url: "/v1/subscription_items" },
      latest_invoice: null,
      metadata,
      status: "incomplete",
    }),
  );
  const invoice = draftInvoice(work, begun, { reason: "subscription_create", finalizesAt: now });
  return finalizeInvoice(work, invoice);
}

/** @throws ApiError resource_missing */
export function findSubscription(work: UnitOfWork, id: string): Stripe.Subscription {
  return found(work.find("subscription", id), "subscription", id);
}

/** The subscription that a payment belongs to; null when there is none. */
export function subscriptionPaidBy(work: UnitOfWork, intent: string): Stripe.Subscription | null {
  const invoice = invoiceOf(work, intent);
  return invoice && work.find("subscription", subscriptionIdOf(invoice));
}

/** Updates invoice and subscription after their payment changed. `at`, in seconds, is when it was paid. */
export function updateInvoice(work: UnitOfWork, intent: Stripe.PaymentIntent, at = seconds()): void {
  const invoice = invoiceOf(work, intent.id);
  if (invoice?.status !== "open") return;
  const subscription = findSubscription(work, subscriptionIdOf(invoice));
  const card = typeof intent.payment_method === "string" ? intent.payment_method : null;
  if (intent.status === "succeeded") {
    change(work, subscription, { status: "active", default_payment_method: card });
    markPaid(work, invoice, at);
  } else if (intent.status === "processing") {
    change(work, subscription, { status: "active", default_payment_method: card });
  } else {
    const { next_payment_attempt: next, billing_reason: reason } = markRefused(work, invoice);
    if (subscription.status === "incomplete") return;
    if (next === null && reason === "subscription_cycle") end(work, subscription, "payment_failed");
    else change(work, subscription, { status: "past_due" });
  }
}

/** Begins and bills the next month. @throws ApiError when the subscription has ended or has not begun */
export function nextMonth(work: UnitOfWork, subscription: Stripe.Subscription): Stripe.Invoice {
  if (subscription.status !== "active" && subscription.status !== "past_due") throw notRunning(subscription);
  const [item] = subscription.items.data;
  const start = item?.current_period_end ?? seconds();
  const until = monthAfter(start, subscription.billing_cycle_anchor);
  const moved = change(work, subscription, {
    items: {
      ...subscription.items,
      data: subscription.items.data.map((each) => ({
        ...each,
        current_period_start: start,
        current_period_end: until,
      })),
    },
  });
  return draftInvoice(work, moved, {
    reason: "subscription_cycle",
    finalizesAt: start + FINALIZE_AFTER,
  });
}

/**
 * Ends a subscription; open invoices are no longer collected.
 * @throws ApiError resource_missing when it has ended already
 */
export function cancelSubscription(work: UnitOfWork, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw missing("subscription", subscription.id);
  }
  return end(work, subscription, "cancellation_requested");
}

/** After too many failed payments it stays unpaid, one of the provider's settings. @throws ApiError */
export function leaveUnpaid(work: UnitOfWork, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== "past_due") throw notRunning(subscription);
  stopCollecting(work, subscription);
  return change(work, subscription, { status: "unpaid" });
}

/** Expires a subscription whose first month was not paid in time. */
export function expireSubscription(work: UnitOfWork, intent: string): void {
  const subscription = subscriptionPaidBy(work, intent);
  const invoice = invoiceOf(work, intent);
  if (subscription?.status !== "incomplete" || !invoice) return;
  voidInvoice(work, invoice);
  change(work, subscription, { status: "incomplete_expired", ended_at: seconds() });
}

/** A subscription's oldest unpaid invoice. */
export function unpaidInvoice(work: UnitOfWork, { id }: Stripe.Subscription): Stripe.Invoice | null {
  return invoicesOf(work, id).find(({ status }) => status === "draft" || status === "open") ?? null;
}

/** The payment of an invoice; a draft is finalized first. */
export function paymentFor(work: UnitOfWork, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const known = work.find("payment_intent", paymentIdOf(invoice));
  return known ?? finalizeInvoice(work, invoice);
}

function end(
  work: UnitOfWork,
  subscription: Stripe.Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Stripe.Subscription {
  stopCollecting(work, subscription);
  return record(work, "customer.subscription.deleted", {
    ...findSubscription(work, subscription.id),
    status: "canceled",
    ended_at: seconds(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
}

function stopCollecting(work: UnitOfWork, { id }: Stripe.Subscription): void {
  for (const invoice of invoicesOf(work, id)) {
    if (invoice.status !== "draft" && invoice.status !== "open") continue;
    work.put<Stripe.Invoice>({ ...invoice, next_payment_attempt: null });
  }
}

function change(
  work: UnitOfWork,
  { id }: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const changed = work.put<Stripe.Subscription>({ ...findSubscription(work, id), ...changes });
  emit(work, "customer.subscription.updated", changed);
  return changed;
}

/** The subscription has ended, or has not begun. */
export function notRunning({ id, status }: Stripe.Subscription): ApiError {
  return new ApiError(400, `Subscription ${id} has a status of ${status}.`);
}

/** A month later, on the anchor's day of the month; all in seconds. */
export const monthAfter = (at: number, anchor: number) =>
  Math.floor(monthLater(new Date(at * 1_000), new Date(anchor * 1_000).getUTCDate()).getTime() / 1_000);
