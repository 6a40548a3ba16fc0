import { outcomeOf, unlessUnavailable } from "./outcome-of";
import { settlePayment } from "./settle-payment";
import { findDonationByPayment } from "./store";
import type { PaymentContext, PaymentOutcome } from "./types";

type Asked = { paymentId: string; clientSecret: string };

/** What comes from an address bar is looked up only if it can be a payment's id. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

/**
 * How a payment ended, for the page the provider sends the donor back to (D28, D35). It settles what is true at the provider; whoever does not
 * hold the payment's secret learns nothing and moves nothing. Cents.
 */
export async function paymentOutcome(context: PaymentContext, asked: Asked): Promise<PaymentOutcome> {
  return unlessUnavailable(() => lookUp(context, asked));
}

async function lookUp(context: PaymentContext, { paymentId, clientSecret }: Asked): Promise<PaymentOutcome> {
  if (!PAYMENT_ID.test(paymentId)) return { state: "unknown" };
  const known = await findDonationByPayment(context.db, "stripe", paymentId);
  if (!known || !clientSecret.startsWith(`${paymentId}_secret_`)) return { state: "unknown" };
  const truth = await context.card.findPayment(paymentId);
  if (truth?.clientSecret !== clientSecret) return { state: "unknown" };
  return outcomeOf(context.db, await settlePayment(context, paymentId));
}
