import type { WalletPayment, WalletRefund } from "../kept";
import { money, value } from "../money";

/** A payment as the second version of the API shows it. */
export function captureView(payment: WalletPayment) {
  const self = `/v2/payments/captures/${payment.id}`;
  const order = "order" in payment.of ? payment.of.order : null;
  return {
    id: payment.id,
    status: payment.status,
    amount: money(payment.amount, payment.currency),
    final_capture: true,
    ...(payment.customId !== null && { custom_id: payment.customId }),
    ...(order !== null && { supplementary_data: { related_ids: { order_id: order } } }),
    create_time: payment.created,
    links: [
      { rel: "self", method: "GET", href: self },
      { rel: "refund", method: "POST", href: `${self}/refund` },
    ],
  };
}

/** A subscription's payment as the first version of the API, and its events, show it. */
export function saleView(payment: WalletPayment) {
  const self = `/v1/payments/sale/${payment.id}`;
  return {
    id: payment.id,
    state: payment.status.toLowerCase(),
    amount: { total: value(payment.amount), currency: payment.currency },
    ...("subscription" in payment.of && { billing_agreement_id: payment.of.subscription }),
    ...(payment.customId !== null && { custom: payment.customId }),
    create_time: payment.created,
    links: [
      { rel: "self", method: "GET", href: self },
      { rel: "refund", method: "POST", href: `${self}/refund` },
    ],
  };
}

/** A subscription's payment in the list of its transactions. */
export function transactionView(payment: WalletPayment) {
  return {
    id: payment.id,
    status: payment.status,
    amount_with_breakdown: { gross_amount: money(payment.amount, payment.currency) },
    time: payment.created,
  };
}

/** Money given back, as the second version of the API shows it. */
export function refundView({ id, amount, created }: WalletRefund, { id: payment, currency }: WalletPayment) {
  return {
    id,
    status: "COMPLETED",
    amount: money(amount, currency),
    create_time: created,
    links: [
      { rel: "self", method: "GET", href: `/v2/payments/refunds/${id}` },
      { rel: "up", method: "GET", href: `/v2/payments/captures/${payment}` },
    ],
  };
}

/** The same as the events of a subscription's payments show it. */
export function saleRefundView({ id, amount, created }: WalletRefund, payment: WalletPayment) {
  return {
    id,
    sale_id: payment.id,
    state: "completed",
    amount: { total: value(amount), currency: payment.currency },
    create_time: created,
    links: [{ rel: "sale", method: "GET", href: `/v1/payments/sale/${payment.id}` }],
  };
}
