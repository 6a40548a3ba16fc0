import type { PaymentContext } from "@/lib/domain/payments/types";
import { settleSubscriptionOf } from "@/lib/domain/subscriptions/settle-subscription";
import { now } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/gateway";
import { markHandled, recordEvent, reviewSoon } from "./event-store";
import { settlePayment } from "./settle-payment";

/**
 * Handles a verified webhook event: stores it once by its id, then settles what it is about. An event that was stored
 * but not handled, because the server stopped or the provider was unreachable, is handled when the provider sends it
 * again. Returns the outcome, for the log.
 * @throws ProviderUnavailable
 */
export async function handleEvent(
  context: PaymentContext,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<string> {
  const { handled } = await recordEvent(context.db, provider, event, now());
  if (handled) return "already handled";
  const outcome = await dispatch(context, provider, event);
  await markHandled(context.db, provider, event.id, outcome, now());
  return outcome;
}

async function dispatch(
  context: PaymentContext,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<string> {
  const { paymentId, subscriptionId, isDispute: disputes, isReversal, approvedAt, unnamedReversal } = event;
  if (subscriptionId) {
    const { subscriptionPaymentId: reported } = event;
    return (await settleSubscriptionOf(context, provider, subscriptionId, { reported, disputes })).state;
  }
  if (unnamedReversal) {
    return `reviews ${await reviewSoon(context.db, provider, unnamedReversal, now())} payments soon`;
  }
  if (!paymentId) return "not about a payment";
  return (await settlePayment(context, provider, paymentId, { disputes, isReversal, approvedAt })).state;
}
