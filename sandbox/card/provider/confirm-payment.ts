import type Stripe from "stripe";
import type { Answer } from "../../state/store";
import type { Work } from "../../state/work";
import type { CardFacts } from "../cards/facts";
import type { Behaviour } from "../cards/test-cards";
import { cardError } from "../http/api-error";
import { askHolder } from "./challenges";
import { openDispute } from "./disputes";
import { keepCard, refuse, settle, startProcessing } from "./outcomes";
import { assertState } from "./payments";

type Presented = {
  card: CardFacts;
  behaviour: Behaviour | "process";
  returnUrl: string;
  challengeUrl: (challengeId: string) => string;
};

/** What a card does to an open payment: pays it, is refused, or asks its holder first. */
export function confirmPayment(work: Work, intent: Stripe.PaymentIntent, presented: Presented): Answer {
  const { behaviour } = presented;
  assertState(intent, "confirm", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const card = keepCard(work, presented.card);
  if (behaviour === "process") return { status: 200, body: startProcessing(work, intent, card) };
  if (behaviour === "challenge") {
    return { status: 200, body: askHolder(work, intent, card, presented) };
  }
  if (typeof behaviour === "object") {
    const { failed, charge } = refuse(work, intent, card, behaviour.refusal);
    return { status: 402, body: cardError(behaviour.refusal, { charge: charge.id, payment_intent: failed }) };
  }
  const paid = settle(work, intent, card);
  if (behaviour === "dispute") openDispute(work, paid);
  return { status: 200, body: paid };
}
