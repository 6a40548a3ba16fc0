import type { Db } from "@/db/client";
import { findPayment as findAtProvider, settle, withRecoveredPayment } from "@/lib/domain/payments/settle";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { type Purpose, payableOf } from "@/lib/domain/settlement/payables";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { gatewayOf } from "@/lib/providers/gateway";
import { findPayment } from "./payments-store";
import { findAgreementOf } from "./subscription-store";
import { type PaymentRecord, Refusal } from "./types";

const ALL = { disputes: true };

/** A payment of any kind, by our id or the provider's. @throws Refusal when there is none */
export async function paymentRecord(db: Db, reference: string): Promise<PaymentRecord> {
  const payment = await findPayment(db, reference);
  if (!payment) throw new Refusal("No payment has that id, here or at the provider.", "unknown");
  return payment;
}

/**
 * Settles a payment and returns its state; a month together with all others of its subscription.
 * @throws ProviderUnavailable, Refusal
 */
export async function settlePayment(
  context: PaymentContext,
  { kind, id }: Pick<PaymentRecord, "kind" | "id">,
): Promise<string> {
  if (kind !== "subscription_payment") return settlePayable(context, kind, id);
  const agreement = await findAgreementOf(context.db, id);
  const { state } = await settleSubscription(context, agreement?.id ?? "", ALL);
  const settled = await findPayment(context.db, id);
  return settled?.state === "completed" && settled.refundReason !== null ? "refund_due" : state;
}

/** If the answer to our call to open the payment was lost, the payment is recovered first, as in reconciliation. */
async function settlePayable(context: PaymentContext, purpose: Purpose, id: string): Promise<string> {
  const payable = payableOf(purpose);
  const found = await payable.find(context.db, id);
  const row = found && (await withRecoveredPayment(context, payable, found));
  if (!row || (row.paymentId === null && row.pageId === null)) {
    throw new Refusal("This payment never reached the provider.");
  }
  const payment = await findAtProvider(context, row);
  return payment ? (await settle(context, payable, row, { ...ALL, found: payment })).state : "unknown";
}

/**
 * Whether the configured account of the provider has a payment. Demo payments, and those of another account, do not
 * exist there.
 */
export async function isPaymentKnown(
  context: PaymentContext,
  { kind, id, provider, providerId }: PaymentRecord,
): Promise<boolean> {
  if (kind !== "subscription_payment")
    return providerId !== null && (await gatewayOf(context, provider).findPayment(providerId)) !== null;
  const agreement = await findAgreementOf(context.db, id);
  const subscription = agreement?.providerId
    ? await gatewayOf(context, agreement.paymentMethod).findSubscription(agreement.providerId)
    : null;
  return subscription?.payments.some((payment) => payment.id === providerId) ?? false;
}
