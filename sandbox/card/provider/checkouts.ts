import type Stripe from "stripe";
import { seconds } from "../../ids";
import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { ApiError, missing } from "../http/api-error";
import type { Checkout } from "../kept";
import { type NewSession, newSession } from "./objects/checkout-session";
import { assertChargeable, cancel, createPayment, findPayment } from "./payments";

type NewCheckout = NewSession & Pick<Checkout, "item" | "payment">;

/** Opens a hosted page. @throws ApiError amount_too_small, amount_too_large */
export function openCheckout(work: Work, { item, payment, ...wanted }: NewCheckout): Checkout {
  assertChargeable(wanted);
  const session = newSession(wanted);
  return work.put<Checkout>({ id: session.id, object: "checkout", session, item, payment });
}

/** A hosted page as it stands now: one that is past its time has expired. */
export function findCheckout(work: Work, id: string): Checkout {
  const checkout = work.find("checkout", id);
  if (!checkout) throw missing("checkout.session", id, "session");
  const { status, expires_at } = checkout.session;
  return status === "open" && expires_at <= seconds() ? expire(work, checkout) : checkout;
}

/** Closes a page that nobody paid on. @throws ApiError when it is open no more */
export function expire(work: Work, checkout: Checkout): Checkout {
  const { status, payment_intent: payment } = checkout.session;
  if (status !== "open") {
    throw new ApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  if (typeof payment === "string") cancel(work, findPayment(work, payment), "abandoned");
  return change(work, checkout, { status: "expired", url: null }, "checkout.session.expired");
}

/** The payment of an open page, made when the payer first tries to pay. */
export function paymentOn(work: Work, checkout: Checkout): Stripe.PaymentIntent {
  const { payment_intent: known, amount_total: amount, currency } = checkout.session;
  if (typeof known === "string") return findPayment(work, known);
  const intent = createPayment(work, { ...checkout.payment, amount: amount ?? 0, currency: currency ?? "" });
  work.put<Checkout>({ ...checkout, session: { ...checkout.session, payment_intent: intent.id } });
  return intent;
}

/** The page that a payment is made on; null when it has none. */
export function checkoutOf(work: Work, payment: string): Checkout | null {
  return work.all("checkout").find(({ session }) => session.payment_intent === payment) ?? null;
}

/** Ends the page of a payment that was paid, or is on its way. */
export function followPayment(work: Work, intent: Stripe.PaymentIntent): void {
  const checkout = checkoutOf(work, intent.id);
  if (!checkout) return;
  const payment_status = intent.status === "succeeded" ? "paid" : "unpaid";
  const { status, payment_status: before } = checkout.session;
  if (status === "open" && ["succeeded", "processing"].includes(intent.status)) {
    const completed = { status: "complete", payment_status, url: null } as const;
    change(work, checkout, completed, "checkout.session.completed");
  } else if (status === "complete" && before === "unpaid") {
    const outcome = payment_status === "paid" ? "succeeded" : "failed";
    change(work, checkout, { payment_status }, `checkout.session.async_payment_${outcome}`);
  }
}

type CheckoutEvent = Extract<Stripe.Event["type"], `checkout.session.${string}`>;

function change(
  work: Work,
  checkout: Checkout,
  changes: Partial<Stripe.Checkout.Session>,
  event: CheckoutEvent,
): Checkout {
  const session = { ...checkout.session, ...changes };
  const changed = work.put<Checkout>({ ...checkout, session });
  emit(work, event, session);
  return changed;
}
