import type { PaymentContext } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { orIfUnavailable } from "@/lib/providers/gateway";
import { settleSubscription } from "./settle-subscription";
import { findSubscription } from "./store";
import type { SubscriptionOutcome } from "./types";

/**
 * Settles a subscription and returns its outcome, for the page that the owner returns to. A caller who is not the owner
 * learns and changes nothing.
 */
export async function subscriptionOutcome(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  id: string,
): Promise<SubscriptionOutcome> {
  const known = await findSubscription(context.db, id);
  if (known?.userId !== viewer.id) return { state: "unknown" };
  const settled = await orIfUnavailable(settleSubscription(context, id), null);
  if (!settled) return { state: "unavailable" };
  if (settled.state === "unknown") return settled;
  const state = settled.state === "ended" ? "failed" : settled.state;
  return { state, tier: known.tier, expiry: settled.expiry?.toISOString() ?? null };
}
