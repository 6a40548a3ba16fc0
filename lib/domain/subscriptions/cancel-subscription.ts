import { now } from "@/lib/clock";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { lockPlaces } from "@/lib/domain/requests/store";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/errors";
import { endAtProvider } from "./end-at-provider";
import { requestEnd, selectHolding, setHolding } from "./store";

/**
 * Cancels the caller's subscription (D11): no further payment, and its tier stays until it has run out. It holds at once, also while the provider
 * cannot be reached. Answers until when the tier runs, ISO 8601 UTC.
 * @throws AppError NOT_SUBSCRIBED
 */
export async function cancelSubscription(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
): Promise<{ subscriptionExpiry: string | null }> {
  const expiry = await context.db.transaction(async (tx) => {
    await lockPlaces(tx, viewer.id);
    if ((await requestEnd(tx, viewer.id, { at: now() })) === 0) throw new AppError("NOT_SUBSCRIBED");
    const holding = await selectHolding(tx, viewer.id, { locked: true });
    await setHolding(tx, viewer.id, { ...holding, cancelled: true });
    return holding.expiry;
  });
  await endAtProvider(context, viewer.id);
  return { subscriptionExpiry: expiry?.toISOString() ?? null };
}
