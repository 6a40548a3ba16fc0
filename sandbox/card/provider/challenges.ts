import type Stripe from "stripe";
import { newId } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import type { Challenge, UsedCard } from "../records";
import { succeed } from "./outcomes";
import { findPayment } from "./payments";

type Urls = { returnUrl: string; challengeUrl: (challengeId: string) => string };

/** Sends the card holder to the 3-D Secure page. */
export function requestAuthentication(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
  { returnUrl, challengeUrl }: Urls,
): Stripe.PaymentIntent {
  const challenge = work.put<Challenge>({
    id: newId("tds"),
    object: "challenge",
    payment: intent.id,
    paymentMethod: card.id,
    returnUrl,
    state: "open",
  });
  const waiting = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_action",
    payment_method: card.id,
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: challengeUrl(challenge.id), return_url: returnUrl },
    },
  });
  emit(work, "payment_intent.requires_action", waiting);
  return waiting;
}

/** Applies the card holder's answer. Only the first one counts, and only while the payment waits for it. */
export function answerChallenge(
  work: UnitOfWork,
  challenge: Challenge,
  approved: boolean,
): Stripe.PaymentIntent {
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
  emit(work, "payment_intent.payment_failed", failed);
  return failed;
}
