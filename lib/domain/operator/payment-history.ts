import type { Db } from "@/db/client";
import { assertNotOwn } from "./operators";
import { paymentRecord } from "./payment-kinds";
import { CAUSES, EFFECTS } from "./timeline-store";
import type { OperatorPerson, PaymentRecord, TimelineEntry } from "./types";

export type PaymentHistory = { payment: PaymentRecord; timeline: TimelineEntry[] };

/**
 * A payment by our id or the provider's, with everything in the books about it, by time. It does not call the provider.
 * It names people by id only: looking one up is a separate, audited command. Cents.
 * @throws Refusal when there is none
 */
export async function paymentHistory(db: Db, reference: string): Promise<PaymentHistory> {
  const payment = await paymentRecord(db, reference);
  const read = (parts: typeof CAUSES) => Promise.all(parts.map((part) => part(db, payment)));
  const [causes, effects] = await Promise.all([read(CAUSES), read(EFFECTS)]);
  const [started, ...milestones] = milestonesOf(payment);
  // At equal times causes come before effects: the sort is stable.
  const timeline = [started, causes, milestones, effects].flat(2);
  return { payment, timeline: timeline.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

/**
 * The same for a person with the role: what others gave them, perhaps anonymously, they read like everybody else.
 * @throws Refusal when there is none, or it is the operator's own
 */
export async function openPayment(
  db: Db,
  operator: OperatorPerson,
  reference: string,
): Promise<PaymentHistory> {
  const { payerId, recipientId } = await paymentRecord(db, reference);
  assertNotOwn(operator, [payerId, recipientId]);
  return paymentHistory(db, reference);
}

/** The entries that the payment's own row contains. */
function milestonesOf(payment: PaymentRecord): [TimelineEntry, ...TimelineEntry[]] {
  const { createdAt, settledAt, creditedAt, refundedAt, refundReason } = payment;
  const common = {
    source: "payment",
    amount: payment.amount + payment.serviceFee,
    personId: payment.payerId,
  } as const;
  const paid = creditedAt
    ? { what: "paid, credited", note: null }
    : { what: "paid, not credited", note: refundReason };
  return [
    { ...common, at: createdAt, what: "started", note: null },
    ...(settledAt ? [{ ...common, at: settledAt, ...paid }] : []),
    ...(refundedAt ? [{ ...common, at: refundedAt, what: "refunded", note: refundReason }] : []),
  ];
}
