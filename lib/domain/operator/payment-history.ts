import type { Db } from "@/db/client";
import {
  findPaymentRecord,
  selectDeeds,
  selectMovements,
  selectNotifications,
  selectProviderEvents,
} from "./payments-store";
import { type PaymentRecord, Refusal, type TimelineEntry } from "./types";

export type PaymentHistory = { payment: PaymentRecord; timeline: TimelineEntry[] };

/**
 * A payment by our id or the provider's, and everything the books know of it in the order it happened. The provider is not asked. It names people
 * by id only: who they are is asked, and noted, by itself. Cents.
 * @throws Refusal when there is none
 */
export async function paymentHistory(db: Db, reference: string): Promise<PaymentHistory> {
  const payment = await paymentRecord(db, reference);
  const parts = await Promise.all([
    selectProviderEvents(db, payment),
    selectDeeds(db, payment),
    selectMovements(db, payment),
    selectNotifications(db, payment),
  ]);
  const timeline = [...milestones(payment), ...parts.flat()];
  return { payment, timeline: timeline.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

/**
 * A payment by our id or the provider's.
 * @throws Refusal when there is none
 */
export async function paymentRecord(db: Db, reference: string): Promise<PaymentRecord> {
  const payment = await findPaymentRecord(db, reference);
  if (!payment) throw new Refusal("No payment has that id, here or at the provider.");
  return payment;
}

/** What the payment's own row tells of its life. */
function milestones(payment: PaymentRecord): TimelineEntry[] {
  const total = payment.amount + payment.serviceFee;
  const entry = (at: Date | null, what: string, note: string | null = null): TimelineEntry[] =>
    at ? [{ at, source: "payment", what, amount: total, personId: payment.payerId, note }] : [];
  return [
    ...entry(payment.createdAt, "started"),
    ...entry(
      payment.settledAt,
      payment.creditedAt ? "paid, credited" : "paid, not credited",
      payment.creditedAt ? null : payment.refundReason,
    ),
    ...entry(payment.refundedAt, "refunded", payment.refundReason),
  ];
}
