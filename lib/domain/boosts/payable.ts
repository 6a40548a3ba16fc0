import type { Db } from "@/db/client";
import { writeMail } from "@/lib/domain/messages/write-messages";
import {
  recordDisputeFee,
  recordPaid,
  recordPartialRefund,
  recordRefund,
} from "@/lib/domain/payments/ledger";
import { REFUND_AFTER, REVIEW_AFTER } from "@/lib/domain/payments/rules";
import type { Confirmed, PartialReversal, Payable, Reversal } from "@/lib/domain/payments/types";
import { isErased, lockErased } from "@/lib/domain/users/guards";
import { grantBoosts, revokeBoosts } from "./balance";
import { purchaseRecords, updatePurchase } from "./purchase-store";
import { metadataOf } from "./rules";
import type { BoostPurchase } from "./types";

/** Purchases of boosts as a payable of the settlement engine. */
export const purchasePayable: Payable<BoostPurchase> = {
  ...purchaseRecords,
  name: "purchase",
  key: "boosts",
  total: ({ totalAmount }) => totalAmount,
  metadata: metadataOf,
  idIn: ({ purchaseId }) => purchaseId,
  accepts: async (db, { userId }) => !(await isErased(db, userId)),
  credit,
  reverse,
  returnPart,
  recordDisputeFee: (tx, { id }, charged, at) => recordDisputeFee(tx, { boostPurchaseId: id }, charged, at),
};

/**
 * Credits a confirmed payment: grants the boosts and writes the ledger. If the amount does not match or the buyer's
 * account was erased meanwhile, it records a refund due instead. Lock order, as everywhere money moves: purchase,
 * person.
 */
async function credit(
  db: Db,
  { id }: BoostPurchase,
  { paymentId, at, received, mismatch }: Confirmed,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const purchase = await purchaseRecords.lock(tx, id);
    if (purchase?.paymentStatus !== "pending" && purchase?.paymentStatus !== "failed") return false;
    const { userId, boostType, quantity } = purchase;
    const sale = { boostPurchaseId: id };
    const refundReason = mismatch ? "mismatch" : (await lockErased(tx, userId)) ? "account_erased" : null;
    if (!(await purchaseRecords.attachPayment(tx, purchase, paymentId))) {
      throw new Error(`purchase ${id} has another payment than ${paymentId}`);
    }
    await updatePurchase(tx, id, {
      paymentStatus: "completed",
      settledAt: at,
      grantedAt: refundReason ? null : at,
      refundReason,
      checkAt: new Date(at.getTime() + (refundReason ? REFUND_AFTER : REVIEW_AFTER)),
    });
    await recordPaid(tx, { sale, userId, amount: received, at }, refundReason === null);
    if (refundReason === null) {
      await grantBoosts(tx, { userId, boostType, quantity, cause: sale, at });
      await writeMail(tx, { kind: "purchase_receipt", cause: id, userId, at });
    }
    return refundReason === null;
  });
}

/**
 * Reverses a refunded or disputed purchase: revokes what is left of the boosts, writes the ledger and notifies the
 * buyer.
 */
async function reverse(db: Db, { id }: BoostPurchase, { reason, received, at }: Reversal): Promise<void> {
  await db.transaction(async (tx) => {
    const purchase = await purchaseRecords.lock(tx, id);
    if (purchase?.paymentStatus !== "completed") return;
    const { userId, boostType, quantity } = purchase;
    const sale = { boostPurchaseId: id };
    const refundReason = purchase.refundReason ?? reason;
    await updatePurchase(tx, id, { paymentStatus: "refunded", refundReason, refundedAt: at, checkAt: null });
    const amount = received - purchase.returnedAmount;
    await recordRefund(tx, { sale, userId, amount, at }, refundReason);
    // A withdrawal has taken the unused ones.
    if (purchase.grantedAt && !purchase.withdrawnAt) {
      await revokeBoosts(tx, { userId, boostType, quantity, cause: sale, at });
    }
  });
}

/** Books what went back in part: to who withdrew after using some boosts, or by hand at the provider. */
async function returnPart(
  db: Db,
  { id }: BoostPurchase,
  { reason, returned, at }: PartialReversal,
): Promise<void> {
  await db.transaction(async (tx) => {
    const purchase = await purchaseRecords.lock(tx, id);
    if (purchase?.paymentStatus !== "completed" || !purchase.grantedAt) return;
    const { userId, returnedAmount, totalAmount, withdrawnAt } = purchase;
    if (returned <= returnedAmount || returned >= totalAmount) return;
    await updatePurchase(tx, id, { returnedAmount: returned });
    const part = { sale: { boostPurchaseId: id }, userId, amount: returned - returnedAmount, at };
    await recordPartialRefund(tx, part, withdrawnAt ? "withdrawn" : reason);
  });
}
