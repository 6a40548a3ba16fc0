import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { ApiError, missing } from "../http/api-error";
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
import { monthAfter } from "./months";
import { newSubscription } from "./objects/subscription";

type Wanted = { amount: number; currency: string; metadata: Record<string, string> };

/** How long after a month has begun its bill is finalized and paid, in seconds. */
const FINALIZED_AFTER = 3_600;

/** Begins a subscription of a customer of its own. Answers the first month's payment, which is still to be made. */
export function beginSubscription(work: Work, wanted: Wanted): Stripe.PaymentIntent {
  const now = seconds();
  const begun = work.put<Stripe.Subscription>(
    newSubscription({ ...wanted, customer: newId("cus", 14), until: monthAfter(now, now) }),
  );
  emit(work, "customer.subscription.created", begun);
  const invoice = draftInvoice(work, begun, { reason: "subscription_create", finalizesAt: now });
  return finalizeInvoice(work, invoice);
}

/** @throws ApiError resource_missing */
export function findSubscription(work: Work, id: string): Stripe.Subscription {
  const subscription = work.find("subscription", id);
  if (!subscription) throw missing("subscription", id);
  return subscription;
}

/** The subscription that a payment is made for; null when it is made for none. */
export function subscriptionPaidBy(work: Work, intent: string): Stripe.Subscription | null {
  const invoice = invoiceOf(work, intent);
  return invoice && work.find("subscription", subscriptionIdOf(invoice));
}

/** Brings invoice and subscription to what became of a payment; `at` is when it was made, in seconds. */
export function followInvoice(work: Work, intent: Stripe.PaymentIntent, at = seconds()): void {
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

/** A month is over: the next one begins, and is billed. @throws ApiError when the subscription does not run */
export function nextMonth(work: Work, subscription: Stripe.Subscription): Stripe.Invoice {
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
    finalizesAt: start + FINALIZED_AFTER,
  });
}

/**
 * No further month, and what is billed is not collected any more.
 * @throws ApiError resource_missing when it has ended
 */
export function cancelSubscription(work: Work, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
    throw missing("subscription", subscription.id);
  }
  return end(work, subscription, "cancellation_requested");
}

/** Payments failed too often, and the settings say that it stays without being collected. @throws ApiError */
export function leaveUnpaid(work: Work, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== "past_due") throw notRunning(subscription);
  stopCollecting(work, subscription);
  return change(work, subscription, { status: "unpaid" });
}

/** The first month was never paid, and cannot be any more. */
export function expireSubscription(work: Work, intent: string): void {
  const subscription = subscriptionPaidBy(work, intent);
  const invoice = invoiceOf(work, intent);
  if (subscription?.status !== "incomplete" || !invoice) return;
  voidInvoice(work, invoice);
  change(work, subscription, { status: "incomplete_expired", ended_at: seconds() });
}

/** The oldest bill of a subscription that is not paid yet. */
export function unpaidInvoice(work: Work, { id }: Stripe.Subscription): Stripe.Invoice | null {
  return invoicesOf(work, id).find(({ status }) => status === "draft" || status === "open") ?? null;
}

/** The payment of a bill, which is finalized first. */
export function paymentFor(work: Work, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const known = work.find("payment_intent", paymentIdOf(invoice));
  return known ?? finalizeInvoice(work, invoice);
}

function end(
  work: Work,
  subscription: Stripe.Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Stripe.Subscription {
  stopCollecting(work, subscription);
  const ended = work.put<Stripe.Subscription>({
    ...findSubscription(work, subscription.id),
    status: "canceled",
    canceled_at: seconds(),
    ended_at: seconds(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
  emit(work, "customer.subscription.deleted", ended);
  return ended;
}

function stopCollecting(work: Work, { id }: Stripe.Subscription): void {
  for (const invoice of invoicesOf(work, id)) {
    if (invoice.status !== "draft" && invoice.status !== "open") continue;
    work.put<Stripe.Invoice>({
      ...invoice,
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
  }
}

function change(
  work: Work,
  { id }: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const changed = work.put<Stripe.Subscription>({ ...findSubscription(work, id), ...changes });
  emit(work, "customer.subscription.updated", changed);
  return changed;
}

/** It has ended, or has not begun. */
export function notRunning({ id, status }: Stripe.Subscription): ApiError {
  return new ApiError(400, `Subscription ${id} has a status of ${status}.`);
}
