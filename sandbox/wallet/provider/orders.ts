import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { UnitOfWork } from "../../state/unit-of-work";
import { type Link, link } from "../api";
import { emit } from "../events";
import { created as createdAnswer } from "../http/endpoint";
import { found, refusal, refused, WalletError } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletOrder } from "../records";
import { orderView } from "../views/order";
import { takePayment } from "./payments";

const CAPTURE = "POST /v2/checkout/orders/:id/capture";

type Wanted = Pick<WalletOrder, "amount" | "currency" | "reference" | "customId" | "description" | "page">;

export function createOrder(work: UnitOfWork, wanted: Wanted): WalletOrder {
  const created = timestamp();
  return work.put<WalletOrder>({
    id: randomId(17),
    object: "wallet_order",
    status: "CREATED",
    declined: false,
    created,
    updated: created,
    ...wanted,
  });
}

/** @throws WalletError 404 */
export function findOrder(work: UnitOfWork, id: string): WalletOrder {
  return found(work.find("wallet_order", id));
}

/** Whether the payer can approve it, for the first time or again. */
export function awaitsPayer({ status, declined }: WalletOrder): boolean {
  return status === "CREATED" || (status === "APPROVED" && declined);
}

/** The payer approves; `declined` lets the capture fail. @throws WalletError when it was captured */
export function approveOrder(
  work: UnitOfWork,
  order: WalletOrder,
  { declined, publicUrl }: { declined: boolean; publicUrl: string | null },
): WalletOrder {
  if (order.status === "COMPLETED") throw new WalletError(422, "ORDER_ALREADY_CAPTURED");
  const approved = work.put<WalletOrder>({ ...order, status: "APPROVED", declined, updated: timestamp() });
  emitOrder(work, approved, "APPROVED", publicUrl);
  return approved;
}

/** Captures an approved order. @throws WalletError ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED */
export function captureOrder({ faults, options }: Sandbox, work: UnitOfWork, order: WalletOrder): Answer {
  if (order.status === "COMPLETED") throw refused(CAPTURE, "ORDER_ALREADY_CAPTURED");
  if (order.status === "CREATED") throw refused(CAPTURE, "ORDER_NOT_APPROVED");
  const scope = { payment: order.id };
  if (faults.take("decline", scope) || order.declined) {
    const links = declineOrder(work, order, options.publicUrl);
    return { status: 422, body: refusal(422, "INSTRUMENT_DECLINED", "INSTRUMENT_DECLINED", links) };
  }
  const { id, amount, currency, customId } = order;
  const captured = work.put<WalletOrder>({ ...order, status: "COMPLETED", updated: timestamp() });
  const status = faults.take("process", scope) ? "PENDING" : "COMPLETED";
  takePayment(work, { of: { order: id }, amount, currency, customId, status });
  emitOrder(work, captured, "COMPLETED", options.publicUrl);
  return createdAnswer(orderView(work, captured, options.publicUrl));
}

/** Marks an order as declined. Returns the link to the page where the payer may choose another funding source. */
export function declineOrder(work: UnitOfWork, order: WalletOrder, publicUrl: string | null): Link[] {
  work.put<WalletOrder>({ ...order, declined: true });
  return [link("redirect", `${publicUrl}/approve/${order.id}`)];
}

function emitOrder(work: UnitOfWork, order: WalletOrder, what: string, publicUrl: string | null): void {
  emit(work, {
    type: `CHECKOUT.ORDER.${what}`,
    subject: order.id,
    resourceType: "checkout-order",
    resource: orderView(work, order, publicUrl),
  });
}
