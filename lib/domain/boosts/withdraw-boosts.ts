import { writeMail } from "@/lib/domain/messages/write-messages";
import { REFUND_AFTER, withdrawUntil } from "@/lib/domain/payments/rules";
import { settleById } from "@/lib/domain/payments/settle";
import type { PaymentContext } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { orLater } from "@/lib/providers/gateway";
import { revokeBoosts } from "./balance";
import { purchasePayable } from "./payable";
import { purchaseRecords, updatePurchase } from "./purchase-store";
import { priceOfUnused } from "./rules";

/**
 * Withdraws from a purchase of boosts (safety.md, Buying): takes its unused boosts, stores what they cost as due to go
 * back, and confirms it by mail, in one transaction. Then it makes the refund; if the provider does not answer,
 * reconciliation makes it. Returns what goes back, in cents. Lock order: purchase, person.
 * @throws AppError NOT_FOUND, TOO_LATE, USED
 */
export async function withdrawBoosts(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  id: string,
): Promise<number> {
  const refunded = await context.db.transaction(async (tx) => {
    const at = now();
    const purchase = await purchaseRecords.lock(tx, id);
    if (purchase?.userId !== viewer.id || !purchase.settledAt || !purchase.grantedAt) {
      throw new AppError("NOT_FOUND");
    }
    const { paymentStatus, refundReason, withdrawnAt, returnedAmount } = purchase;
    if (at >= withdrawUntil(purchase.settledAt)) {
      throw new AppError("TOO_LATE", { values: { of: "purchase" } });
    }
    if (paymentStatus === "refunded" || refundReason !== null || withdrawnAt) throw new AppError("USED");
    const unused = await revokeBoosts(tx, { ...purchase, cause: { boostPurchaseId: id }, at });
    const amount = priceOfUnused(purchase, unused);
    if (amount <= returnedAmount) throw new AppError("USED");
    await updatePurchase(tx, id, {
      withdrawnAt: at,
      withdrawnAmount: amount,
      refundReason: amount === purchase.totalAmount ? "withdrawn" : null,
      checkAt: new Date(at.getTime() + REFUND_AFTER),
    });
    const goesBack = amount - returnedAmount;
    await writeMail(tx, { kind: "withdrawn", cause: id, userId: viewer.id, at, data: { amount: goesBack } });
    return goesBack;
  });
  await orLater(settleById(context, purchasePayable, id));
  return refunded;
}
