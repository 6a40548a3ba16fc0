import type { Db, Tx } from "@/db/client";
import { requireLink, sendLinkTo, spendLink } from "@/lib/domain/accounts/links";
import type { Whereabouts } from "@/lib/domain/accounts/types";
import { writeMail } from "@/lib/domain/messages/write-messages";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { endAtProvider } from "./end-at-provider";
import { type Entitlement, keptUntil } from "./rules";
import { lockEntitlement, requestEnd, setEntitlement } from "./store";

/**
 * Cancels the caller's subscription (D11): no further payment, and the tier stays until the end of the paid period.
 * This takes effect even while the provider is unreachable; the agreement is stored as ended once the provider confirms
 * it. Returns until when the tier runs, ISO 8601 UTC. `isRetry`: an earlier call of theirs may have done so, without an
 * answer.
 * @throws AppError NOT_SUBSCRIBED
 */
export async function cancelSubscription(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  isRetry = false,
): Promise<{ subscriptionExpiry: string | null }> {
  const { expiry } = await context.db.transaction(async (tx) => {
    await lockPlaces(tx, viewer.id);
    const at = now();
    return endPlan(tx, viewer.id, { cause: `${viewer.id} ${at.toISOString()}`, at }, isRetry);
  });
  await endAtProvider(context, viewer.id);
  return { subscriptionExpiry: expiry?.toISOString() ?? null };
}

/**
 * Requests the end of all that a person pays for every month, and confirms it by mail. The caller has locked the
 * person's places.
 * @throws AppError NOT_SUBSCRIBED
 */
async function endPlan(
  tx: Tx,
  userId: string,
  { cause, at }: { cause: string; at: Date },
  isRetry = false,
): Promise<Entitlement> {
  if ((await requestEnd(tx, userId, { at })) === 0) {
    const entitlement = await lockEntitlement(tx, userId);
    if (isRetry && entitlement.cancelled) return entitlement;
    throw new AppError("NOT_SUBSCRIBED");
  }
  await lockRequestsOf(tx, userId);
  const entitlement = await lockEntitlement(tx, userId);
  const after = { ...entitlement, endsAt: entitlement.expiry, cancelled: true };
  await setEntitlement(tx, userId, after, at);
  await placeRequestsOf(tx, userId, { ownerTier: after.tier, ownerTierExpiry: after.endsAt }, at);
  const data = { tier: entitlement.tier, until: keptUntil(entitlement.expiry, at)?.toISOString() ?? null };
  await writeMail(tx, { kind: "plan_cancelled", cause, userId, at, data });
  return entitlement;
}

/** Sends the link that cancels a plan without signing in to an address, if an account has it (safety.md, Buying). */
export async function sendCancelLink(db: Db, email: string, from: Whereabouts): Promise<void> {
  await sendLinkTo(db, email, { kind: "cancel_plan", from });
}

/**
 * Cancels the plan of the account that a link was sent to, once, and confirms it by mail. The link is spent last: locks
 * are taken in their order, and a refusal undoes all of it.
 * @throws AppError TOKEN_INVALID, NOT_SUBSCRIBED
 */
export async function cancelByLink(
  context: PaymentContext,
  token: string,
): Promise<{ subscriptionExpiry: string | null }> {
  const { userId } = await requireLink(context.db, token, "cancel_plan");
  const { expiry } = await context.db.transaction(async (tx) => {
    await lockPlaces(tx, userId);
    const at = now();
    const link = await requireLink(tx, token, "cancel_plan");
    const ended = await endPlan(tx, userId, { cause: link.id, at });
    await spendLink(tx, token, "cancel_plan", at);
    return ended;
  });
  await endAtProvider(context, userId);
  return { subscriptionExpiry: expiry?.toISOString() ?? null };
}
