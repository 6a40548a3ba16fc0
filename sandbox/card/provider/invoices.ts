import type Stripe from "stripe";
import { seconds } from "../../ids";
import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { newInvoice, newInvoicePayment } from "./objects/invoice";
import { cancel, createPayment, findPayment } from "./payments";

const DAY = 86_400;

/**
 * How many days after a payment that failed it is tried again; after the last of them it is given up, as the
 * provider's settings have it.
 */
const RETRIED_AFTER = [3, 5, 7];

/** Bills the month that a subscription is in. `finalizesAt` in seconds. */
export function draftInvoice(
  work: Work,
  subscription: Stripe.Subscription,
  wanted: Parameters<typeof newInvoice>[1],
): Stripe.Invoice {
  const invoice = work.put<Stripe.Invoice>(newInvoice(subscription, wanted));
  work.put<Stripe.Subscription>({ ...subscription, latest_invoice: invoice.id });
  emit(work, "invoice.created", invoice);
  return invoice;
}

/** A draft becomes a bill that can be paid. Answers the payment that is to be made for it. */
export function finalizeInvoice(work: Work, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const intent = createPayment(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: null,
    metadata: {},
    customer: typeof invoice.customer === "string" ? invoice.customer : null,
  });
  const finalized = work.put<Stripe.Invoice>({
    ...invoice,
    status: "open",
    automatically_finalizes_at: null,
    effective_at: seconds(),
    status_transitions: { ...invoice.status_transitions, finalized_at: seconds() },
    payments: { ...listOf(invoice), data: [newInvoicePayment(invoice, intent.id)] },
  });
  emit(work, "invoice.finalized", finalized);
  return intent;
}

/** The bill that a payment is made for; null when there is none. */
export function invoiceOf(work: Work, intent: string): Stripe.Invoice | null {
  return work.all("invoice").find((invoice) => paymentIdOf(invoice) === intent) ?? null;
}

/** The payment that an invoice is paid by; empty while it is a draft. */
export function paymentIdOf(invoice: Stripe.Invoice): string {
  const payment = listOf(invoice).data[0]?.payment.payment_intent;
  return typeof payment === "string" ? payment : "";
}

/** A subscription's invoices, oldest first. */
export function invoicesOf(work: Work, subscription: string): Stripe.Invoice[] {
  return work.all("invoice").filter((invoice) => subscriptionIdOf(invoice) === subscription);
}

export function subscriptionIdOf({ parent }: Stripe.Invoice): string {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : "";
}

/** Its payment was made; `at` is when, in seconds. */
export function markPaid(work: Work, invoice: Stripe.Invoice, at: number): Stripe.Invoice {
  const amount = invoice.amount_due;
  const payments = listOf(invoice);
  const paid = work.put<Stripe.Invoice>({
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
  emit(work, "invoice.paid", paid);
  emit(work, "invoice.payment_succeeded", paid);
  return paid;
}

/** Its payment was refused. `next_payment_attempt` says when it is tried again, null that it is not. */
export function markRefused(work: Work, invoice: Stripe.Invoice): Stripe.Invoice {
  const days =
    invoice.billing_reason === "subscription_cycle" ? RETRIED_AFTER[invoice.attempt_count] : undefined;
  const refused = work.put<Stripe.Invoice>({
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: days === undefined ? null : seconds() + days * DAY,
  });
  emit(work, "invoice.payment_failed", refused);
  return refused;
}

/** Nobody has to pay it any more, and nobody can. */
export function voidInvoice(work: Work, invoice: Stripe.Invoice): void {
  const payment = work.find("payment_intent", paymentIdOf(invoice));
  if (payment && payment.status !== "canceled") cancel(work, findPayment(work, payment.id), "void_invoice");
  const voided = work.put<Stripe.Invoice>({
    ...invoice,
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: seconds() },
  });
  emit(work, "invoice.voided", voided);
}

function listOf({ payments, id }: Stripe.Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  return payments ?? { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/payments` };
}
