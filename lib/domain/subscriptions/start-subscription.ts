import { refuseIfEnded } from "@/lib/domain/payments/card-attempts";
import { PENDING_AFTER } from "@/lib/domain/payments/rules";
import type { PaymentContext } from "@/lib/domain/payments/types";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { isAtLeast, TIER_RULES } from "@/lib/ground/tiers";
import type { Locale, PaidTier, PaymentProvider } from "@/lib/ground/vocabulary";
import type { NewSubscription } from "@/lib/providers/gateway";
import { gatewayOf } from "@/lib/providers/gateway";
import { isRunning, planOf } from "./rules";
import {
  attachSubscription,
  findSubscription,
  insertSubscription,
  selectEntitlement,
  selectOngoing,
} from "./store";
import type { Subscription } from "./types";

type SubscriptionInput = {
  tier: PaidTier;
  method: PaymentProvider;
  locale: Locale;
  /** Path on our origin that the provider's page returns to. */
  returnPath: string;
};

/**
 * Starts a monthly subscription by card or by wallet (specification 4; D9, D11, D49; api.md, Buying). The pending row
 * is stored before the call to the provider, whose idempotency key is made from the row's id. `id` is the client's: a
 * repeated call returns the same subscription and page. A person can subscribe again after cancelling, and change from
 * gold to diamond at any time, but to gold only once diamond has ended.
 * @throws AppError ALREADY_SUBSCRIBED, PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function startSubscription(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { tier, method, ...order }: SubscriptionInput,
  id: string,
): Promise<{ url: string }> {
  const { db } = context;
  const { currency } = env();
  if (await isSubscribed(context, viewer.id, tier)) throw new AppError("ALREADY_SUBSCRIBED");
  const at = now();
  await insertSubscription(db, {
    ...order,
    id,
    tier,
    userId: viewer.id,
    amount: TIER_RULES[tier].monthlyPrice,
    currency,
    paymentMethod: method,
    checkAt: new Date(at.getTime() + PENDING_AFTER),
  });
  const subscription = await findSubscription(db, id);
  if (subscription?.userId !== viewer.id || subscription.status !== "pending") {
    throw new AppError("PURCHASE_CLOSED");
  }
  const gateway = gatewayOf(context, method);
  const page = await gateway.createSubscription(agreementFor(subscription));
  // The provider no longer had the key and made a second agreement: only the first may be approved.
  if (!(await attachSubscription(db, subscription, "asked", page.id))) throw new AppError("PURCHASE_CLOSED");
  await refuseIfEnded(context, gateway, { rowId: id, providerId: page.id });
  return { url: page.url };
}

/** A first payment that is later than this, in milliseconds, may never come: the agreement no longer blocks another. */
const FIRST_PAYMENT_WITHIN = DAY;

/** Whether a person has this plan or a better one, and it continues. */
async function isSubscribed({ db }: PaymentContext, userId: string, tier: PaidTier): Promise<boolean> {
  const entitlement = await selectEntitlement(db, userId);
  const ongoing = await selectOngoing(db, userId, new Date(now().getTime() - FIRST_PAYMENT_WITHIN));
  if (ongoing.some((each) => isAtLeast(each, tier))) return true;
  if (!isRunning(entitlement, now())) return false;
  return entitlement.tier === tier ? !entitlement.cancelled : isAtLeast(entitlement.tier, tier);
}

/** The agreement to create. It depends only on the row, so a repeated call sends the same parameters. */
function agreementFor(subscription: Subscription): NewSubscription {
  const { appName, appUrl } = env();
  const back = new URL(subscription.returnPath, appUrl);
  back.searchParams.set("subscription", subscription.id);
  const cancelled = new URL(back);
  cancelled.searchParams.set("cancelled", "1");
  return {
    plan: planOf(subscription, appName),
    subscriptionId: subscription.id,
    idempotencyKey: `subscription-${subscription.id}`,
    locale: subscription.locale,
    returnUrl: back.href,
    cancelUrl: cancelled.href,
  };
}
