import type { PaymentContext } from "@/lib/domain/donations/types";
import { refuseIfEnded } from "@/lib/domain/payments/begin-card-payment";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { BoostType, Locale, PaymentProvider } from "@/lib/ground/vocabulary";
import { attachId, findPurchase, insertPurchase } from "./purchase-store";
import { boostTotal, checkoutFor } from "./rules";
import type { BoostPurchase } from "./types";

type Order = {
  boostType: BoostType;
  quantity: number;
  method: PaymentProvider;
  /** What the buyer believes it costs, cents; only compared (D9). */
  amount?: number | undefined;
  currency?: string | undefined;
  /** What the provider's page calls it, in the buyer's language. */
  description: string;
  locale: Locale;
  /** Where the provider's page leads back to, a path of ours. */
  returnPath: string;
};

/**
 * Starts a purchase of boosts (specification 4; D9; api.md, Buying): the row stands as pending before the provider is asked, with a key made from
 * its id. `id` is the operation's: asked again, the same purchase and the same page answer. Answers where the buyer pays.
 * @throws AppError CURRENCY_MISMATCH, AMOUNT_MISMATCH, PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function startBoostPurchase(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { amount, currency = env().currency, method, ...order }: Order,
  id: string,
): Promise<{ url: string }> {
  if (currency.toLowerCase() !== env().currency) {
    throw new AppError("CURRENCY_MISMATCH", { values: { currency: env().currency.toUpperCase() } });
  }
  const totalAmount = boostTotal(order.boostType, order.quantity);
  if (amount !== undefined && amount !== totalAmount) {
    throw new AppError("AMOUNT_MISMATCH", { values: { totalCents: totalAmount } });
  }
  await insertPurchase(context.db, {
    ...order,
    id,
    userId: viewer.id,
    totalAmount,
    currency: env().currency,
    paymentMethod: method,
    checkAt: new Date(now().getTime() + PENDING_AFTER),
  });
  const purchase = await findPurchase(context.db, id);
  if (purchase?.userId !== viewer.id || purchase.paymentStatus !== "pending") {
    throw new AppError("PURCHASE_CLOSED");
  }
  return { url: await openPage(context, purchase) };
}

async function openPage(context: PaymentContext, purchase: BoostPurchase): Promise<string> {
  const { db, card, wallet } = context;
  const asked = checkoutFor(purchase, env().appUrl);
  const isCard = purchase.paymentMethod === "stripe";
  const page = isCard ? await card.createCheckout(asked) : await wallet.createOrder(asked);
  const attached = await attachId(db, purchase.id, isCard ? "stripeCheckoutId" : "paypalOrderId", page.id);
  // The provider forgot the key and opened a second page: only the first may be paid on.
  if (!attached) throw new AppError("PURCHASE_CLOSED");
  if (isCard) await refuseIfEnded(context, purchase.id, () => card.expireCheckout(page.id));
  return "url" in page ? page.url : page.approvalUrl;
}
