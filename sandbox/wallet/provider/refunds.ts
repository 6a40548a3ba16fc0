import type { UnitOfWork } from "../../state/unit-of-work";
import { refused } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletPayment, WalletRefund } from "../records";
import { refundView, saleRefundView } from "../views/payment";
import { disputeOf } from "./disputes";
import { emitPayment } from "./payments";

const REFUND = "POST /v2/payments/captures/:id/refund";

/**
 * Refunds part of a payment, or the rest of it when `amount` (in cents) is null.
 * @throws WalletError PENDING_CAPTURE, REFUND_NOT_ALLOWED, CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED,
 *   REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK
 */
export function refundPayment(work: UnitOfWork, payment: WalletPayment, amount: number | null): WalletRefund {
  const left = payment.amount - payment.refunded;
  if (payment.status === "PENDING") throw refused(REFUND, "PENDING_CAPTURE");
  if (payment.status === "DECLINED") throw refused(REFUND, "REFUND_NOT_ALLOWED");
  if (left === 0) throw refused(REFUND, "CAPTURE_FULLY_REFUNDED");
  if (amount !== null && amount > left) throw refused(REFUND, "REFUND_AMOUNT_EXCEEDED");
  const dispute = disputeOf(work, payment);
  if (dispute && dispute.outcome !== "RESOLVED_SELLER_FAVOUR") {
    throw refused(REFUND, "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  }
  const refund = work.put<WalletRefund>({
    id: randomId(17),
    object: "wallet_refund",
    payment: payment.id,
    amount: amount ?? left,
    created: timestamp(),
  });
  const refunded = payment.refunded + refund.amount;
  const status = refunded === payment.amount ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const changed = work.put<WalletPayment>({ ...payment, refunded, status });
  const view = "subscription" in payment.of ? saleRefundView : refundView;
  emitPayment(work, changed, "REFUNDED", view(refund, changed));
  return refund;
}
