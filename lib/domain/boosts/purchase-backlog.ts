import type { PaymentContext } from "@/lib/domain/donations/types";
import { ABANDONED_AFTER, REVIEW_DAYS } from "@/lib/domain/payments/rules";
import type { Backlog } from "@/lib/domain/payments/types";
import { claimPurchases, markPurchaseFailed } from "./purchase-store";
import { settlePurchase } from "./settle-purchase";
import type { BoostPurchase } from "./types";

/** Purchases still pending after 10 minutes, refunds that are due, and settled ones that may have gone back untold (D27, D28). */
export const purchaseBacklog: Backlog<BoostPurchase> = {
  what: "purchase",
  claim: (db, at, limit) => claimPurchases(db, { at, reviewDays: REVIEW_DAYS, limit }),
  lookAt,
};

async function lookAt(context: PaymentContext, purchase: BoostPurchase, at: Date): Promise<string> {
  const { state } = await settlePurchase(context, purchase.id, { disputes: purchase.settledAt !== null });
  const isAbandoned = at.getTime() - purchase.createdAt.getTime() >= ABANDONED_AFTER;
  return isAbandoned && state === "open" ? giveUp(context, purchase) : state;
}

/**
 * Ends what nobody paid. A hosted page is closed at the provider first, and whoever paid at the last moment is still served; an order is only ever
 * paid by our capturing it, which a closed purchase never does.
 */
async function giveUp(context: PaymentContext, { id, stripeCheckoutId }: BoostPurchase): Promise<string> {
  if (stripeCheckoutId && (await context.card.findCheckout(stripeCheckoutId))) {
    await context.card.expireCheckout(stripeCheckoutId);
  } else {
    await markPurchaseFailed(context.db, id);
  }
  return (await settlePurchase(context, id)).state;
}
