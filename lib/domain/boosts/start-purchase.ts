import { refuseIfEnded } from "@/lib/domain/payments/card-attempts";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { BoostType, Locale, PaymentProvider } from "@/lib/ground/vocabulary";
import { gatewayOf } from "@/lib/providers/gateway";
import { attachPage, insertPurchase, purchaseRecords } from "./purchase-store";
import { boostTotal, pageFor } from "./rules";
import type { BoostPurchase } from "./types";

type PurchaseInput = {
  boostType: BoostType;
  quantity: number;
  method: PaymentProvider;
  /** What the client expects to pay, in cents; only compared (D9). */
  amount?: number | undefined;
  currency?: string | undefined;
  /** Shown on the provider's page, in the buyer's language. */
  description: string;
  locale: Locale;
  /** Path on our origin that the provider's page returns to. */
  returnPath: string;
};

/**
 * Starts a purchase of boosts (specification 4; D9; api.md, Buying). The pending row is stored before the call to the
 * provider, whose idempotency key is made from the row's id. `id` is the client's: a repeated call returns the same
 * purchase and page. Returns the address where the buyer pays.
 * @throws AppError CURRENCY_MISMATCH, AMOUNT_MISMATCH, PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function startBoostPurchase(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { amount, currency = env().currency, method, ...order }: PurchaseInput,
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
  const purchase = await purchaseRecords.find(context.db, id);
  if (purchase?.userId !== viewer.id || purchase.paymentStatus !== "pending") {
    throw new AppError("PURCHASE_CLOSED");
  }
  return { url: await openPage(context, purchase) };
}

async function openPage(context: PaymentContext, purchase: BoostPurchase): Promise<string> {
  const { db } = context;
  const gateway = gatewayOf(context, purchase.paymentMethod);
  const page = await gateway.openPage(pageFor(purchase, env().appUrl));
  // The provider no longer had the key and opened a second page: only the first may be paid.
  if (!(await attachPage(db, purchase, page.id))) throw new AppError("PURCHASE_CLOSED");
  await refuseIfEnded(context, gateway, { rowId: purchase.id, providerId: page.id });
  return page.url;
}
