import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { ApiError, found } from "../http/api-error";
import { type Checkout, partOf } from "../records";
import { assertChargeable, cancel, createPayment, findPayment } from "./payments";
import { beginSubscription, expireSubscription, subscriptionPaidBy } from "./subscriptions";

type NewCheckout = Pick<Checkout, "item" | "payment" | "monthly"> & {
  /** Cents. */
  amount: number;
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  /** The address of the page with this id. */
  urlOf: (id: string) => string;
};

/** How long a page stays open, in seconds: the provider's 24 hours. */
const LIFETIME = 86_400;

/** Opens a hosted page. @throws ApiError amount_too_small, amount_too_large */
export function openCheckout(work: UnitOfWork, { item, payment, monthly, ...wanted }: NewCheckout): Checkout {
  assertChargeable(wanted);
  const { amount, currency, successUrl, cancelUrl, locale, metadata, urlOf } = wanted;
  const id = newId("cs_test", 58);
  const session = partOf<Stripe.Checkout.Session>({
    id,
    object: "checkout.session",
    amount_total: amount,
    cancel_url: cancelUrl,
    created: seconds(),
    currency,
    customer: null,
    expires_at: seconds() + LIFETIME,
    locale,
    metadata,
    mode: monthly ? "subscription" : "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    success_url: successUrl,
    url: urlOf(id),
  });
  return work.put<Checkout>({ id, object: "checkout", session, item, payment, ...(monthly && { monthly }) });
}

/** A hosted page by its id; one past its lifetime is expired first. @throws ApiError resource_missing */
export function findCheckout(work: UnitOfWork, id: string): Checkout {
  const checkout = found(work.find("checkout", id), "checkout.session", id, "session");
  const { status, expires_at } = checkout.session;
  return status === "open" && expires_at <= seconds() ? expire(work, checkout) : checkout;
}

/** Closes an unpaid page. @throws ApiError when it is not open */
export function expire(work: UnitOfWork, checkout: Checkout): Checkout {
  const { status } = checkout.session;
  const payment = paymentIdOn(checkout);
  if (status !== "open") {
    throw new ApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  if (payment !== null && checkout.monthly) expireSubscription(work, payment);
  else if (payment !== null) cancel(work, findPayment(work, payment));
  return change(work, checkout, { status: "expired", url: null }, "checkout.session.expired");
}

/** The payment of an open page, created when the payer first tries to pay. */
export function paymentOn(work: UnitOfWork, checkout: Checkout): Stripe.PaymentIntent {
  const { amount_total: amount, currency } = checkout.session;
  const known = paymentIdOn(checkout);
  if (known !== null) return findPayment(work, known);
  const price = { amount: amount ?? 0, currency: currency ?? "" };
  const { monthly } = checkout;
  if (monthly) {
    const first = beginSubscription(work, { ...price, metadata: monthly.metadata });
    work.put<Checkout>({ ...checkout, monthly: { ...monthly, payment: first.id } });
    return first;
  }
  const intent = createPayment(work, { ...price, metadata: checkout.payment });
  work.put<Checkout>({ ...checkout, session: { ...checkout.session, payment_intent: intent.id } });
  return intent;
}

/** The page that a payment belongs to; null when there is none. */
export function checkoutOf(work: UnitOfWork, payment: string): Checkout | null {
  return work.all("checkout").find((checkout) => paymentIdOn(checkout) === payment) ?? null;
}

/** The payment that was tried on a page. A session in `subscription` mode does not contain it. */
export function paymentIdOn({ session, monthly }: Checkout): string | null {
  if (monthly) return monthly.payment;
  return typeof session.payment_intent === "string" ? session.payment_intent : null;
}

/** Updates the page of a payment: it completes when the payment succeeds or is processing. */
export function updateCheckout(work: UnitOfWork, intent: Stripe.PaymentIntent): void {
  const checkout = checkoutOf(work, intent.id);
  if (!checkout) return;
  const payment_status = intent.status === "succeeded" ? "paid" : "unpaid";
  const { status, payment_status: before } = checkout.session;
  if (status === "open" && ["succeeded", "processing"].includes(intent.status)) {
    const completed = {
      status: "complete",
      payment_status,
      url: null,
      ...subscriptionFields(work, intent),
    } as const;
    change(work, checkout, completed, "checkout.session.completed");
  } else if (status === "complete" && before === "unpaid") {
    const outcome = payment_status === "paid" ? "succeeded" : "failed";
    change(work, checkout, { payment_status }, `checkout.session.async_payment_${outcome}`);
  }
}

/** The fields that a session gets with its subscription. */
function subscriptionFields(
  work: UnitOfWork,
  { id }: Stripe.PaymentIntent,
): Partial<Stripe.Checkout.Session> {
  const subscription = subscriptionPaidBy(work, id);
  if (!subscription) return {};
  return { subscription: subscription.id, customer: subscription.customer };
}

type CheckoutEvent = Extract<Stripe.Event["type"], `checkout.session.${string}`>;

function change(
  work: UnitOfWork,
  checkout: Checkout,
  changes: Partial<Stripe.Checkout.Session>,
  event: CheckoutEvent,
): Checkout {
  const session = { ...checkout.session, ...changes };
  const changed = work.put<Checkout>({ ...checkout, session });
  emit(work, event, session);
  return changed;
}
