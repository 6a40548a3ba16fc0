import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit, record } from "../events";
import { partOf } from "../records";
import { cancel, createPayment, findPayment } from "./payments";

const DAY = 86_400;

/** Days between a failed payment and its retry. After the last retry it is given up, the provider's default setting. */
const RETRY_DAYS = [3, 5, 7];

/** Creates the invoice for a subscription's current month. `finalizesAt`: when it is by itself, in seconds. */
export function draftInvoice(
  work: UnitOfWork,
  subscription: Stripe.Subscription,
  { reason, finalizesAt }: { reason: "subscription_create" | "subscription_cycle"; finalizesAt: number },
): Stripe.Invoice {
  const { id, customer, currency, metadata, items } = subscription;
  const invoice = partOf<Stripe.Invoice>({
    id: newId("in"),
    object: "invoice",
    amount_due: items.data[0]?.price.unit_amount ?? 0,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason: reason,
    created: seconds(),
    currency,
    customer,
    next_payment_attempt: finalizesAt,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: id },
      type: "subscription_details",
    },
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  });
  work.put<Stripe.Subscription>({ ...subscription, latest_invoice: invoice.id });
  return record(work, "invoice.created", invoice);
}

/** Opens a draft invoice. Returns its new payment. */
export function finalizeInvoice(work: UnitOfWork, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const intent = createPayment(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    metadata: {},
    customer: String(invoice.customer),
  });
  const payment = partOf<Stripe.InvoicePayment>({
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
  });
  record(work, "invoice.finalized", withPayments({ ...invoice, status: "open" }, [payment]));
  return intent;
}

/** The invoice that a payment belongs to; null when there is none. */
export function invoiceOf(work: UnitOfWork, intent: string): Stripe.Invoice | null {
  return work.all("invoice").find((invoice) => paymentIdOf(invoice) === intent) ?? null;
}

/** The id of an invoice's payment; empty while it is a draft. */
export function paymentIdOf(invoice: Stripe.Invoice): string {
  const payment = invoice.payments?.data[0]?.payment.payment_intent;
  return typeof payment === "string" ? payment : "";
}

/** A subscription's invoices, oldest first. */
export function invoicesOf(work: UnitOfWork, subscription: string): Stripe.Invoice[] {
  return work.all("invoice").filter((invoice) => subscriptionIdOf(invoice) === subscription);
}

export function subscriptionIdOf({ parent }: Stripe.Invoice): string {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : "";
}

/** Its payment succeeded. `at` in seconds. */
export function markPaid(work: UnitOfWork, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  const amount_paid = invoice.amount_due;
  const changed: Stripe.Invoice = {
    ...invoice,
    status: "paid",
    amount_paid,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  };
  const payments = (invoice.payments?.data ?? []).map((each) => ({ ...each, status: "paid", amount_paid }));
  const paid = record(work, "invoice.paid", withPayments(changed, payments));
  emit(work, "invoice.payment_succeeded", paid);
  return paid;
}

/** Its payment was refused. `next_payment_attempt` is the time of the retry; null when there is none. */
export function markRefused(work: UnitOfWork, invoice: Stripe.Invoice): Stripe.Invoice {
  const days =
    invoice.billing_reason === "subscription_cycle" ? RETRY_DAYS[invoice.attempt_count] : undefined;
  return record(work, "invoice.payment_failed", {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: days === undefined ? null : seconds() + days * DAY,
  });
}

/** The invoice can no longer be paid; its payment is cancelled. */
export function voidInvoice(work: UnitOfWork, invoice: Stripe.Invoice): void {
  const payment = work.find("payment_intent", paymentIdOf(invoice));
  if (payment && payment.status !== "canceled") cancel(work, findPayment(work, payment.id));
  record(work, "invoice.voided", {
    ...invoice,
    status: "void",
    next_payment_attempt: null,
  });
}

function withPayments(invoice: Stripe.Invoice, data: Stripe.InvoicePayment[]): Stripe.Invoice {
  return { ...invoice, payments: { object: "list", data, has_more: false, url: "/v1/invoice_payments" } };
}
