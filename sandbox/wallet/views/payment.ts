import { link } from "../api";
import { randomId, timestamp } from "../ids";
import { money, value } from "../money";
import type { WalletPayment, WalletRefund } from "../records";

/** A payment in version 2 of the API. */
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
    links: [link("self", self), link("refund", `${self}/refund`, "POST")],
  };
}

const saleAmount = (amount: number, currency: string) => ({ total: value(amount), currency });

const SALE_STATES = {
  COMPLETED: "completed",
  PENDING: "pending",
  DECLINED: "denied",
  PARTIALLY_REFUNDED: "partially_refunded",
  REFUNDED: "refunded",
} as const satisfies Record<WalletPayment["status"], string>;

/** A subscription's payment in version 1 of the API, which its events use. */
export function saleView(payment: WalletPayment) {
  return {
    id: payment.id,
    state: SALE_STATES[payment.status],
    amount: saleAmount(payment.amount, payment.currency),
    parent_payment: `PAYID-${payment.id}`,
    ...("subscription" in payment.of && { billing_agreement_id: payment.of.subscription }),
    create_time: payment.created,
    links: [link("self", `/v1/payments/sale/${payment.id}`)],
  };
}

/** A subscription's payment in the list of its transactions. */
export function transactionView(payment: WalletPayment) {
  return {
    id: payment.id,
    status: payment.status,
    amount_with_breakdown: {
      gross_amount: money(payment.amount, payment.currency),
    },
    time: payment.created,
  };
}

/** A refund in version 2 of the API. */
export function refundView(
  { id, amount, created }: Pick<WalletRefund, "id" | "amount" | "created">,
  { id: payment, currency }: WalletPayment,
) {
  return {
    id,
    status: "COMPLETED",
    amount: money(amount, currency),
    create_time: created,
    links: [link("self", `/v2/payments/refunds/${id}`), link("up", `/v2/payments/captures/${payment}`)],
  };
}

/** A refund in version 1 of the API, for a subscription's payment. */
export function saleRefundView({ id, amount, created }: WalletRefund, payment: WalletPayment) {
  return {
    id,
    sale_id: payment.id,
    state: "completed",
    amount: saleAmount(amount, payment.currency),
    create_time: created,
    links: [link("sale", `/v1/payments/sale/${payment.id}`)],
  };
}

/**
 * The resource of a reversal's event, with an id of its own. For an order it links to the payment; for a subscription
 * the provider names neither the payment nor the subscription.
 */
export function reversalView(payment: WalletPayment) {
  const reversal = { id: randomId(17), amount: payment.amount, created: timestamp() };
  if ("order" in payment.of) return refundView(reversal, payment);
  return {
    id: reversal.id,
    state: "completed",
    amount: { ...saleAmount(payment.amount, payment.currency), total: `-${value(payment.amount)}` },
    create_time: reversal.created,
    links: [link("self", `/v1/payments/refund/${reversal.id}`)],
  };
}
