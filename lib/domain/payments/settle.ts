import { now } from "@/lib/ground/clock";
import { gatewayOf, type ProviderPayment } from "@/lib/providers/gateway";
import { capture, isOurs } from "./capture";
import { noteDeclines } from "./card-attempts";
import { refundOutcome } from "./refund";
import { ABANDONED_AFTER } from "./rules";
import type { Backlog, Occasion, Payable, PayableRow, PaymentContext, Settlement } from "./types";

/**
 * Reads the payment of a row at its provider and brings the books to what is true of it (D25–D28): an approved payment
 * is captured, a confirmed one credited once, what cannot be credited is refunded, and what went back is reversed once.
 * Webhooks, return pages and reconciliation all call this; it can run any number of times, at once and in any order.
 * Disputes are read last, and only of a settled payment, so that they cannot delay a credit or a refund.
 * @throws ProviderUnavailable
 */
export async function settle<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  { disputes = false, approvedAt = null, found }: Occasion & { found?: ProviderPayment } = {},
): Promise<Settlement<Row>> {
  const gateway = gatewayOf(context, row.paymentMethod);
  const read = found ?? (await findPayment(context, row));
  if (!read) return { state: stateOf(row, null), row, approvalUrl: null };
  const payment = await capture(context.db, gateway, { payable, row, payment: read, approvedAt });
  await noteDeclines(context, row.id, payment.declines);
  const settlement = await finish(context, payable, await book(context, payable, row, payment), payment);
  const isSettled = settlement.state === "credited" || settlement.state === "refund_due";
  if (!disputes || !isSettled || payment.disputeLost !== null) return settlement;
  const disputed = await gateway.findPayment(payment.id, { disputes });
  return disputed ? finish(context, payable, settlement.row, disputed) : settlement;
}

/** Settles the row of an id; null if there is none. @throws ProviderUnavailable */
export async function settleById<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  id: string,
  occasion: Occasion = {},
): Promise<Settlement<Row> | null> {
  const row = await payable.find(context.db, id);
  return row && settle(context, payable, row, occasion);
}

/**
 * The payment of a row at its provider; null if there is none. Until it is settled its page is asked for, since a page can
 * end while its payment stays open.
 * @throws ProviderUnavailable
 */
export async function findPayment(
  context: PaymentContext,
  { paymentMethod, paymentStatus, paymentId, pageId }: PayableRow,
): Promise<ProviderPayment | null> {
  const isSettled = paymentStatus === "completed" || paymentStatus === "refunded";
  const id = isSettled ? (paymentId ?? pageId) : (pageId ?? paymentId);
  return id === null ? null : gatewayOf(context, paymentMethod).findPayment(id);
}

/** Books an unsettled row. Answers the row as it is now; one that was credited needs no second read. */
async function book<Row extends PayableRow>(
  { db }: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  payment: ProviderPayment,
): Promise<Row> {
  const isOpen = row.paymentStatus === "pending" || row.paymentStatus === "failed";
  if (isOpen && payment.state === "cancelled") await payable.fail(db, row.id);
  if (isOpen && payment.state === "succeeded") {
    const { id: paymentId, received } = payment;
    const at = now();
    const mismatch = !isOurs(payable, row, payment) || received !== payable.total(row);
    if (await payable.credit(db, row, { paymentId, at, received, mismatch })) {
      return { ...row, paymentId, paymentStatus: "completed", settledAt: at };
    }
  }
  return reload(db, payable, row);
}

/** Refunds what could not be credited, and books what went back. */
async function finish<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  payment: ProviderPayment,
): Promise<Settlement<Row>> {
  const { db } = context;
  const isDeclined = row.captureRefusedAt !== null && row.paymentStatus === "pending";
  const approvalUrl = isDeclined ? (payment.approvalUrl ?? null) : null;
  const state = stateOf(row, payment);
  const wentBack = payment.refunded || payment.disputeLost === true;
  if (state === "credited" ? !wentBack : state !== "refund_due") return { state, row, approvalUrl };
  if (!wentBack && !(await refund(context, payable, row, payment))) return { state, row, approvalUrl };
  const reason = payment.disputeLost ? "dispute" : "requested";
  await payable.reverse(db, row, { reason, received: payment.received, at: now() });
  return { state: "refunded", row: await reload(db, payable, row), approvalUrl };
}

/**
 * Refunds everything that was charged, with the row's own key; whether it is refunded. What a dispute holds waits for
 * its end. What the provider refused for good is not asked for again: it stays due in the books until the provider says
 * that the money went back.
 */
async function refund<Row extends PayableRow>(
  context: PaymentContext,
  { key, noteRefundRefused }: Payable<Row>,
  { id, paymentMethod, refundRefusal }: Row,
  payment: ProviderPayment,
): Promise<boolean> {
  if (refundRefusal !== null) return false;
  const gateway = gatewayOf(context, paymentMethod);
  const outcome = await refundOutcome(() => gateway.refundPayment(payment.id, `refund-${key}-${id}`));
  if (typeof outcome === "object") await noteRefundRefused(context.db, id, outcome.refused);
  return outcome === "refunded";
}

function stateOf(row: PayableRow, payment: ProviderPayment | null): Settlement<PayableRow>["state"] {
  if (row.paymentStatus === "completed") return row.refundReason === null ? "credited" : "refund_due";
  if (row.paymentStatus === "refunded" || row.paymentStatus === "failed") return row.paymentStatus;
  if (!payment) return "unknown";
  return payment.state === "processing" ? "processing" : "open";
}

async function reload<Row extends PayableRow>(
  db: PaymentContext["db"],
  payable: Payable<Row>,
  { id }: Row,
): Promise<Row> {
  const row = await payable.find(db, id);
  if (!row) throw new Error(`${payable.name} ${id} vanished`);
  return row;
}

/** The rows of a payable that reconciliation checks: unpaid, due for a refund, or settled and perhaps reversed (D27, D28). */
export function payableBacklog<Row extends PayableRow>(payable: Payable<Row>): Backlog<Row> {
  const { name, claim } = payable;
  return { name, claim, check: (context, row, at) => check(context, payable, row, at) };
}

async function check<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  claimed: Row,
  at: Date,
): Promise<string> {
  const row = await recovered(context, payable, claimed);
  const { state } = await settle(context, payable, row, { disputes: row.settledAt !== null });
  const isAbandoned = at.getTime() - row.createdAt.getTime() >= ABANDONED_AFTER;
  return isAbandoned && (state === "open" || state === "unknown")
    ? giveUp(context, payable, row, state)
    : state;
}

/** The row, with its payment where the call that opened it was never answered. */
export async function recovered<Row extends PayableRow>(
  context: PaymentContext,
  { recover }: Payable<Row>,
  row: Row,
): Promise<Row> {
  if (row.paymentId !== null || row.pageId !== null || row.paymentStatus !== "pending") return row;
  const paymentId = await recover?.(context.db, gatewayOf(context, row.paymentMethod), row);
  return { ...row, paymentId: paymentId ?? null };
}

/** Ends a payment that was never completed, at the provider first: what was paid at the last second is still credited. */
async function giveUp<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  state: "open" | "unknown",
): Promise<string> {
  const id = row.pageId ?? row.paymentId;
  if (state === "open" && id !== null) {
    await gatewayOf(context, row.paymentMethod).endPayment(id);
    const ended = await settle(context, payable, row);
    if (ended.state !== "open") return ended.state;
  }
  await payable.fail(context.db, row.id);
  return "failed";
}
