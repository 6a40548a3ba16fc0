import type { Db } from "@/db/client";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { KINDS, paymentRecord } from "./payment-kinds";
import { type Operator, type PaymentRecord, Refusal } from "./types";

type Order = { reference: string; reason: string };

export type Refunded = {
  payment: PaymentRecord;
  /** Why the provider has not given it yet: it is due, and reconciliation asks again. Null once it is given. */
  pending: string | null;
};

/**
 * Gives everything back that was paid, a fee included (D27). First the provider is asked what is true, so that nothing is ordered that cannot be
 * done; then the row says that a refund is due, together with the audit; then the same settlement that gives back what could not be credited calls
 * the provider with the row's own key and books it. Whatever fails after the order, reconciliation finishes.
 * @throws Refusal unless the payment is completed
 * @throws ProviderUnavailable when it could not be asked; then nothing is ordered
 */
export async function refundPayment(
  context: PaymentContext,
  operator: Operator,
  { reference, reason }: Order,
): Promise<Refunded> {
  const payment = await paymentRecord(context.db, reference);
  await assertRefundable(context, payment);
  await context.db.transaction(async (tx) => {
    const checkAt = new Date(now().getTime() + REFUND_AFTER);
    if (!(await KINDS[payment.kind].orderRefund(tx, payment.id, checkAt))) throw await refusalOf(tx, payment);
    await insertAuditEntry(tx, operator, {
      action: "refund",
      subject: payment.kind,
      subjectId: payment.id,
      before: { state: "completed", refundReason: null },
      after: { state: "completed", refundReason: "requested" },
      reason,
    });
  });
  const pending = await giveBack(context, payment);
  return { payment: await paymentRecord(context.db, payment.id), pending };
}

/** Brings the books up to date first: what was refunded at the provider by hand, or lost in a dispute, is not refunded here. */
async function assertRefundable(context: PaymentContext, payment: PaymentRecord): Promise<void> {
  if (!isKept(payment)) throw await refusalOf(context.db, payment);
  if (!(await KINDS[payment.kind].isKnown(context, payment))) {
    throw new Refusal("The provider does not know this payment: it may be another account's.");
  }
  await KINDS[payment.kind].settle(context, payment);
  if (!isKept(await paymentRecord(context.db, payment.id))) throw await refusalOf(context.db, payment);
}

/** Whether a payment was taken and is not going back. */
function isKept({ state, refundReason }: PaymentRecord): boolean {
  return state === "completed" && refundReason === null;
}

/** Why a payment cannot be refunded, by how it stands now. */
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

/** Whatever fails here, the order stands. */
async function giveBack(context: PaymentContext, payment: PaymentRecord): Promise<string | null> {
  try {
    const outcome = await KINDS[payment.kind].settle(context, payment);
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
