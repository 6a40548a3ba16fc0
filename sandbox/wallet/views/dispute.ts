import { link } from "../api";
import { money } from "../money";
import type { WalletDispute, WalletPayment } from "../records";

/** A dispute in the API's format. */
export function disputeView(dispute: WalletDispute, { currency }: WalletPayment) {
  const { id, payment, amount, outcome, created } = dispute;
  return {
    dispute_id: id,
    create_time: created,
    disputed_transactions: [{ seller_transaction_id: payment }],
    reason: "UNAUTHORISED",
    status: outcome === null ? "WAITING_FOR_SELLER_RESPONSE" : "RESOLVED",
    dispute_amount: money(amount, currency),
    ...(outcome !== null && {
      dispute_outcome: {
        outcome_code: outcome,
        ...(outcome === "RESOLVED_BUYER_FAVOUR" && { amount_refunded: money(amount, currency) }),
      },
    }),
    links: [link("self", `/v1/customer/disputes/${id}`)],
  };
}
