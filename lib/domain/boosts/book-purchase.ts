import type { Db } from "@/db/client";
import { enterPaid, enterRefund } from "@/lib/domain/payments/ledger-store";
import { REFUND_AFTER, REVIEW_AFTER } from "@/lib/domain/payments/rules";
import { lockErased } from "@/lib/domain/users/guards";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { lockPurchase, setCompleted, setRefunded } from "./purchase-store";
import { grantBoosts, takeBackBoosts } from "./store";

type Paid = {
  paymentId: string;
  at: Date;
  /** What the provider charged, cents. */
  received: number;
  /** The payment is not what we asked for: it is booked and goes back. */
  mismatch: boolean;
};

/**
 * Books a confirmed payment of a purchase that is pending, or that failed and was paid after all: the boosts and the ledger, or the refund that
 * is due, as when the buyer's account was erased meanwhile. Does nothing to one that is already booked. Rows are locked in the order of every
 * movement of money: purchase, person.
 */
export async function bookPurchase(db: Db, id: string, paid: Paid): Promise<void> {
  const { paymentId, at, received, mismatch } = paid;
  await db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (purchase?.paymentStatus !== "pending" && purchase?.paymentStatus !== "failed") return;
    const { userId, boostType, quantity } = purchase;
    const sale = { boostPurchaseId: id };
    const refundReason = mismatch ? "mismatch" : (await lockErased(tx, userId)) ? "account_erased" : null;
    const checkAt = new Date(at.getTime() + (refundReason ? REFUND_AFTER : REVIEW_AFTER));
    await setCompleted(tx, purchase, { paymentId, at, checkAt, refundReason });
    await enterPaid(tx, { sale, userId, amount: received, at }, refundReason === null);
    if (refundReason === null) await grantBoosts(tx, { userId, boostType, quantity, cause: sale, at });
  });
}

/**
 * Books that everything paid for a purchase went back: what is left of its boosts is taken back, and the buyer is told. Does nothing unless it is
 * `completed`.
 */
export async function bookPurchaseRefund(
  db: Db,
  id: string,
  refund: { reason: RefundReason; received: number; at: Date },
): Promise<void> {
  const { reason, received, at } = refund;
  await db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (purchase?.paymentStatus !== "completed") return;
    const { userId, boostType, quantity } = purchase;
    const sale = { boostPurchaseId: id };
    const known = purchase.refundReason ?? reason;
    await setRefunded(tx, id, known, at);
    await enterRefund(tx, { sale, userId, amount: received, at }, known);
    if (purchase.grantedAt) await takeBackBoosts(tx, { userId, boostType, quantity, cause: sale, at });
  });
}
