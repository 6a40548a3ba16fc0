import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import type { PaymentGateway, ProviderPayment } from "@/lib/providers/gateway";
import type { Payable, PayableRow } from "./types";

type Approved<Row extends PayableRow> = {
  payable: Payable<Row>;
  row: Row;
  payment: ProviderPayment;
  /** When the payer is known to have approved, beside what the provider says. */
  approvedAt: Date | null;
};

/** Whether a payment is the one that the row asked for. */
export function isOurs<Row extends PayableRow>(
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
 * Captures a payment that its payer approved, with a key made from the row, unless it would have to be refunded at once.
 * What the provider refuses is given up; what it declines can be approved again. Answers the payment as it is then.
 * @throws ProviderUnavailable
 */
export async function capture<Row extends PayableRow>(
  db: Db,
  gateway: PaymentGateway,
  { payable, row, payment, approvedAt }: Approved<Row>,
): Promise<ProviderPayment> {
  const isDue = payment.state === "approved" && row.paymentStatus === "pending";
  if (!gateway.capturePayment || !isDue || !isOurs(payable, row, payment)) return payment;
  if (!(await payable.accepts(db, row))) {
    await payable.fail(db, row.id);
    return payment;
  }
  const { id, captureRefusedAt: declinedAt } = row;
  if (declinedAt && !isApprovedSince(declinedAt, [payment.changedAt, approvedAt])) return payment;
  const key = `capture-${payable.key}-${id}`;
  // After a decline the same key would only repeat it.
  const captured = await gateway.capturePayment(
    payment.id,
    declinedAt ? `${key}-${declinedAt.getTime()}` : key,
  );
  if (captured.outcome === "refused") await payable.fail(db, id);
  const seen = await gateway.findPayment(payment.id);
  if (captured.outcome !== "declined") return seen ?? payment;
  // The decline may itself have changed the payment, by a clock that is not ours.
  const latest = Math.max(now().getTime(), seen?.changedAt?.getTime() ?? 0);
  await payable.noteCaptureDeclined(db, row, new Date(latest));
  return { ...payment, approvalUrl: captured.approvalUrl ?? seen?.approvalUrl ?? null };
}

/** Without a new approval nobody is charged hours after they read that they were not. */
function isApprovedSince(declinedAt: Date, approvals: readonly (Date | null | undefined)[]): boolean {
  return approvals.some((approved) => approved && approved > declinedAt);
}
