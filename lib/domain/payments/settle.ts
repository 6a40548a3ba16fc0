import { now } from "@/lib/ground/clock";
import { gatewayOf, type ProviderPayment } from "@/lib/providers/gateway";
import { capture, matchesRow } from "./capture";
import { recordDeclines } from "./card-attempts";
import { refundOutcome } from "./refund";
import { ABANDONED_AFTER } from "./rules";
import type {
  Backlog,
  MissedPayment,
  Payable,
  PayableRow,
  PaymentContext,
  Settlement,
  SettleOptions,
} from "./types";

/**
 * Reads the payment of a row at its provider and updates the books to match (D25–D28): it captures an approved payment,
 * credits a confirmed one once, refunds what cannot be credited, reverses once what was refunded, all or a part of it,
 * places a hold on what is disputed, and books the fee of the dispute. Webhooks, return pages and reconciliation call
 * it; concurrent and repeated calls are safe. Disputes are read last, and only of a settled payment, so that they delay
 * no credit and no refund.
 * @throws ProviderUnavailable
 */
export async function settle<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  {
    disputes = false,
    isReversal = false,
    approvedAt = null,
    found,
  }: SettleOptions & { found?: ProviderPayment } = {},
): Promise<Settlement<Row>> {
  const gateway = gatewayOf(context, row.paymentMethod);
  const read = found ?? (await findPayment(context, row));
  if (!read) return { state: stateOf(row, null), row, approvalUrl: null, isAtBank: false };
  const payment = await capture(context.db, gateway, { payable, row, payment: read, approvedAt });
  await recordDeclines(context, row.id, payment.declines);
  const settlement = await finish(
    context,
    payable,
    await applyPayment(context, payable, row, payment),
    payment,
  );
  const isSettled = settlement.state === "credited" || settlement.state === "refund_due";
  if (!disputes || !isSettled || payment.disputeLost !== null) return settlement;
  const disputed = await gateway.findPayment(payment.id, { disputes });
  if (!disputed) return settlement;
  const final = await finish(context, payable, await reload(context.db, payable, row), disputed);
  const isUnexplained = disputed.returned === 0 && disputed.disputeOpen === false;
  if (isReversal && final.state === "credited" && isUnexplained) {
    await payable.holdReversed?.(context.db, final.row, now());
  }
  return final;
}

/** Settles the row with this id; null if there is none. @throws ProviderUnavailable */
export async function settleById<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  id: string,
  options: SettleOptions = {},
): Promise<Settlement<Row> | null> {
  const row = await payable.find(context.db, id);
  return row && settle(context, payable, row, options);
}

/**
 * The payment of a row at its provider; null if there is none. Until the row is settled it reads the page, because a
 * page can expire while its payment stays open.
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

/** Credits or fails an unsettled row. Returns the current row, without a second read after a credit. */
async function applyPayment<Row extends PayableRow>(
  { db }: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  payment: ProviderPayment,
): Promise<Row> {
  const isOpen = row.paymentStatus === "pending" || row.paymentStatus === "failed";
  if (isOpen && payment.state === "cancelled") await payable.fail(db, row.id, missedBy(row, payment));
  if (isOpen && payment.state === "succeeded") {
    const { id: paymentId, received, paidBy, chargeId } = payment;
    const at = now();
    const mismatch = !matchesRow(payable, row, payment) || received !== payable.total(row);
    if (await payable.credit(db, row, { paymentId, paidBy, chargeId, at, received, mismatch })) {
      return { ...row, paymentId, paymentStatus: "completed", settledAt: at };
    }
  }
  return reload(db, payable, row);
}

/** Who closed the form without paying misses nothing; who was declined, perhaps days later, does. */
function missedBy(
  { captureRefusedAt }: PayableRow,
  payment: ProviderPayment | null,
): MissedPayment | undefined {
  const isDeclined = captureRefusedAt !== null || payment?.captureFailed || (payment?.declines ?? 0) > 0;
  return isDeclined ? "declined" : undefined;
}

/** Refunds what could not be credited, reverses what was refunded or lost in a dispute, and holds what is disputed. */
async function finish<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  payment: ProviderPayment,
): Promise<Settlement<Row>> {
  const { db } = context;
  if (payment.disputeFee !== null) await recordDisputeFee(db, payable, row, payment.disputeFee);
  const isDeclined = row.captureRefusedAt !== null && row.paymentStatus === "pending";
  const approvalUrl = isDeclined ? (payment.approvalUrl ?? null) : null;
  const shown = { approvalUrl, isAtBank: payment.isAtBank ?? false };
  const state = stateOf(row, payment);
  if (state !== "credited" && state !== "refund_due") return { state, row, ...shown };
  const { received, returned, disputeOpen } = payment;
  const reason = payment.disputeLost ? "dispute" : "requested";
  const isReversed = received > 0 && returned >= received;
  if (!isReversed) {
    if (disputeOpen !== null) await payable.holdDisputed?.(db, row, disputeOpen, now());
    if (returned > 0) await payable.returnPart(db, row, { reason, returned, at: now() });
    const part = state === "credited" ? row.refundPart : null;
    if (part !== null && part > returned && (await refund(context, payable, row, payment, part)))
      await payable.returnPart(db, row, { reason, returned: part, at: now() });
    if (state === "credited" || !(await refund(context, payable, row, payment)))
      return { state, row, ...shown };
  }
  await payable.reverse(db, row, { reason, received, at: now() });
  return { state: "refunded", row: await reload(db, payable, row), ...shown };
}

/** Also of a row that was refunded: a fee can be charged, or given back, when its dispute ends. */
async function recordDisputeFee<Row extends PayableRow>(
  db: PaymentContext["db"],
  payable: Payable<Row>,
  { id }: Row,
  charged: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await payable.lock(tx, id);
    if (row?.settledAt) await payable.recordDisputeFee(tx, row, charged, now());
  });
}

/**
 * Refunds everything that was charged, or until `part` cents of it went back, with the row's own key; returns whether
 * it is refunded. A refund on hold waits until the dispute ends. A refused refund is not requested again: it stays due
 * in the books until the provider reports the money as returned.
 */
async function refund<Row extends PayableRow>(
  context: PaymentContext,
  { key, recordRefundRefusal }: Payable<Row>,
  { id, paymentMethod, refundRefusal }: Row,
  payment: ProviderPayment,
  part?: number,
): Promise<boolean> {
  if (refundRefusal !== null) return false;
  const gateway = gatewayOf(context, paymentMethod);
  const { currency } = payment;
  const outcome = await refundOutcome(() =>
    part === undefined
      ? gateway.refundPayment(payment.id, `refund-${key}-${id}`)
      : gateway.refundPayment(payment.id, `withdrawal-${key}-${id}`, { amount: part, currency }),
  );
  if (typeof outcome === "object") await recordRefundRefusal(context.db, id, outcome.refused);
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

/**
 * The rows of a payable that reconciliation checks: unpaid, with a refund due, or settled and due for a review (D27,
 * D28).
 */
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
  // A batch takes minutes, in which an event or a return page can change a row.
  const row = await withRecoveredPayment(context, payable, await reload(context.db, payable, claimed));
  const { state } = await settle(context, payable, row, { disputes: row.settledAt !== null });
  if (state !== "open" && state !== "unknown") return state;
  const isAbandoned = at.getTime() - row.createdAt.getTime() >= ABANDONED_AFTER;
  // A payment that could not be credited any more is ended before somebody pays it (giving.md).
  const isOver = isAbandoned || (state === "open" && !(await payable.accepts(context.db, row)));
  return isOver ? abandon(context, payable, row, state) : state;
}

/** The row, with the id of its payment if the call to open the payment got no answer. */
export async function withRecoveredPayment<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
): Promise<Row> {
  const { recover } = payable;
  if (row.paymentId !== null || row.pageId !== null || row.paymentStatus !== "pending") return row;
  const paymentId = await recover?.(context.db, gatewayOf(context, row.paymentMethod), row);
  return paymentId ? { ...row, paymentId } : reload(context.db, payable, row);
}

/**
 * Fails a payment that was never completed, or can no longer be. It is ended at the provider first: a payment at the
 * last second is still credited.
 */
async function abandon<Row extends PayableRow>(
  context: PaymentContext,
  payable: Payable<Row>,
  row: Row,
  state: "open" | "unknown",
): Promise<string> {
  const id = row.pageId ?? row.paymentId;
  if (state === "open" && id !== null) {
    await gatewayOf(context, row.paymentMethod).endPayment(id);
    const ended = await settle(context, payable, await reload(context.db, payable, row));
    if (ended.state !== "open") return ended.state;
  }
  await payable.fail(context.db, row.id, missedBy(row, null));
  return "failed";
}
