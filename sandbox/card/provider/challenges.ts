import type Stripe from "stripe";
import { newId } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { record } from "../events";
import { type Challenge, isBank, type UsedMethod } from "../records";
import { schedule } from "./agenda";
import { BANK_REFUSED, failUncharged, PAYER_LEFT, startProcessing, succeed } from "./outcomes";
import { findPayment } from "./payments";

type Urls = { returnUrl: string; challengeUrl: (challengeId: string) => string };

/** Sends the payer to a page of their bank. */
export function requestAuthentication(
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  method: UsedMethod,
  { returnUrl, challengeUrl }: Urls,
): Stripe.PaymentIntent {
  const challenge = work.put<Challenge>({
    id: newId("tds"),
    object: "challenge",
    payment: intent.id,
    paymentMethod: method.id,
    returnUrl,
    state: "open",
  });
  return record(work, "payment_intent.requires_action", {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: challengeUrl(challenge.id), return_url: returnUrl },
    },
  });
}

/** What a payer answers on a page of their bank: `later` and `leave` on that of a bank method only. */
export const ANSWERS = ["approve", "fail", "later", "leave"] as const;
export type ChallengeAnswer = (typeof ANSWERS)[number];

/** Bank days until a bank that answers later pays. */
const ANSWERS_AFTER = 3;

/** Applies the payer's answer. Only the first one counts, and only while the payment waits for it. */
export function answerChallenge(
  work: UnitOfWork,
  challenge: Challenge,
  answer: ChallengeAnswer,
): Stripe.PaymentIntent {
  const intent = findPayment(work, challenge.payment);
  const method = work.find("payment_method", challenge.paymentMethod);
  const waiting =
    challenge.state === "open" &&
    intent.status === "requires_action" &&
    intent.payment_method === challenge.paymentMethod;
  if (!waiting || !method) return intent;
  const pays = answer === "approve" || answer === "later";
  work.put<Challenge>({ ...challenge, state: pays ? "approved" : "failed" });
  if (answer === "approve") return succeed(work, intent);
  if (!isBank(method)) return failUncharged(work, intent, NOT_AUTHENTICATED);
  if (answer !== "later") return failUncharged(work, intent, answer === "fail" ? BANK_REFUSED : PAYER_LEFT);
  schedule(work, { what: "bank_answered", about: intent.id, bankDays: ANSWERS_AFTER });
  return startProcessing(work, intent, method);
}

const NOT_AUTHENTICATED = {
  code: "payment_intent_authentication_failure",
  message: "The provided payment method has failed authentication. You can provide a new payment method.",
  type: "card_error",
} as const;
