import { link } from "../api";
import { value } from "../money";
import type { WalletPayout } from "../records";

const money = (amount: number, currency: string) => ({ currency, value: value(amount) });
export const linkTo = (id: string) => link("self", `/v1/payments/payouts/${id}`);

/** The answer to a new payout: nothing is decided yet. */
export function createdView(payout: WalletPayout) {
  return {
    batch_header: {
      payout_batch_id: payout.id,
      batch_status: payout.batchStatus,
      sender_batch_header: { sender_batch_id: payout.senderBatchId },
    },
    links: [linkTo(payout.id)],
  };
}

/** A batch with its only item. */
export function batchView(payout: WalletPayout) {
  const { id, batchStatus, senderBatchId, amount, currency, created, processed } = payout;
  return {
    total_items: 1,
    total_pages: 1,
    batch_header: {
      payout_batch_id: id,
      batch_status: batchStatus,
      time_created: created,
      ...(processed !== null && { time_completed: processed }),
      sender_batch_header: { sender_batch_id: senderBatchId },
      funding_source: "BALANCE",
      amount: money(amount, currency),
      fees: money(0, currency),
    },
    items: [itemView(payout)],
    links: [linkTo(id)],
  };
}

function itemView(payout: WalletPayout) {
  const { id, item, status, error, amount, currency, receiver, senderItemId, processed } = payout;
  return {
    payout_item_id: item,
    ...(processed !== null && { transaction_id: `${item}X` }),
    transaction_status: status,
    payout_item_fee: money(0, currency),
    payout_batch_id: id,
    payout_item: {
      recipient_type: "EMAIL",
      amount: money(amount, currency),
      receiver,
      ...(senderItemId !== null && { sender_item_id: senderItemId }),
      recipient_wallet: "PAYPAL",
    },
    ...(processed !== null && { time_processed: processed }),
    ...(error !== null && {
      errors: {
        name: error,
        message: error.toLowerCase().replaceAll("_", " "),
        debug_id: item.toLowerCase(),
      },
    }),
  };
}

/** An item on its own, and as its events carry it. */
export function shownItemView(payout: WalletPayout) {
  return { ...itemView(payout), sender_batch_id: payout.senderBatchId };
}
