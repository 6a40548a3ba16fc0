import type { Work } from "../../state/work";
import { refused } from "../http/wallet-error";
import { capitals, moment } from "../ids";
import type { WalletPayment, WalletRefund } from "../kept";
import { refundView, saleRefundView } from "../views/payment";
import { disputeOf } from "./disputes";
import { tell } from "./payments";

const REFUND = "POST /v2/payments/captures/:id/refund";

/**
 * Gives part of a payment back, or all that is left of it when no amount is named. Cents.
 * @throws WalletError CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED, PENDING_CAPTURE, REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK
 */
export function refundPayment(work: Work, payment: WalletPayment, amount: number | null): WalletRefund {
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
    id: capitals(17),
    object: "wallet_refund",
    payment: payment.id,
    amount: amount ?? left,
    created: moment(),
  });
  const refunded = payment.refunded + refund.amount;
  const status = refunded === payment.amount ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const changed = work.put<WalletPayment>({ ...payment, refunded, status });
  const view = "subscription" in payment.of ? saleRefundView : refundView;
  tell(work, changed, "REFUNDED", view(refund, changed));
  return refund;
}
