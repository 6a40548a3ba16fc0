import type { PaymentContext } from "@/lib/domain/payments/types";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { insertAuditEntry } from "./audit-store";
import { assertNotOwn } from "./operators";
import { KINDS, paymentRecord } from "./payment-kinds";
import { type AgreementRecord, findAgreement } from "./subscription-store";
import type { Operator, PaymentKind, PaymentRecord } from "./types";

/** The status of a payment or an agreement before and after it was settled. */
export type ProviderCheck = {
  subject: PaymentKind | "subscription";
  id: string;
  /** The state after settling. */
  outcome: string;
  before: Status;
  after: Status;
};

type Status = Pick<PaymentRecord, "refundReason"> & { state: string };

/**
 * Settles a payment or a subscription now, as webhooks, return pages and reconciliation do (D28). A refund due is made.
 * The audit entry is written afterwards, because reconciliation would do the same later by itself.
 * @throws Refusal when there is no such payment, it is the operator's own, or it never reached the provider
 * @throws ProviderUnavailable
 */
export async function askProvider(
  context: PaymentContext,
  operator: Operator,
  reference: string,
): Promise<ProviderCheck> {
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

async function checkNow(
  context: PaymentContext,
  operator: Operator,
  reference: string,
): Promise<ProviderCheck> {
  const agreement = await findAgreement(context.db, reference);
  if (agreement) {
    assertNotOwn(operator, [agreement.personId]);
    return checkAgreement(context, agreement);
  }
  const payment = await paymentRecord(context.db, reference);
  assertNotOwn(operator, [payment.payerId, payment.recipientId]);
  return checkPayment(context, payment);
}

async function checkAgreement(
  context: PaymentContext,
  { id, state }: AgreementRecord,
): Promise<ProviderCheck> {
  const { state: outcome } = await settleSubscription(context, id, { disputes: true });
  const after = await findAgreement(context.db, id);
  return {
    subject: "subscription",
    id,
    outcome,
    before: { state, refundReason: null },
    after: { state: after?.state ?? state, refundReason: null },
  };
}

async function checkPayment(context: PaymentContext, payment: PaymentRecord): Promise<ProviderCheck> {
  const outcome = await KINDS[payment.kind].settle(context, payment);
  const after = await paymentRecord(context.db, payment.id);
  return {
    subject: payment.kind,
    id: payment.id,
    outcome,
    before: { state: payment.state, refundReason: payment.refundReason },
    after: { state: after.state, refundReason: after.refundReason },
  };
}
