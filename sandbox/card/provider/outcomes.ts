import type Stripe from "stripe";
import { newId } from "../../ids";
import type { Work } from "../../state/work";
import type { CardFacts } from "../cards/facts";
import type { Refusal } from "../cards/refusals";
import { emit } from "../events/emit";
import type { UsedCard } from "../kept";
import { followPayment } from "./checkouts";
import { newCharge } from "./objects/charge";
import { assertState } from "./payments";
import { followInvoice } from "./subscriptions";

/** Takes the money, without asking a card for it when none was shown. */
export function succeed(work: Work, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  assertState(intent, "succeed", [
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
  ]);
  return settle(work, intent, cardOf(work, intent) ?? keepCard(work, { brand: "visa", last4: "4242" }));
}

/** Lets a payment that was being processed, or asked for, fail. */
export function fail(work: Work, intent: Stripe.PaymentIntent, refusal: Refusal): Stripe.PaymentIntent {
  assertState(intent, "fail", ["requires_payment_method", "requires_action", "processing"]);
  const card = cardOf(work, intent) ?? keepCard(work, { brand: "visa", last4: "0002" });
  return refuse(work, intent, card, refusal).failed;
}

/** The bank takes its time. */
export function startProcessing(
  work: Work,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
): Stripe.PaymentIntent {
  const processing = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "processing",
    payment_method: card.id,
    last_payment_error: null,
    next_action: null,
  });
  emit(work, "payment_intent.processing", processing);
  followInvoice(work, processing);
  followPayment(work, processing);
  return processing;
}

/** The card is charged; `at` is when, in seconds, where that is not now. */
export function settle(
  work: Work,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
  at?: number,
): Stripe.PaymentIntent {
  const charge = work.put(newCharge(intent, card, null));
  const paid = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: card.id,
    last_payment_error: null,
    next_action: null,
  });
  emit(work, "charge.succeeded", charge);
  emit(work, "payment_intent.succeeded", paid);
  followInvoice(work, paid, at);
  followPayment(work, paid);
  return paid;
}

/** The card is not charged, and the payment waits for another try. */
export function refuse(work: Work, intent: Stripe.PaymentIntent, card: UsedCard, refusal: Refusal) {
  const charge = work.put(newCharge(intent, card, refusal));
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
  followInvoice(work, failed);
  followPayment(work, failed);
  return { failed, charge };
}

/** Keeps what may be kept of a card. */
export function keepCard(work: Work, { brand, last4 }: CardFacts): UsedCard {
  return work.put<UsedCard>({ id: newId("pm"), object: "payment_method", brand, last4 });
}

function cardOf(work: Work, intent: Stripe.PaymentIntent): UsedCard | null {
  return typeof intent.payment_method === "string"
    ? work.find("payment_method", intent.payment_method)
    : null;
}
