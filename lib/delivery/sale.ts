import type { Db } from "@/db/client";
import { findPurchase } from "@/lib/domain/boosts/queries";
import { findPayment } from "@/lib/domain/subscriptions/queries";

/** The purchase of boosts or the month of a plan with this id; null without one. Cents. */
export async function findSale(db: Db, id: string) {
  const purchase = await findPurchase(db, id);
  if (purchase) {
    const { totalAmount: amount, withdrawnAmount } = purchase;
    return { ...purchase, sale: "boosts" as const, amount, withdrawnAmount };
  }
  const payment = await findPayment(db, id);
  return payment && { ...payment, sale: "subscription" as const };
}
