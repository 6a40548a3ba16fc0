import type { PaymentContext } from "@/lib/domain/donations/types";
import { approvalBy } from "@/lib/domain/payments/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { ProviderUnavailable } from "@/lib/providers/payment";
import { findPurchase } from "./purchase-store";
import { settlePurchase } from "./settle-purchase";
import type { PurchaseOutcome, PurchaseSettlement } from "./types";

const SHOWN = {
  granted: "completed",
  processing: "processing",
  open: "open",
  failed: "failed",
  refund_due: "refunded",
  refunded: "refunded",
} as const satisfies Record<Exclude<PurchaseSettlement["state"], "unknown">, string>;

/**
 * How a purchase ended, for the page the provider sends its buyer back to. It settles what is true at the provider; whoever is not the buyer
 * learns nothing and moves nothing. `cameBack`: the provider says in the address that the buyer approved. Cents.
 */
export async function purchaseOutcome(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  id: string,
  cameBack = false,
): Promise<PurchaseOutcome> {
  const known = await findPurchase(context.db, id);
  if (known?.userId !== viewer.id) return { state: "unknown" };
  const { boostType, quantity, totalAmount } = known;
  try {
    const settled = await settlePurchase(context, id, { approvedAt: approvalBy(known, cameBack) });
    if (settled.state === "unknown") return settled;
    const { state, approvalUrl } = settled;
    return { state: SHOWN[state], boostType, quantity, totalAmount, approvalUrl };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { state: "unavailable" };
    throw error;
  }
}
