import type { Occasion, PaymentContext } from "@/lib/domain/donations/types";
import { captureOrder } from "@/lib/domain/payments/capture-order";
import { noteDeclines } from "@/lib/domain/payments/note-declines";
import { giveBack } from "@/lib/domain/payments/refund";
import { isErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderPayment } from "@/lib/providers/payment";
import { bookPurchase, bookPurchaseRefund } from "./book-purchase";
import {
  attachPayment,
  findPurchase,
  findPurchaseByPayment,
  markPurchaseFailed,
  noteCaptureRefused,
  noteRefundRefusal,
} from "./purchase-store";
import type { BoostPurchase, PurchaseSettlement } from "./types";

/**
 * Looks at the payment of a purchase at its provider and brings the books to what is true of it; an order that its
 * buyer approved is captured first. Webhooks, the return page and reconciliation all call this; it can be called any
 * number of times, at once and in any order. Disputes are asked about once it is settled, where the occasion calls for
 * it.
 * @throws ProviderUnavailable
 */
export async function settlePurchase(
  context: PaymentContext,
  id: string,
  { disputes = false, approvedAt }: Occasion = {},
): Promise<PurchaseSettlement> {
  const settlement = await settle(context, id, { disputes: false, approvedAt });
  const isSettled = settlement.state === "granted" || settlement.state === "refund_due";
  // Only now: what is due goes back, and what went back is booked, whether or not disputes can be read.
  return disputes && isSettled && settlement.purchase.paymentMethod === "paypal"
    ? settle(context, id, { disputes })
    : settlement;
}

async function settle(context: PaymentContext, id: string, occasion: Occasion): Promise<PurchaseSettlement> {
  const purchase = await findPurchase(context.db, id);
  if (!purchase) return { state: "unknown" };
  const found = await lookUp(context, purchase, occasion);
  if (found === "closed") await markPurchaseFailed(context.db, id);
  const truth = found === "closed" ? null : found;
  if (truth) await noteDeclines(context, id, truth.declines);
  if (truth?.state === "cancelled") await markPurchaseFailed(context.db, id);
  if (truth?.state === "succeeded") {
    const { received } = truth;
    const paid = { paymentId: truth.id, at: now(), received, mismatch: !isExact(purchase, truth) };
    await bookPurchase(context.db, id, paid);
  }
  return finish(context, await reload(context, purchase), truth);
}

/** Settles the purchase that a payment belongs to: by its id or, when the event overtook the answer that told us the id, by the id we gave it. */
export async function settlePurchaseOf(
  context: PaymentContext,
  provider: PaymentProvider,
  paymentId: string,
  occasion: Occasion = {},
): Promise<PurchaseSettlement> {
  const known = await findPurchaseByPayment(context.db, provider, paymentId);
  if (known) return settlePurchase(context, known.id, occasion);
  const truth = await findPayment(context, provider, paymentId);
  const claimed = truth?.metadata.purchaseId ?? "";
  if (!(await attachPayment(context.db, claimed, provider, paymentId))) return { state: "unknown" };
  return settlePurchase(context, claimed, occasion);
}

/** What is true of a purchase's payment; null while there is none, `closed` when there can be none any more. */
async function lookUp(
  context: PaymentContext,
  purchase: BoostPurchase,
  occasion: Occasion,
): Promise<ProviderPayment | "closed" | null> {
  const { paymentMethod, paypalOrderId } = purchase;
  if (paymentMethod === "stripe") return lookAtCheckout(context, purchase);
  return paypalOrderId ? lookAtOrder(context, purchase, paypalOrderId, occasion) : null;
}

/** A payment on a hosted page stays open after a card was declined there; it ends with the page. */
async function lookAtCheckout(
  { card }: PaymentContext,
  { stripeCheckoutId, stripePaymentIntentId }: BoostPurchase,
) {
  const known = stripePaymentIntentId ? await card.findPayment(stripePaymentIntentId) : null;
  if (known && known.state !== "open") return known;
  const checkout = stripeCheckoutId ? await card.findCheckout(stripeCheckoutId) : null;
  const payment = known ?? (checkout?.paymentId ? await card.findPayment(checkout.paymentId) : null);
  const isOpen = payment === null || payment.state === "open";
  return isOpen && checkout?.state === "expired" ? "closed" : payment;
}

/**
 * An approved order is only a promise: the first look takes the money, with a key made from our row, unless it
 * would have to go back at once because the buyer's account was erased. What the provider will not take is given up, or
 * left to its buyer to approve again.
 */
async function lookAtOrder(
  { db, wallet }: PaymentContext,
  purchase: BoostPurchase,
  orderId: string,
  { disputes = false, approvedAt = null }: Occasion,
) {
  const order = await wallet.findOrder(orderId, { disputes });
  if (order?.state !== "approved" || purchase.paymentStatus !== "pending" || !isOurs(purchase, order))
    return order;
  if (await isErased(db, purchase.userId)) return "closed";
  const { id, captureRefusedAt: refusedAt } = purchase;
  const captured = await captureOrder(
    { wallet },
    { order, key: `capture-boosts-${id}`, refusedAt, approvedAt },
  );
  if (captured.outcome === "waits") return order;
  if (captured.outcome === "again") {
    await noteCaptureRefused(db, purchase, captured.refusedAt);
    return { ...order, approvalUrl: captured.approvalUrl };
  }
  if (captured.outcome === "refused") await markPurchaseFailed(db, id);
  return wallet.findOrder(orderId);
}

function findPayment({ card, wallet }: PaymentContext, provider: PaymentProvider, paymentId: string) {
  return provider === "stripe" ? card.findPayment(paymentId) : wallet.findOrder(paymentId);
}

/** Whether the payment is about what the row asked for. */
function isOurs(purchase: BoostPurchase, truth: ProviderPayment): boolean {
  return (
    truth.amount === purchase.totalAmount &&
    truth.currency === purchase.currency &&
    truth.metadata.purchaseId === purchase.id
  );
}

/** Whether the provider charged exactly that. */
function isExact(purchase: BoostPurchase, truth: ProviderPayment): boolean {
  return isOurs(purchase, truth) && truth.received === purchase.totalAmount;
}

/** Gives back what bought nothing, and books what the provider took back. */
async function finish(
  context: PaymentContext,
  purchase: BoostPurchase,
  truth: ProviderPayment | null,
): Promise<PurchaseSettlement> {
  const isRefused = purchase.captureRefusedAt !== null && purchase.paymentStatus === "pending";
  const approvalUrl = isRefused ? (truth?.approvalUrl ?? null) : null;
  if (purchase.paymentStatus !== "completed") {
    return { state: stateOf(purchase, truth), purchase, approvalUrl };
  }
  const goneBack = truth !== null && (truth.refunded || truth.disputeLost);
  if (!goneBack && purchase.refundReason === null) return { state: "granted", purchase, approvalUrl };
  if (!truth) return { state: "refund_due", purchase, approvalUrl };
  if (!goneBack) {
    const { id, paymentMethod, refundRefusal } = purchase;
    const taken = { paymentMethod, paymentId: truth.id, refundRefusal };
    const refund = await giveBack(context, taken, `refund-boosts-${id}`);
    if (typeof refund === "object") await noteRefundRefusal(context.db, id, refund.refused);
    if (refund !== "given") return { state: "refund_due", purchase, approvalUrl };
  }
  await bookPurchaseRefund(context.db, purchase.id, {
    reason: truth.disputeLost ? "dispute" : "requested",
    received: truth.received,
    at: now(),
  });
  return { state: "refunded", purchase: await reload(context, purchase), approvalUrl };
}

function stateOf(purchase: BoostPurchase, truth: ProviderPayment | null) {
  if (purchase.paymentStatus === "refunded") return "refunded";
  if (purchase.paymentStatus === "failed") return "failed";
  return truth?.state === "processing" ? "processing" : "open";
}

async function reload({ db }: PaymentContext, { id }: BoostPurchase): Promise<BoostPurchase> {
  const current = await findPurchase(db, id);
  if (!current) throw new Error(`purchase ${id} vanished`);
  return current;
}
