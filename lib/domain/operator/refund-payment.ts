import type { Db } from "@/db/client";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { insertAuditEntry } from "./audit-store";
import { isPaymentKnown, paymentRecord, settlePayment } from "./payment-kinds";
import { markRefundDue } from "./payments-store";
import type { Order } from "./schema";
import { type Operator, type PaymentRecord, Refusal } from "./types";

export type RefundResult = {
  payment: PaymentRecord;
  /** Why the provider has not made the refund yet: it is due, and reconciliation tries again. Null once it is made. */
  pending: string | null;
};

/**
 * Refunds everything that was paid, the service fee included (D27). It settles the payment first, so that an impossible
 * refund is refused. Then it stores the refund due and the audit entry in one transaction. Then it settles again, which
 * makes the refund with the row's own key. If the provider does not answer, reconciliation makes it.
 * @throws Refusal unless the payment is completed
 */
export async function refundPayment(
  context: PaymentContext,
  operator: Operator,
  { reference, reason, isAsked = false }: Order<"refund">,
): Promise<RefundResult> {
  const payment = await paymentRecord(context.db, reference);
  await assertRefundable(context, payment);
  const refundReason: RefundReason = isAsked ? "payer_asked" : "requested";
  await context.db.transaction(async (tx) => {
    const due = { reason: refundReason, checkAt: new Date(now().getTime() + REFUND_AFTER) };
    if (!(await markRefundDue(tx, payment, due))) throw await refusalOf(tx, payment);
    await insertAuditEntry(tx, operator, {
      action: "refund",
      subject: payment.kind,
      subjectId: payment.id,
      before: { state: "completed", refundReason: null },
      after: { state: "completed", refundReason },
      reason,
    });
  });
  const pending = await refundNow(context, payment);
  return { payment: await paymentRecord(context.db, payment.id), pending };
}

/**
 * Settles first: what was refunded by hand at the provider, or lost in a dispute, is not refunded again. During an
 * outage that is left to reconciliation, which settles before it refunds.
 */
async function assertRefundable(context: PaymentContext, payment: PaymentRecord): Promise<void> {
  if (!isRefundable(payment)) throw await refusalOf(context.db, payment);
  try {
    if (!(await isPaymentKnown(context, payment))) {
      throw new Refusal("The provider does not know this payment: it may be another account's.");
    }
    await settlePayment(context, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
  if (!isRefundable(await paymentRecord(context.db, payment.id))) throw await refusalOf(context.db, payment);
}

function isRefundable({ state, refundReason }: PaymentRecord): boolean {
  return state === "completed" && refundReason === null;
}

/** Why a payment cannot be refunded, from its current state. */
async function refusalOf(db: Db, { id }: PaymentRecord): Promise<Refusal> {
  const { state, refundReason, refundRefusal } = await paymentRecord(db, id);
  if (refundRefusal !== null) return new Refusal(`A refund is due, and ${refusedText(refundRefusal)}.`);
  if (state === "completed" && refundReason !== null) {
    return new Refusal(`A refund is already due (${refundReason}): ask about the payment to give it now.`);
  }
  return new Refusal(`Only a completed payment can be refunded; this one is ${state}.`);
}

function refusedText(code: string): string {
  return `the provider will never give it (${code}): give the money back in another way`;
}

/**
 * Makes the refund of a payment that is marked as due. Returns why it is due still, which a provider's error is too;
 * null once it is made.
 */
export async function refundNow(
  context: PaymentContext,
  payment: Pick<PaymentRecord, "kind" | "id">,
): Promise<string | null> {
  try {
    const outcome = await settlePayment(context, payment);
    const { state, refundRefusal } = await paymentRecord(context.db, payment.id);
    if (state === "refunded") return null;
    if (refundRefusal !== null) return refusedText(refundRefusal);
    return outcome === "refund_due"
      ? "a dispute holds the money"
      : `the provider's answer comes to "${outcome}"`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
