import { validate as isUuid } from "uuid";
import { revokeBoosts } from "@/lib/domain/boosts/balance";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { REFUND_AFTER, withdrawUntil } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { TIER_RULES } from "@/lib/ground/tiers";
import { orLater } from "@/lib/providers/gateway";
import { entitlementWithout, updateEntitlement } from "./book-subscription";
import { planLeft } from "./rules";
import { settleSubscription } from "./settle-subscription";
import {
  findPayment,
  lockEntitlement,
  lockSubscription,
  requestEnd,
  selectPayments,
  updatePayment,
  updateSubscription,
} from "./store";

/**
 * Withdraws from the first month of a plan (safety.md, Buying): ends the plan and its tier, takes the unused boosts,
 * stores what has to go back, and confirms it by mail, in one transaction. Then the agreement is ended at the provider
 * and the refund made; if the provider does not answer, reconciliation does both. Returns what goes back, in cents.
 * Lock order as in `bookSubscription`.
 * @throws AppError NOT_FOUND, TOO_LATE (also of a later month), USED
 */
export async function withdrawPlan(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  id: string,
): Promise<number> {
  const { db } = context;
  const payment = isUuid(id) ? await findPayment(db, id) : null;
  if (payment?.userId !== viewer.id || !payment.grantedAt) throw new AppError("NOT_FOUND");
  const { subscriptionId, userId, tier } = payment;
  const refunded = await db.transaction(async (tx) => {
    const at = now();
    await lockPlaces(tx, userId);
    const subscription = await lockSubscription(tx, subscriptionId);
    await lockRequestsOf(tx, userId);
    const before = await lockEntitlement(tx, userId);
    const [first] = (await selectPayments(tx, subscriptionId)).filter(({ grantedAt }) => grantedAt);
    if (first?.id !== id || at >= withdrawUntil(first.paidAt)) {
      throw new AppError("TOO_LATE", { values: { of: "purchase" } });
    }
    if (first.paymentStatus === "refunded" || first.refundReason !== null || first.withdrawnAt) {
      throw new AppError("USED");
    }
    const boosts = TIER_RULES[tier].monthlyBoosts;
    const unused = await revokeBoosts(tx, { userId, ...boosts, cause: { subscriptionPaymentId: id }, at });
    const amount = planLeft(first, unused);
    if (amount <= first.returnedAmount) throw new AppError("USED");
    const refundReason = amount === first.amount ? "withdrawn" : null;
    await updatePayment(tx, id, { withdrawnAt: at, withdrawnAmount: amount, refundReason });
    await requestEnd(tx, userId, { only: subscriptionId, at });
    await updateSubscription(tx, subscriptionId, { checkAt: new Date(at.getTime() + REFUND_AFTER) });
    const left = await entitlementWithout(tx, first, before, at);
    await updateEntitlement(tx, subscription, before, left, at);
    const goesBack = amount - first.returnedAmount;
    await writeMail(tx, { kind: "withdrawn", cause: id, userId, at, data: { amount: goesBack } });
    return goesBack;
  });
  await orLater(settleSubscription(context, subscriptionId));
  return refunded;
}
