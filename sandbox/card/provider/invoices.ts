import type Stripe from "stripe";
import { seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit, record } from "../events";
import { newInvoice, newInvoicePayment } from "./objects/invoice";
import { cancel, createPayment, findPayment } from "./payments";

const DAY = 86_400;

/** Days between a failed payment and its retry. After the last retry it is given up, the provider's default setting. */
const RETRY_DAYS = [3, 5, 7];

/** Creates the invoice for a subscription's current month. `finalizesAt` in seconds. */
export function draftInvoice(
  work: UnitOfWork,
  subscription: Stripe.Subscription,
  wanted: Parameters<typeof newInvoice>[1],
): Stripe.Invoice {
  const invoice = work.put<Stripe.Invoice>(newInvoice(subscription, wanted));
  work.put<Stripe.Subscription>({ ...subscription, latest_invoice: invoice.id });
  emit(work, "invoice.created", invoice);
  return invoice;
}

/** Opens a draft invoice. Returns its new payment. */
export function finalizeInvoice(work: UnitOfWork, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const intent = createPayment(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: null,
    metadata: {},
    customer: typeof invoice.customer === "string" ? invoice.customer : null,
  });
  record(work, "invoice.finalized", {
    ...invoice,
    status: "open",
    automatically_finalizes_at: null,
    effective_at: seconds(),
    status_transitions: { ...invoice.status_transitions, finalized_at: seconds() },
    payments: { ...listOf(invoice), data: [newInvoicePayment(invoice, intent.id)] },
  });
  return intent;
}

/** The invoice that a payment belongs to; null when there is none. */
export function invoiceOf(work: UnitOfWork, intent: string): Stripe.Invoice | null {
  return work.all("invoice").find((invoice) => paymentIdOf(invoice) === intent) ?? null;
}

/** The id of an invoice's payment; empty while it is a draft. */
export function paymentIdOf(invoice: Stripe.Invoice): string {
  const payment = listOf(invoice).data[0]?.payment.payment_intent;
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
  const amount = invoice.amount_due;
  const payments = listOf(invoice);
  const paid = record(work, "invoice.paid", {
    ...invoice,
    status: "paid",
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
    payments: {
      ...payments,
      data: payments.data.map((payment) => ({
        ...payment,
        status: "paid",
        amount_paid: amount,
        status_transitions: { canceled_at: null, paid_at: at },
      })),
    },
  });
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
    attempted: true,
    next_payment_attempt: days === undefined ? null : seconds() + days * DAY,
  });
}

/** The invoice can no longer be paid; its payment is cancelled. */
export function voidInvoice(work: UnitOfWork, invoice: Stripe.Invoice): void {
  const payment = work.find("payment_intent", paymentIdOf(invoice));
  if (payment && payment.status !== "canceled") cancel(work, findPayment(work, payment.id), "void_invoice");
  record(work, "invoice.voided", {
    ...invoice,
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: seconds() },
  });
}

function listOf({ payments, id }: Stripe.Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  return payments ?? { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/payments` };
}
