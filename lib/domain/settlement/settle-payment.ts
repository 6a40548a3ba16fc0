import { settle } from "@/lib/domain/payments/settle";
import type { PayableRow, PaymentContext, Settlement, SettleOptions } from "@/lib/domain/payments/types";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import type { SubscriptionSettlement } from "@/lib/domain/subscriptions/types";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { gatewayOf } from "@/lib/providers/gateway";
import { namedIn } from "./compare-payments";
import { findSubject } from "./event-store";
import { type Purpose, payableOf } from "./payables";

type Unknown = { state: "unknown" };

/**
 * Settles what a payment was made for, by the provider's id of the payment. Our row says what that is. Only if no row
 * has the id yet, because the event came before the answer with the id, it reads the payment at the provider and finds
 * the row by our ids in the metadata.
 * @throws ProviderUnavailable
 */
export async function settlePayment(
  context: PaymentContext,
  provider: PaymentProvider,
  paymentId: string,
  options: SettleOptions = {},
): Promise<Settlement<PayableRow> | SubscriptionSettlement | Unknown> {
  const { db } = context;
  const subject = await findSubject(db, provider, paymentId);
  if (subject?.purpose === "subscription") return settleSubscription(context, subject.id, options);
  if (subject) return settlePayable(context, { purpose: subject.purpose, id: subject.id }, options);
  const found = await gatewayOf(context, provider).findPayment(paymentId);
  const named = found && namedIn(found.metadata);
  if (!named) return { state: "unknown" };
  const payable = payableOf(named.purpose);
  const row = await payable.find(db, named.id);
  if (row?.paymentMethod !== provider) return { state: "unknown" };
  if (!(await payable.attachPayment(db, row, paymentId))) return { state: "unknown" };
  return settle(context, payable, { ...row, paymentId }, { ...options, found });
}

/** Settles a payable by its own id. @throws ProviderUnavailable */
export async function settlePayable(
  context: PaymentContext,
  { purpose, id }: { purpose: Purpose; id: string },
  options: SettleOptions = {},
): Promise<Settlement<PayableRow> | Unknown> {
  const payable = payableOf(purpose);
  const row = await payable.find(context.db, id);
  return row ? settle(context, payable, row, options) : { state: "unknown" };
}
