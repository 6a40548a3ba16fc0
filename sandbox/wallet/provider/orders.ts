import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { Work } from "../../state/work";
import type { Link } from "../api";
import { emit } from "../events/emit";
import { created } from "../http/endpoint";
import { missing, refusal, refused, WalletError } from "../http/wallet-error";
import { capitals, moment } from "../ids";
import type { WalletOrder } from "../kept";
import { orderView } from "../views/order";
import { takePayment } from "./payments";

const CAPTURE = "POST /v2/checkout/orders/:id/capture";

type Wanted = Pick<WalletOrder, "amount" | "currency" | "reference" | "customId" | "description" | "way">;

export function createOrder(work: Work, wanted: Wanted): WalletOrder {
  return work.put<WalletOrder>({
    id: capitals(17),
    object: "wallet_order",
    status: "CREATED",
    declined: false,
    created: moment(),
    ...wanted,
  });
}

/** @throws WalletError 404 */
export function findOrder(work: Work, id: string): WalletOrder {
  const order = work.find("wallet_order", id);
  if (!order) throw missing();
  return order;
}

/** Whether its payer can still agree, or must agree anew. */
export function awaitsPayer({ status, declined }: WalletOrder): boolean {
  return status === "CREATED" || (status === "APPROVED" && declined);
}

/** The payer agrees; `declined` when their money will not be had. @throws WalletError when it was captured */
export function approveOrder(
  work: Work,
  order: WalletOrder,
  { declined, publicUrl }: { declined: boolean; publicUrl: string | null },
): WalletOrder {
  if (order.status === "COMPLETED") throw new WalletError(422, "ORDER_ALREADY_CAPTURED");
  const approved = work.put<WalletOrder>({ ...order, status: "APPROVED", declined, updated: moment() });
  tell(work, approved, "APPROVED", publicUrl);
  return approved;
}

/** Takes the money of an order that its payer approved. @throws WalletError ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED */
export function captureOrder({ orders, options }: Sandbox, work: Work, order: WalletOrder): Answer {
  if (order.status === "COMPLETED") throw refused(CAPTURE, "ORDER_ALREADY_CAPTURED");
  if (order.status === "CREATED") throw refused(CAPTURE, "ORDER_NOT_APPROVED");
  const about = { payment: order.id };
  if (orders.take("decline", about) || order.declined) {
    const links = declineOrder(work, order, options.publicUrl);
    return { status: 422, body: refusal(422, "INSTRUMENT_DECLINED", "INSTRUMENT_DECLINED", links) };
  }
  const { id, amount, currency, customId } = order;
  const captured = work.put<WalletOrder>({ ...order, status: "COMPLETED", updated: moment() });
  const status = orders.take("process", about) ? "PENDING" : "COMPLETED";
  takePayment(work, { of: { order: id }, amount, currency, customId, status });
  tell(work, captured, "COMPLETED", options.publicUrl);
  return created(orderView(work, captured, options.publicUrl));
}

/**
 * Notes that an order's money could not be taken; answers the way to the page where its payer may choose another way.
 */
export function declineOrder(work: Work, order: WalletOrder, publicUrl: string | null): Link[] {
  work.put<WalletOrder>({ ...order, declined: true });
  return [{ rel: "redirect", method: "GET", href: `${publicUrl}/approve/${order.id}` }];
}

function tell(work: Work, order: WalletOrder, what: string, publicUrl: string | null): void {
  emit(work, {
    type: `CHECKOUT.ORDER.${what}`,
    about: order.id,
    resourceType: "checkout-order",
    resource: orderView(work, order, publicUrl),
  });
}
