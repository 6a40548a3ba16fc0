import type { PaymentContext } from "@/lib/domain/payments/types";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { endAtProvider } from "./end-at-provider";
import { lockEntitlement, requestEnd, setEntitlement } from "./store";

/**
 * Cancels the caller's subscription (D11): no further payment, and the tier stays until the end of the paid period.
 * This takes effect even while the provider is unreachable; the agreement is stored as ended once the provider confirms
 * it. Returns until when the tier runs, ISO 8601 UTC.
 * @throws AppError NOT_SUBSCRIBED
 */
export async function cancelSubscription(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
): Promise<{ subscriptionExpiry: string | null }> {
  const expiry = await context.db.transaction(async (tx) => {
    await lockPlaces(tx, viewer.id);
    const at = now();
    if ((await requestEnd(tx, viewer.id, { at })) === 0) throw new AppError("NOT_SUBSCRIBED");
    await lockRequestsOf(tx, viewer.id);
    const entitlement = await lockEntitlement(tx, viewer.id);
    const after = { ...entitlement, endsAt: entitlement.expiry, cancelled: true };
    await setEntitlement(tx, viewer.id, after, at);
    const owner = { ownerTier: after.tier, ownerTierExpiry: after.endsAt };
    await placeRequestsOf(tx, viewer.id, owner, at);
    return entitlement.expiry;
  });
  await endAtProvider(context, viewer.id);
  return { subscriptionExpiry: expiry?.toISOString() ?? null };
}
