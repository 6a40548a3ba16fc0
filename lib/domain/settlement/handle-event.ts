import type { Db } from "@/db/client";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { settleSubscriptionOf } from "@/lib/domain/subscriptions/settle-subscription";
import { now } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/gateway";
import { markHandled, type RecordedEvent, recordEvent, reviewSoon } from "./event-store";
import { settlePayment } from "./settle-payment";

/** Handles a verified webhook event: settles what it is about. @throws ProviderUnavailable */
export function handleEvent(
  context: PaymentContext,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<string> {
  const { id, type, paymentId, subscriptionId } = event;
  const recorded = { source: provider, id, type, about: paymentId ?? subscriptionId ?? null };
  return handleOnce(context.db, recorded, () => dispatch(context, provider, event));
}

/**
 * Stores an event once by its id, then handles it. One that was stored but not handled, because the server stopped or
 * the provider was unreachable, is handled when the provider sends it again. Returns the outcome, for the log.
 */
export async function handleOnce(
  db: Db,
  event: RecordedEvent,
  handle: () => Promise<string>,
): Promise<string> {
  if ((await recordEvent(db, event, now())).handled) return "already handled";
  const outcome = await handle();
  await markHandled(db, event, outcome, now());
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
