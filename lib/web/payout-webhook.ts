import "server-only";
import { handlePayoutEvent } from "@/lib/domain/settlement/handle-payout-event";
import { now } from "@/lib/ground/clock";
import { count } from "@/lib/ground/spans";
import { BadSignature } from "@/lib/providers/gateway";
import type { PayoutEventSource } from "@/lib/providers/payout-provider";
import { log } from "@/lib/server/log";
import { MAX_EVENT, readText } from "./input";
import { payments } from "./payments";

/**
 * Handles an event about payees: each source has an address and a secret of its own (payouts.md).
 * @throws BadSignature, ProviderUnavailable
 */
export async function receivePayoutEvent(
  source: PayoutEventSource,
  { request, requestId }: { request: Request; requestId: string },
): Promise<{ received: true }> {
  const context = payments();
  const body = await readText(request, MAX_EVENT);
  const provider = context.payoutProviders.stripe;
  if (!provider?.readEvent) throw new BadSignature("no provider of these events is configured");
  const event = provider.readEvent(source, body, request.headers.get("stripe-signature"), now());
  const outcome = await handlePayoutEvent(context, source, event);
  count("steuntje.settlements", { provider: source, outcome });
  const { id, type, account, payout } = event;
  log.info({ requestId, event: id, type, account, payout, outcome }, "payout event");
  return { received: true };
}
