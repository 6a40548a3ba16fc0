import { now } from "@/lib/clock";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import type { PaymentContext } from "@/lib/domain/donations/types";
import type { ProviderEvent } from "@/lib/providers/payment";
import { markHandled, recordEvent } from "./store";

/**
 * Handles a verified webhook event: kept once by its id, then the payment it speaks of is looked at again. An event that was stored but not
 * handled, because the server died or the provider could not be asked, is handled when the provider sends it again. Answers what was done.
 * @throws ProviderUnavailable
 */
export async function handleEvent(
  context: PaymentContext,
  provider: string,
  event: ProviderEvent,
): Promise<string> {
  const { handled } = await recordEvent(context.db, provider, event, now());
  if (handled) return "already handled";
  const outcome = event.paymentId
    ? (await settlePayment(context, event.paymentId)).state
    : "not about a payment";
  await markHandled(context.db, provider, event.id, outcome, now());
  return outcome;
}
