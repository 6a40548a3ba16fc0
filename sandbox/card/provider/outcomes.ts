import type Stripe from "stripe";
import { newId } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import type { CardFacts, Refusal } from "../cards";
import { emit, record } from "../events";
import { isBank, type UsedBank, type UsedCard, type UsedMethod } from "../records";
import { bookCharge } from "./balances";
import { newCharge } from "./charges";
import { updateCheckout } from "./checkouts";
import { assertState } from "./payments";
import { updateInvoice } from "./subscriptions";

/** Makes a payment succeed, with a default card when none was used. @throws ApiError in another state */
export function succeed(work: UnitOfWork, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  assertState(intent, "succeed", [
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
  ]);
  const method = methodOf(work, intent) ?? saveCard(work, { brand: "visa", last4: "4242" });
  return settle(work, intent, method, { authenticated: isAuthenticated(work, intent) });
}

/** Whether the card holder confirmed this attempt by 3-D Secure. */
function isAuthenticated(work: UnitOfWork, intent: Stripe.PaymentIntent): boolean {
  return work
    .all("challenge")
    .some(
      ({ payment, paymentMethod, state }) =>
        payment === intent.id && paymentMethod === intent.payment_method && state === "approved",
    );
}

/** Makes a payment fail. @throws ApiError in another state */
export function fail(work: UnitOfWork, intent: Stripe.PaymentIntent, refusal: Refusal): Stripe.PaymentIntent {
  assertState(intent, "fail", ["requires_payment_method", "requires_action", "processing"]);
  const method = methodOf(work, intent) ?? saveCard(work, { brand: "visa", last4: "0002" });
  return isBank(method)
    ? failUncharged(work, intent, BANK_REFUSED)
    : refuse(work, intent, method, refusal).failed;
}

const BANK_ERROR = {
  type: "invalid_request_error",
  message: "The payment was declined by the bank or the customer. Try again, or use another payment method.",
} as const;
export const BANK_REFUSED: PaymentError = { ...BANK_ERROR, code: "payment_method_provider_decline" };
export const PAYER_LEFT: PaymentError = { ...BANK_ERROR, code: "payment_method_customer_decline" };

type PaymentError = NonNullable<Stripe.PaymentIntent["last_payment_error"]>;

/** Nothing was charged on the bank's page; the payment can be tried again. */
export function failUncharged(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  error: PaymentError,
): Stripe.PaymentIntent {
  return record(work, "payment_intent.payment_failed", {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  });
}

/** The bank accepts the payment but does not decide yet. */
export function startProcessing(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  method: UsedMethod,
): Stripe.PaymentIntent {
  const processing = record(work, "payment_intent.processing", {
    ...intent,
    status: "processing",
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  updateInvoice(work, processing);
  updateCheckout(work, processing);
  return processing;
}

type Settling = {
  /** When a subscription's month counts as paid, in seconds; now by default. */
  at?: number;
  authenticated?: boolean;
};

/** Charges the card, or has the bank's payment. */
export function settle(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  method: UsedMethod,
  { at, authenticated = false }: Settling = {},
): Stripe.PaymentIntent {
  const charge = work.put(bookCharge(work, newCharge(intent, method, { paid: true, authenticated })));
  const paid = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  emit(work, "charge.succeeded", charge);
  emit(work, "payment_intent.succeeded", paid);
  updateInvoice(work, paid, at);
  updateCheckout(work, paid);
  return paid;
}

/** The card is declined; the payment can be tried again. */
export function refuse(work: UnitOfWork, intent: Stripe.PaymentIntent, method: UsedMethod, refusal: Refusal) {
  const charge = work.put(newCharge(intent, method, { paid: false }));
  const { code, message, param, declineCode } = refusal;
  const failed = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: {
      type: "card_error",
      code,
      message,
      charge: charge.id,
      ...(param && { param }),
      ...(declineCode && { decline_code: declineCode }),
    },
  });
  emit(work, "charge.failed", charge);
  emit(work, "payment_intent.payment_failed", failed);
  updateInvoice(work, failed);
  updateCheckout(work, failed);
  return { failed, charge };
}

/** Stores a card's brand and last four digits. */
export function saveCard(work: UnitOfWork, { brand, last4, wallet }: CardFacts): UsedCard {
  return work.put<UsedCard>({
    id: newId("pm"),
    object: "payment_method",
    brand,
    last4,
    ...(wallet && { wallet }),
  });
}

export function saveBank(work: UnitOfWork, bank: UsedBank["bank"]): UsedBank {
  return work.put<UsedBank>({ id: newId("pm"), object: "payment_method", bank });
}

function methodOf(work: UnitOfWork, intent: Stripe.PaymentIntent): UsedMethod | null {
  return typeof intent.payment_method === "string"
    ? work.find("payment_method", intent.payment_method)
    : null;
}
