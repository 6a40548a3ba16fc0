import type Stripe from "stripe";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import type { Behaviour, CardFacts } from "../cards";
import { behaviourOf, factsOf, REFUSALS } from "../cards";
import { cardError } from "../http/api-error";
import type { BankMethod, PhoneWallet } from "../records";
import { requestAuthentication } from "./challenges";
import { openDispute } from "./disputes";
import { refuse, saveBank, saveCard, settle, startProcessing } from "./outcomes";
import { assertState } from "./payments";

type Presented = {
  card: CardFacts;
  behaviour: Behaviour | "process";
  returnUrl: string;
  challengeUrl: (challengeId: string) => string;
};

/** Pays an open payment by card, refuses it, or asks the card holder first. */
function confirmPayment(work: UnitOfWork, intent: Stripe.PaymentIntent, presented: Presented): Answer {
  const { behaviour } = presented;
  assertState(intent, "confirm", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const card = saveCard(work, presented.card);
  if (behaviour === "process") return { status: 200, body: startProcessing(work, intent, card) };
  if (behaviour === "challenge") {
    return { status: 200, body: requestAuthentication(work, intent, card, presented) };
  }
  if (typeof behaviour === "object") {
    const { failed, charge } = refuse(work, intent, card, behaviour.refusal);
    return { status: 402, body: cardError(behaviour.refusal, { charge: charge.id, payment_intent: failed }) };
  }
  const paid = settle(work, intent, card);
  if (behaviour === "dispute") openDispute(work, paid);
  return { status: 200, body: paid };
}

/** Sends the payer to the page of a bank method; nothing is decided before. */
export function redirectToBank(
  { options }: Sandbox,
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { bank, returnUrl }: { bank: BankMethod; returnUrl: string },
): Answer {
  assertState(intent, "confirm", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const challengeUrl = (challenge: string) => `${options.publicUrl}/bank/${challenge}`;
  const body = requestAuthentication(work, intent, saveBank(work, bank), { returnUrl, challengeUrl });
  return { status: 200, body };
}

/** Confirms a payment with a card. The card's number decides the outcome, unless a test requested another. */
export function presentCard(
  { faults, options }: Sandbox,
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { number, returnUrl, wallet }: { number: string; returnUrl: string; wallet?: PhoneWallet | undefined },
): Answer {
  const scope = { payment: intent.id };
  const process = faults.take("process", scope);
  const decline = process ? undefined : faults.take("decline", scope);
  return confirmPayment(work, intent, {
    card: { ...factsOf(number), ...(wallet && { wallet }) },
    behaviour: process ? "process" : decline ? REFUSALS[decline] : behaviourOf(number),
    returnUrl,
    challengeUrl: (challenge) => `${options.publicUrl}/3ds/${challenge}`,
  });
}
