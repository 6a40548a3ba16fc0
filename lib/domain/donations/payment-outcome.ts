import { ProviderUnavailable } from "@/lib/providers/payment";
import { settlePayment } from "./settle-payment";
import { findDonationByPayment, findDonationSubject } from "./store";
import type { PaymentContext, PaymentOutcome, Settlement } from "./types";

type Asked = { paymentId: string; clientSecret: string };

/** What comes from an address bar is looked up only if it can be a payment's id. */
const PAYMENT_ID = /^[\w-]{1,255}$/;

const SHOWN: Record<
  Exclude<Settlement["state"], "unknown">,
  "succeeded" | "processing" | "failed" | "refunded"
> = {
  credited: "succeeded",
  processing: "processing",
  open: "failed",
  failed: "failed",
  refund_due: "refunded",
  refunded: "refunded",
};

/**
 * How a payment ended, for the page the provider sends the donor back to (D28, D35). It settles what is true at the provider; whoever does not
 * hold the payment's secret learns nothing and moves nothing. Cents.
 */
export async function paymentOutcome(context: PaymentContext, asked: Asked): Promise<PaymentOutcome> {
  return lookUp(context, asked).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return { state: "unavailable" } as const;
    throw error;
  });
}

async function lookUp(context: PaymentContext, asked: Asked): Promise<PaymentOutcome> {
  if (!PAYMENT_ID.test(asked.paymentId)) return { state: "unknown" };
  const known = await findDonationByPayment(context.db, asked.paymentId);
  if (!known || !asked.clientSecret.startsWith(`${asked.paymentId}_secret_`)) return { state: "unknown" };
  const truth = await context.card.findPayment(asked.paymentId);
  if (truth?.clientSecret !== asked.clientSecret) return { state: "unknown" };
  const settlement = await settlePayment(context, asked.paymentId);
  const subject = await findDonationSubject(context.db, known.id);
  if (settlement.state === "unknown" || !subject) return { state: "unknown" };
  const { amount, serviceFee, requestId } = settlement.donation;
  return {
    state: SHOWN[settlement.state],
    breakdown: { donationAmount: amount, serviceFee, totalAmount: amount + serviceFee },
    requestId,
    item: subject.item,
    recipientName: subject.recipientName,
  };
}
