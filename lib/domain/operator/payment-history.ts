import type { Db } from "@/db/client";
import { paymentRecord } from "./payment-kinds";
import {
  selectBoostEntries,
  selectDeeds,
  selectMovements,
  selectNotifications,
  selectProviderEvents,
} from "./timeline-store";
import type { PaymentRecord, TimelineEntry } from "./types";

export type PaymentHistory = { payment: PaymentRecord; timeline: TimelineEntry[] };

/**
 * A payment by our id or the provider's, and everything the books know of it in the order it happened. The provider is not asked. It names people
 * by id only: who they are is asked, and noted, by itself. Cents.
 * @throws Refusal when there is none
 */
export async function paymentHistory(db: Db, reference: string): Promise<PaymentHistory> {
  const payment = await paymentRecord(db, reference);
  const [causes, effects] = await Promise.all([
    Promise.all([selectProviderEvents(db, payment), selectDeeds(db, payment)]),
    Promise.all([
      selectMovements(db, payment),
      selectBoostEntries(db, payment),
      selectNotifications(db, payment),
    ]),
  ]);
  const [started, ...milestones] = milestonesOf(payment);
  // Where moments are the same, causes come before effects: the sort keeps this order.
  const timeline = [started, causes, milestones, effects].flat(2);
  return { payment, timeline: timeline.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

/** What the payment's own row tells of its life. */
function milestonesOf(payment: PaymentRecord): [TimelineEntry, ...TimelineEntry[]] {
  const { createdAt, settledAt, creditedAt, refundedAt, refundReason } = payment;
  const about = {
    source: "payment",
    amount: payment.amount + payment.serviceFee,
    personId: payment.payerId,
  } as const;
  const paid = creditedAt
    ? { what: "paid, credited", note: null }
    : { what: "paid, not credited", note: refundReason };
  return [
    { ...about, at: createdAt, what: "started", note: null },
    ...(settledAt ? [{ ...about, at: settledAt, ...paid }] : []),
    ...(refundedAt ? [{ ...about, at: refundedAt, what: "refunded", note: refundReason }] : []),
  ];
}
