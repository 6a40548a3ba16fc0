import type { PaymentContext } from "@/lib/domain/payments/types";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { insertAuditEntry } from "./audit-store";
import { assertNotOwn } from "./operators";
import { paymentRecord, settlePayment } from "./payment-kinds";
import { findAgreement } from "./subscription-store";
import type { Operator, PaymentRecord } from "./types";

type Status = Pick<PaymentRecord, "refundReason"> & { state: string };

/**
 * Settles a payment or a subscription now, as webhooks, return pages and reconciliation do (D28). A refund due is made.
 * The audit entry is written afterwards, because reconciliation would do the same later by itself.
 * @throws Refusal when there is no such payment, it is the operator's own, or it never reached the provider
 * @throws ProviderUnavailable
 */
export async function askProvider(context: PaymentContext, operator: Operator, reference: string) {
  const check = await checkNow(context, operator, reference);
  const { subject, id, before, after, outcome } = check;
  await insertAuditEntry(context.db, operator, {
    action: "ask_provider",
    subject,
    subjectId: id,
    before,
    after: { ...after, outcome },
  });
  return check;
}

/** What is asked about, its status before and after it was settled, and the state after settling. */
async function checkNow(context: PaymentContext, operator: Operator, reference: string) {
  const agreement = await findAgreement(context.db, reference);
  if (agreement) {
    const { id, personId, state: before } = agreement;
    assertNotOwn(operator, [personId]);
    const { state: outcome } = await settleSubscription(context, id, { disputes: true });
    const after = (await findAgreement(context.db, id))?.state ?? before;
    return {
      subject: "subscription" as const,
      id,
      outcome,
      before: statusOf(before),
      after: statusOf(after),
    };
  }
  const payment = await paymentRecord(context.db, reference);
  const { kind: subject, id, payerId, recipientId } = payment;
  assertNotOwn(operator, [payerId, recipientId]);
  const before = statusOf(payment.state, payment.refundReason);
  const outcome = await settlePayment(context, payment);
  const { state, refundReason } = await paymentRecord(context.db, id);
  return { subject, id, outcome, before, after: statusOf(state, refundReason) };
}

function statusOf(state: string, refundReason: Status["refundReason"] = null): Status {
  return { state, refundReason };
}
