import type { Db } from "@/db/client";
import { assertNotOwn } from "./operators";
import { paymentRecord } from "./payment-kinds";
import { selectHistory } from "./timeline-store";
import type { OperatorPerson, PaymentRecord, TimelineEntry } from "./types";

/**
 * A payment by our id or the provider's, with everything in the books about it, by time. It does not call the provider.
 * It names people by id only: looking one up is a separate, audited command. For `reader`, a person with the role: what
 * others gave them, perhaps anonymously, they read like everybody else. Cents.
 * @throws Refusal when there is none, or it is the reader's own
 */
export async function paymentHistory(db: Db, reference: string, reader?: OperatorPerson) {
  const payment = await paymentRecord(db, reference);
  if (reader) assertNotOwn(reader, [payment.payerId, payment.recipientId]);
  const [started, ...milestones] = milestonesOf(payment);
  const events = await selectHistory(db, payment);
  const isCause = ({ source }: TimelineEntry) => source === "provider" || source === "operator";
  const effects = events.filter((event) => !isCause(event));
  // At equal times causes come before effects: the sort is stable.
  const timeline = [started, ...events.filter(isCause), ...milestones, ...effects];
  return { payment, timeline: timeline.sort((a, b) => a.at.getTime() - b.at.getTime()) };
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
