import type Stripe from "stripe";
import type { Behaviour, CardFacts, Refusal } from "../cards";
import { ApiError, cardError, missing } from "../http/api-error";
import { newId, seconds } from "../ids";
import type { Answer, Challenge, UsedCard, Work } from "../state/store";
import { openDispute } from "./disputes";
import { newCharge, newIntent } from "./objects";

/** The provider's bounds of one charge, in cents. */
const SMALLEST = 50;
const LARGEST = 99_999_999;

/** @throws ApiError amount_too_small, amount_too_large */
export function createPayment(work: Work, wanted: Parameters<typeof newIntent>[0]): Stripe.PaymentIntent {
  if (wanted.amount < SMALLEST) {
    throw new ApiError(400, `Amount must be at least ${SMALLEST} ${wanted.currency} cents`, {
      code: "amount_too_small",
      param: "amount",
    });
  }
  if (wanted.amount > LARGEST) {
    throw new ApiError(400, `Amount must be no more than ${LARGEST} cents`, {
      code: "amount_too_large",
      param: "amount",
    });
  }
  const intent = work.put(newIntent(wanted));
  work.emit("payment_intent.created", intent);
  return intent;
}

export function findPayment(work: Work, id: string): Stripe.PaymentIntent {
  const intent = work.find("payment_intent", id);
  if (!intent) throw missing("payment_intent", id, "intent");
  return intent;
}

type Presented = {
  card: CardFacts;
  behaviour: Behaviour | "process";
  returnUrl: string;
  challengeUrl: (challengeId: string) => string;
};

/** What a card does to an open payment: pays it, is refused, or asks its holder first. */
export function confirmPayment(work: Work, intent: Stripe.PaymentIntent, presented: Presented): Answer {
  const { behaviour, returnUrl } = presented;
  assertState(intent, "confirm", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const card = keepCard(work, presented.card);
  if (behaviour === "process") return { status: 200, body: startProcessing(work, intent, card) };
  if (behaviour === "challenge") {
    const challenge = work.put<Challenge>({
      id: newId("tds"),
      object: "challenge",
      payment: intent.id,
      paymentMethod: card.id,
      returnUrl,
      state: "open",
    });
    const url = presented.challengeUrl(challenge.id);
    const asking = work.put<Stripe.PaymentIntent>({
      ...intent,
      status: "requires_action",
      payment_method: card.id,
      last_payment_error: null,
      next_action: { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } },
    });
    work.emit("payment_intent.requires_action", asking);
    return { status: 200, body: asking };
  }
  if (typeof behaviour === "object") {
    const { failed, charge } = refuse(work, intent, card, behaviour.refusal);
    return { status: 402, body: cardError(behaviour.refusal, { charge: charge.id, payment_intent: failed }) };
  }
  const paid = settle(work, intent, card);
  if (behaviour === "dispute") openDispute(work, paid);
  return { status: 200, body: paid };
}

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

export function cancel(
  work: Work,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  assertState(intent, "cancel", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const cancelled = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "canceled",
    canceled_at: seconds(),
    cancellation_reason: reason,
    next_action: null,
  });
  work.emit("payment_intent.canceled", cancelled);
  return cancelled;
}

/** The card holder's answer to a challenge; only the first one counts, and only while the payment still waits for it. */
export function answerChallenge(work: Work, challenge: Challenge, approved: boolean): Stripe.PaymentIntent {
  const intent = findPayment(work, challenge.payment);
  const waiting =
    challenge.state === "open" &&
    intent.status === "requires_action" &&
    intent.payment_method === challenge.paymentMethod;
  if (!waiting) return intent;
  work.put<Challenge>({ ...challenge, state: approved ? "approved" : "failed" });
  if (approved) return succeed(work, intent);
  const failed = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      code: "payment_intent_authentication_failure",
      message: "The provided payment method has failed authentication. You can provide a new payment method.",
      type: "card_error",
    },
  });
  work.emit("payment_intent.payment_failed", failed);
  return failed;
}

function startProcessing(work: Work, intent: Stripe.PaymentIntent, card: UsedCard): Stripe.PaymentIntent {
  const processing = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "processing",
    payment_method: card.id,
    last_payment_error: null,
    next_action: null,
  });
  work.emit("payment_intent.processing", processing);
  return processing;
}

function settle(work: Work, intent: Stripe.PaymentIntent, card: UsedCard): Stripe.PaymentIntent {
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
  work.emit("charge.succeeded", charge);
  work.emit("payment_intent.succeeded", paid);
  return paid;
}

function refuse(work: Work, intent: Stripe.PaymentIntent, card: UsedCard, refusal: Refusal) {
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
  work.emit("charge.failed", charge);
  work.emit("payment_intent.payment_failed", failed);
  return { failed, charge };
}

function keepCard(work: Work, { brand, last4 }: CardFacts): UsedCard {
  return work.put<UsedCard>({ id: newId("pm"), object: "payment_method", brand, last4 });
}

function cardOf(work: Work, intent: Stripe.PaymentIntent): UsedCard | null {
  return typeof intent.payment_method === "string"
    ? work.find("payment_method", intent.payment_method)
    : null;
}

function assertState(intent: Stripe.PaymentIntent, verb: string, allowed: string[]): void {
  if (allowed.includes(intent.status)) return;
  throw new ApiError(
    400,
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    {
      code: "payment_intent_unexpected_state",
      payment_intent: intent,
    },
  );
}
