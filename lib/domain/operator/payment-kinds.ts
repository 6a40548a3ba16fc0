import type { Db } from "@/db/client";
import { findPayment, settle, withRecoveredPayment } from "@/lib/domain/payments/settle";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { type Purpose, payableOf } from "@/lib/domain/settlement/payables";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { gatewayOf } from "@/lib/providers/gateway";
import { donationRecords, type PaymentRecords, purchaseRecords } from "./payment-records-store";
import { findAgreementOf, subscriptionPaymentRecords } from "./subscription-store";
import { type PaymentKind, type PaymentRecord, Refusal } from "./types";

/** What operator commands need of a kind of payment. */
type Kind = PaymentRecords & {
  /**
   * Whether the configured account of the provider has it. Demo payments, and those of another account, do not exist
   * there.
   */
  isKnown: (context: PaymentContext, payment: PaymentRecord) => Promise<boolean>;
  /** Settles the payment and returns its state. @throws ProviderUnavailable, Refusal */
  settle: (context: PaymentContext, payment: Pick<PaymentRecord, "id">) => Promise<string>;
};

const ALL = { disputes: true };

export const KINDS: Record<PaymentKind, Kind> = {
  donation: { ...donationRecords, isKnown: isPaymentKnown, settle: settlePayable("donation") },
  boost_purchase: { ...purchaseRecords, isKnown: isPaymentKnown, settle: settlePayable("boost_purchase") },
  subscription_payment: {
    ...subscriptionPaymentRecords,
    isKnown: isSubscriptionPaymentKnown,
    settle: settleSubscriptionPayment,
  },
};

/** A payment of any kind, by our id or the provider's. @throws Refusal when there is none */
export async function paymentRecord(db: Db, reference: string): Promise<PaymentRecord> {
  for (const { find } of Object.values(KINDS)) {
    const payment = await find(db, reference);
    if (payment) return payment;
  }
  throw new Refusal("No payment has that id, here or at the provider.", "unknown");
}

/** If the answer to our call to open the payment was lost, the payment is recovered first, as in reconciliation. */
function settlePayable(purpose: Purpose): Kind["settle"] {
  return async (context, { id }) => {
    const payable = payableOf(purpose);
    const found = await payable.find(context.db, id);
    const row = found && (await withRecoveredPayment(context, payable, found));
    if (!row || (row.paymentId === null && row.pageId === null)) {
      throw new Refusal("This payment never reached the provider.");
    }
    const payment = await findPayment(context, row);
    return payment ? (await settle(context, payable, row, { ...ALL, found: payment })).state : "unknown";
  };
}

async function isPaymentKnown(
  context: PaymentContext,
  { provider, providerId }: PaymentRecord,
): Promise<boolean> {
  return providerId !== null && (await gatewayOf(context, provider).findPayment(providerId)) !== null;
}

async function isSubscriptionPaymentKnown(
  context: PaymentContext,
  { id, providerId }: PaymentRecord,
): Promise<boolean> {
  const agreement = await findAgreementOf(context.db, id);
  const subscription = agreement?.providerId
    ? await gatewayOf(context, agreement.paymentMethod).findSubscription(agreement.providerId)
    : null;
  return subscription?.payments.some((payment) => payment.id === providerId) ?? false;
}

/** Settles a payment together with all others of its subscription. */
async function settleSubscriptionPayment(
  context: PaymentContext,
  { id }: Pick<PaymentRecord, "id">,
): Promise<string> {
  const agreement = await findAgreementOf(context.db, id);
  const { state } = await settleSubscription(context, agreement?.id ?? "", ALL);
  const settled = await subscriptionPaymentRecords.find(context.db, id);
  return settled?.state === "completed" && settled.refundReason !== null ? "refund_due" : state;
}
