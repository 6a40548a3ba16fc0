import type Stripe from "stripe";
import { newId } from "../../ids";
import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import type { Challenge, UsedCard } from "../kept";
import { succeed } from "./outcomes";
import { findPayment } from "./payments";

type Way = { returnUrl: string; challengeUrl: (challengeId: string) => string };

/** Sends the card holder away to say whether it is really them who pays. */
export function askHolder(
  work: Work,
  intent: Stripe.PaymentIntent,
  card: UsedCard,
  { returnUrl, challengeUrl }: Way,
): Stripe.PaymentIntent {
  const challenge = work.put<Challenge>({
    id: newId("tds"),
    object: "challenge",
    payment: intent.id,
    paymentMethod: card.id,
    returnUrl,
    state: "open",
  });
  const asking = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_action",
    payment_method: card.id,
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: challengeUrl(challenge.id), return_url: returnUrl },
    },
  });
  emit(work, "payment_intent.requires_action", asking);
  return asking;
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
  emit(work, "payment_intent.payment_failed", failed);
  return failed;
}
