import { settlePurchaseOf } from "@/lib/domain/boosts/settle-purchase";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { reviewSoon } from "@/lib/domain/payments/review-soon-store";
import { markHandled, recordEvent } from "@/lib/domain/payments/store";
import {
  settleSubscriptionOf,
  settleSubscriptionPaidBy,
} from "@/lib/domain/subscriptions/settle-subscription";
import { now } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/payment";

/**
 * Handles a verified webhook event: kept once by its id, then the payment or subscription it speaks of is looked at again. An event that was
 * stored but not handled, because the server died or the provider could not be asked, is handled when the provider sends it again. Answers what
 * was done.
 * @throws ProviderUnavailable
 */
export async function handleEvent(
  context: PaymentContext,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<string> {
  const { handled } = await recordEvent(context.db, provider, event, now());
  if (handled) return "already handled";
  const outcome = await lookAgain(context, provider, event);
  await markHandled(context.db, provider, event.id, outcome, now());
  return outcome;
}

async function lookAgain(
  context: PaymentContext,
  provider: PaymentProvider,
  {
    paymentId,
    subscriptionId,
    subscriptionPaymentId: told,
    isDispute: disputes,
    approvedAt,
    wentBack,
  }: ProviderEvent,
): Promise<string> {
  if (subscriptionId) {
    return (await settleSubscriptionOf(context, provider, subscriptionId, { told, disputes })).state;
  }
  if (wentBack) return `looks again at ${await reviewSoon(context.db, wentBack, now())}`;
  if (!paymentId) return "not about a payment";
  const donation = await settlePayment(context, paymentId, provider, { disputes, approvedAt });
  if (donation.state !== "unknown") return donation.state;
  const purchase = await settlePurchaseOf(context, provider, paymentId, { disputes, approvedAt });
  if (purchase.state !== "unknown") return purchase.state;
  return (await settleSubscriptionPaidBy(context, provider, paymentId, { disputes })).state;
}
