import type { Db } from "@/db/client";
import { settlePurchase } from "@/lib/domain/boosts/settle-purchase";
import { recoverPayment } from "@/lib/domain/donations/recover-payment";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import { findDonation } from "@/lib/domain/donations/store";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { providerOf } from "@/lib/domain/subscriptions/provider-of";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { donationRecords } from "./donation-store";
import type { PaymentRecords } from "./payment-records-store";
import { purchaseRecords } from "./purchase-store";
import { findAgreementOf, subscriptionPaymentRecords } from "./subscription-store";
import { type PaymentKind, type PaymentRecord, Refusal } from "./types";

/** What an operator needs of a kind of payment. */
type Kind = PaymentRecords & {
  /** Whether the configured account of the provider has it: demo payments, and those of another account, are in the books only. */
  isKnown: (context: PaymentContext, payment: PaymentRecord) => Promise<boolean>;
  /** Brings the books to what is true at the provider; answers the state. @throws ProviderUnavailable, Refusal */
  settle: (context: PaymentContext, payment: PaymentRecord) => Promise<string>;
};

/** An operator wants to know all there is. */
const LOOK = { disputes: true };

export const KINDS: Record<PaymentKind, Kind> = {
  donation: { ...donationRecords, isKnown: isPaymentKnown, settle: settleDonation },
  boost_purchase: {
    ...purchaseRecords,
    isKnown: isPaymentKnown,
    settle: async (context, { id }) => (await settlePurchase(context, id, LOOK)).state,
  },
  subscription_payment: {
    ...subscriptionPaymentRecords,
    isKnown: isSubscriptionPaymentKnown,
    settle: settleSubscriptionPayment,
  },
};

/**
 * A payment of any kind, by our id or the provider's.
 * @throws Refusal when there is none
 */
export async function paymentRecord(db: Db, reference: string): Promise<PaymentRecord> {
  for (const { find } of Object.values(KINDS)) {
    const payment = await find(db, reference);
    if (payment) return payment;
  }
  throw new Refusal("No payment has that id, here or at the provider.");
}

/** A donation whose call to open a payment never answered is found at the provider first, as reconciliation does. */
async function settleDonation(context: PaymentContext, payment: PaymentRecord): Promise<string> {
  if (payment.providerId !== null) {
    return (await settlePayment(context, payment.providerId, payment.provider, LOOK)).state;
  }
  const donation = payment.state === "pending" ? await findDonation(context.db, payment.id) : null;
  if (donation?.paymentMethod !== "stripe") throw new Refusal("This payment never reached the provider.");
  const paymentId = await recoverPayment(context, donation);
  return paymentId ? (await settlePayment(context, paymentId)).state : "unknown";
}

async function isPaymentKnown(
  { card, wallet }: PaymentContext,
  { provider, providerId }: PaymentRecord,
): Promise<boolean> {
  if (providerId === null) return false;
  const found = await (provider === "stripe" ? card.findPayment(providerId) : wallet.findOrder(providerId));
  return found !== null;
}

async function isSubscriptionPaymentKnown(
  context: PaymentContext,
  { id, providerId }: PaymentRecord,
): Promise<boolean> {
  const agreement = await findAgreementOf(context.db, id);
  const truth = agreement?.providerId
    ? await providerOf(context, agreement).findSubscription(agreement.providerId)
    : null;
  return truth?.payments.some((payment) => payment.id === providerId) ?? false;
}

/** A payment is settled with all others of its subscription. */
async function settleSubscriptionPayment(context: PaymentContext, { id }: PaymentRecord): Promise<string> {
  const agreement = await findAgreementOf(context.db, id);
  const { state } = await settleSubscription(context, agreement?.id ?? "", LOOK);
  const settled = await subscriptionPaymentRecords.find(context.db, id);
  return settled?.state === "completed" && settled.refundReason !== null ? "refund_due" : state;
}
