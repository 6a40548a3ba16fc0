import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import type { PaymentGateway, ProviderPayment } from "@/lib/providers/gateway";
import type { Payable, PayableRow } from "./types";

type Approved<Row extends PayableRow> = {
  payable: Payable<Row>;
  row: Row;
  payment: ProviderPayment;
  /** When the payer approved, as far as we know it from elsewhere than the payment itself. */
  approvedAt: Date | null;
};

/** Whether a payment has the amount, currency and ids of its row. */
export function matchesRow<Row extends PayableRow>(
  payable: Payable<Row>,
  row: Row,
  payment: ProviderPayment,
): boolean {
  return (
    payment.amount === payable.total(row) &&
    payment.currency === row.currency &&
    Object.entries(payable.metadata(row)).every(([name, value]) => payment.metadata[name] === value)
  );
}

/**
 * Captures an approved payment, with a key made from the row, unless it would have to be refunded at once (D26). A
 * refused capture fails the row; after a declined one the payer can approve again. Returns the current payment.
 * @throws ProviderUnavailable
 */
export async function capture<Row extends PayableRow>(
  db: Db,
  gateway: PaymentGateway,
  { payable, row, payment, approvedAt }: Approved<Row>,
): Promise<ProviderPayment> {
  const isDue = payment.state === "approved" && row.paymentStatus === "pending";
  if (!gateway.capturePayment || !isDue || !matchesRow(payable, row, payment)) return payment;
  if (!(await payable.accepts(db, row))) {
    await payable.fail(db, row.id, "closed");
    return payment;
  }
  const { id, captureRefusedAt: declinedAt } = row;
  if (declinedAt && !isApprovedSince(declinedAt, [payment.changedAt, approvedAt])) return payment;
  const key = `capture-${payable.key}-${id}`;
  // With the same key, the provider would repeat the decline.
  const captured = await gateway.capturePayment(
    payment.id,
    declinedAt ? `${key}-${declinedAt.getTime()}` : key,
  );
  if (captured.outcome === "refused") await payable.fail(db, id, "declined");
  const current = await gateway.findPayment(payment.id);
  if (captured.outcome !== "declined") return current ?? payment;
  // The decline may have updated the payment, with a time of the provider's clock.
  const latest = Math.max(now().getTime(), current?.changedAt?.getTime() ?? 0);
  await payable.recordCaptureDecline(db, row, new Date(latest));
  return { ...payment, approvalUrl: captured.approvalUrl ?? current?.approvalUrl ?? null };
}

/** Without a new approval, a later capture would charge a payer who was informed that the payment failed. */
function isApprovedSince(declinedAt: Date, approvals: readonly (Date | null | undefined)[]): boolean {
  return approvals.some((approved) => approved && approved > declinedAt);
}
