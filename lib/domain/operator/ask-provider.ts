import type { PaymentContext } from "@/lib/domain/donations/types";
import { insertAuditEntry } from "./audit-store";
import { KINDS, paymentRecord } from "./payment-kinds";
import type { Operator, PaymentRecord } from "./types";

export type Asked = { outcome: string; before: PaymentRecord; after: PaymentRecord };

/**
 * Asks the provider about a payment now and brings the books to what is true of it, as webhooks, return pages and reconciliation do (D28). A refund
 * that is due is given. The audit notes it afterwards: nothing happens here that would not happen by itself later.
 * @throws Refusal when there is no such payment, or the provider never heard of it
 * @throws ProviderUnavailable
 */
export async function askProvider(
  context: PaymentContext,
  operator: Operator,
  reference: string,
): Promise<Asked> {
  const before = await paymentRecord(context.db, reference);
  const outcome = await KINDS[before.kind].settle(context, before);
  const after = await paymentRecord(context.db, before.id);
  await insertAuditEntry(context.db, operator, {
    action: "ask_provider",
    subject: before.kind,
    subjectId: before.id,
    before: { state: before.state, refundReason: before.refundReason },
    after: { state: after.state, refundReason: after.refundReason, outcome },
  });
  return { outcome, before, after };
}
