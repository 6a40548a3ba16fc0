import { outcomeOf, unlessUnavailable } from "./outcome";
import { settlePayment } from "./settle-payment";
import { compareReturnSecret } from "./store";
import type { PaymentContext, PaymentOutcome } from "./types";

type Asked = { paymentId: string; clientSecret: string };

/** What comes from an address bar is looked up only if it can be a payment's id. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

/**
 * How a payment ended, for the page the provider sends the donor back to (D28, D35). It settles what is true at the
 * provider; a caller without the payment's secret learns nothing, moves nothing, and makes us ask the provider nothing.
 * `mayAsk` says whether it may be asked now. Cents.
 */
export async function paymentOutcome(
  context: PaymentContext,
  asked: Asked,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<PaymentOutcome> {
  return unlessUnavailable(() => lookUp(context, asked, mayAsk));
}

async function lookUp(
  context: PaymentContext,
  { paymentId, clientSecret }: Asked,
  mayAsk: () => Promise<boolean>,
): Promise<PaymentOutcome> {
  if (!PAYMENT_ID.test(paymentId)) return { state: "unknown" };
  const secret = await compareReturnSecret(context.db, paymentId, clientSecret);
  if (secret === null || secret === "other") return { state: "unknown" };
  if (!(await mayAsk())) return { state: "unavailable" };
  // A payment that was begun before its secret was kept: the provider knows it.
  if (secret === "unknown" && !(await isSecretAtProvider(context, { paymentId, clientSecret }))) {
    return { state: "unknown" };
  }
  return outcomeOf(context.db, await settlePayment(context, paymentId));
}

async function isSecretAtProvider(
  { card }: PaymentContext,
  { paymentId, clientSecret }: Asked,
): Promise<boolean> {
  if (!clientSecret.startsWith(`${paymentId}_secret_`)) return false;
  return (await card.findPayment(paymentId))?.clientSecret === clientSecret;
}
