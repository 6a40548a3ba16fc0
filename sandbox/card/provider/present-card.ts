import type Stripe from "stripe";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { Work } from "../../state/work";
import { factsOf } from "../cards/facts";
import { REFUSALS } from "../cards/refusals";
import { behaviourOf } from "../cards/test-cards";
import { confirmPayment } from "./confirm-payment";

/** Shows a card of this number to a payment: it does what its number says, unless a test ordered otherwise. */
export function presentCard(
  { orders, options }: Sandbox,
  work: Work,
  intent: Stripe.PaymentIntent,
  { number, returnUrl }: { number: string; returnUrl: string },
): Answer {
  const about = { payment: intent.id };
  const process = orders.take("process", about);
  const decline = process ? undefined : orders.take("decline", about);
  return confirmPayment(work, intent, {
    card: factsOf(number),
    behaviour: process ? "process" : decline ? REFUSALS[decline] : behaviourOf(number),
    returnUrl,
    challengeUrl: (challenge) => `${options.publicUrl}/3ds/${challenge}`,
  });
}
