import type Stripe from "stripe";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import { behaviourOf, factsOf, REFUSALS } from "../cards";
import { cardError } from "../http/api-error";
import type { BankMethod, PhoneWallet } from "../records";
import { requestAuthentication } from "./challenges";
import { openDispute } from "./disputes";
import { refuse, saveBank, saveCard, settle, startProcessing } from "./outcomes";
import { assertState } from "./payments";

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Sends the payer to the page of a bank method; nothing is decided before. */
export function redirectToBank(
  { options }: Sandbox,
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { bank, returnUrl }: { bank: BankMethod; returnUrl: string },
): Answer {
  assertState(intent, "confirm", OPEN);
  const challengeUrl = (challenge: string) => `${options.publicUrl}/bank/${challenge}`;
  const body = requestAuthentication(work, intent, saveBank(work, bank), { returnUrl, challengeUrl });
  return { status: 200, body };
}

/**
 * Pays an open payment by card, refuses it, or asks the card holder first. The card's number decides, unless a test
 * requested another outcome.
 */
export function presentCard(
  { faults, options }: Sandbox,
  work: UnitOfWork,
  intent: Stripe.PaymentIntent,
  { number, returnUrl, wallet }: { number: string; returnUrl: string; wallet?: PhoneWallet | undefined },
): Answer {
  assertState(intent, "confirm", OPEN);
  const scope = { payment: intent.id };
  const card = saveCard(work, { ...factsOf(number), ...(wallet && { wallet }) });
  if (faults.take("process", scope)) return { status: 200, body: startProcessing(work, intent, card) };
  const decline = faults.take("decline", scope);
  const behaviour = decline ? REFUSALS[decline] : behaviourOf(number);
  if (behaviour === "challenge") {
    const challengeUrl = (challenge: string) => `${options.publicUrl}/3ds/${challenge}`;
    return { status: 200, body: requestAuthentication(work, intent, card, { returnUrl, challengeUrl }) };
  }
  if (typeof behaviour === "object") {
    const { failed, charge } = refuse(work, intent, card, behaviour.refusal);
    return { status: 402, body: cardError(behaviour.refusal, { charge: charge.id, payment_intent: failed }) };
  }
  const paid = settle(work, intent, card);
  if (behaviour === "dispute") openDispute(work, paid);
  return { status: 200, body: paid };
}
