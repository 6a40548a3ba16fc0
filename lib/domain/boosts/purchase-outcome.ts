import { approvalBy } from "@/lib/domain/payments/rules";
import { settle } from "@/lib/domain/payments/settle";
import type { PaymentContext, Settlement } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { orIfUnavailable } from "@/lib/providers/gateway";
import { purchasePayable } from "./payable";
import type { BoostPurchase, PurchaseOutcome } from "./types";

const SHOWN = {
  credited: "completed",
  processing: "processing",
  unknown: "open",
  open: "open",
  failed: "failed",
  refund_due: "refunded",
  refunded: "refunded",
} as const satisfies Record<Settlement<BoostPurchase>["state"], string>;

/**
 * Settles a purchase and returns its outcome, for the page that the buyer returns to. A caller who is not the buyer
 * learns and changes nothing. `cameBack`: the address says that the buyer approved. Cents.
 */
export async function purchaseOutcome(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  id: string,
  cameBack = false,
): Promise<PurchaseOutcome> {
  const purchase = await purchasePayable.find(context.db, id);
  if (purchase?.userId !== viewer.id) return { state: "unknown" };
  const { boostType, quantity, totalAmount } = purchase;
  const approvedAt = approvalBy(purchase, cameBack);
  const settled = await orIfUnavailable(settle(context, purchasePayable, purchase, { approvedAt }), null);
  if (!settled) return { state: "unavailable" };
  return { state: SHOWN[settled.state], boostType, quantity, totalAmount, approvalUrl: settled.approvalUrl };
}
