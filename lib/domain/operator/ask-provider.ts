import type { PaymentContext } from "@/lib/domain/payments/types";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { insertAuditEntry } from "./audit-store";
import { KINDS, paymentRecord } from "./payment-kinds";
import { findAgreement } from "./subscription-store";
import type { AgreementRecord, Operator, PaymentKind, PaymentRecord } from "./types";

/** How a payment, or an agreement to pay, stood before and after the provider was asked. */
export type Asked = {
  subject: PaymentKind | "subscription";
  id: string;
  /** What the provider's answer came to. */
  outcome: string;
  before: Standing;
  after: Standing;
};

type Standing = Pick<PaymentRecord, "refundReason"> & { state: string };

/**
 * Asks the provider about a payment or a subscription now and brings the books to what is true of it, as webhooks, return pages and reconciliation
 * do (D28). A refund that is due is given. The audit notes it afterwards: nothing happens here that would not happen by itself later.
 * @throws Refusal when there is no such payment, or the provider never heard of it
 * @throws ProviderUnavailable
 */
export async function askProvider(
  context: PaymentContext,
  operator: Operator,
  reference: string,
): Promise<Asked> {
  const agreement = await findAgreement(context.db, reference);
  const asked = agreement ? await askAbout(context, agreement) : await askAboutPayment(context, reference);
  const { subject, id, before, after, outcome } = asked;
  await insertAuditEntry(context.db, operator, {
    action: "ask_provider",
    subject,
    subjectId: id,
    before,
    after: { ...after, outcome },
  });
  return asked;
}

async function askAbout(context: PaymentContext, { id, state }: AgreementRecord): Promise<Asked> {
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

async function askAboutPayment(context: PaymentContext, reference: string): Promise<Asked> {
  const payment = await paymentRecord(context.db, reference);
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
