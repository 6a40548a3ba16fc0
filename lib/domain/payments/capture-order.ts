import type { PaymentContext } from "@/lib/domain/donations/types";
import { now } from "@/lib/ground/clock";
import type { ProviderPayment } from "@/lib/providers/payment";

type Approved = {
  order: ProviderPayment;
  /** Made from the row; the provider answers the same to it for as long as it keeps it. */
  key: string;
  /** When the last capture was refused and the payer could approve again; null when none was. */
  refusedAt: Date | null;
  /** When the payer is known to have approved, beside what the provider says of the order. */
  approvedAt: Date | null;
};

export type Captured =
  /** The order may be paid now, or could not be: what is true of it says so. */
  | { outcome: "asked" | "refused" }
  /**
   * Refused, and its payer may approve again; `refusedAt` is not before anything that the provider has seen of the
   * order until now.
   */
  | { outcome: "again"; approvalUrl: string | null; refusedAt: Date }
  /** It was refused before, and its payer has not approved again. */
  | { outcome: "waits" };

/**
 * Takes the money of an order that its payer approved. After a refusal it is tried again only once the payer approved
 * again, with a key of its own: until then the provider would only repeat itself, and nobody is charged hours after
 * they read that they were not.
 * @throws ProviderUnavailable
 */
export async function captureOrder(
  { wallet }: Pick<PaymentContext, "wallet">,
  { order, key, refusedAt, approvedAt }: Approved,
): Promise<Captured> {
  const isApprovedAgain = [order.changedAt, approvedAt].some(
    (moment) => moment && refusedAt && moment > refusedAt,
  );
  if (refusedAt !== null && !isApprovedAgain) return { outcome: "waits" };
  const captured = await wallet.captureOrder(order.id, refusedAt ? `${key}-${refusedAt.getTime()}` : key);
  if (captured.outcome !== "again") return captured;
  // The refusal may itself have changed the order, by a clock that is not ours.
  const seen = await wallet.findOrder(order.id);
  const latest = Math.max(now().getTime(), seen?.changedAt?.getTime() ?? 0);
  const approvalUrl = captured.approvalUrl ?? seen?.approvalUrl ?? null;
  return { outcome: "again", approvalUrl, refusedAt: new Date(latest) };
}
