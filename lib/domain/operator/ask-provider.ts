import { recoverPayment } from "@/lib/domain/donations/recover-payment";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import { findDonation } from "@/lib/domain/donations/store";
import type { PaymentContext, Settlement } from "@/lib/domain/donations/types";
import { insertAuditEntry } from "./audit-store";
import { paymentRecord } from "./payment-history";
import { type Operator, type PaymentRecord, Refusal } from "./types";

export type Asked = { outcome: Settlement["state"]; before: PaymentRecord; after: PaymentRecord };

/**
 * Asks the provider about a payment now and brings the books to what is true of it, as a webhook, the return page and reconciliation do (D28). A
 * refund that is due is given. The audit notes it afterwards: nothing happens here that would not happen by itself later.
 * @throws Refusal when there is no such payment, or the provider never heard of it
 * @throws ProviderUnavailable
 */
export async function askProvider(
  context: PaymentContext,
  operator: Operator,
  reference: string,
): Promise<Asked> {
  const before = await paymentRecord(context.db, reference);
  const { state: outcome } = await settlePayment(context, await providerIdOf(context, before));
  const after = await paymentRecord(context.db, before.id);
  await insertAuditEntry(context.db, operator, {
    action: "ask_provider",
    subject: before.kind,
    subjectId: before.id,
    before: standing(before),
    after: { ...standing(after), outcome },
  });
  return { outcome, before, after };
}

/** The columns that an action on a payment is about. */
export function standing({ state, refundReason }: PaymentRecord): Record<string, unknown> {
  return { state, refundReason };
}

async function providerIdOf(context: PaymentContext, payment: PaymentRecord): Promise<string> {
  if (payment.providerId !== null) return payment.providerId;
  const donation = payment.state === "pending" ? await findDonation(context.db, payment.id) : null;
  if (!donation) throw new Refusal("This payment never reached the provider.");
  return recoverPayment(context, donation);
}
