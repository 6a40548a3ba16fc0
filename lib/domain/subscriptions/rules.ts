import { boostTotal } from "@/lib/domain/boosts/rules";
import { DAY, MINUTE } from "@/lib/ground/durations";
import { isAtLeast, isPaid, TIER_RULES } from "@/lib/ground/tiers";
import type { PaidTier, Tier } from "@/lib/ground/vocabulary";
import type { SubscriptionPayment, SubscriptionPlan } from "@/lib/providers/gateway";
import type { Subscription } from "./types";

/** The provider's plan of a subscription: another price or currency needs another plan. */
export function planOf(
  { tier, amount, currency }: Pick<Subscription, "tier" | "amount" | "currency">,
  appName: string,
): SubscriptionPlan {
  const name = `${appName} ${TIER_RULES[tier].planName}`;
  return { key: `${tier}-${amount}-${currency}`, name, amount, currency };
}

/** The same day of the next month, or its last day, in UTC. */
export function addMonth(from: Date): Date {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
}

/** A person's tier; `expiry` is the end of the paid time. */
export type Entitlement = { tier: Tier; expiry: Date | null };

/** How late a renewal may be, in milliseconds (D40). */
const RENEWAL_MAY_BE_LATE = 2 * DAY;

/**
 * When a tier ends: at the end of the paid time or, if its agreement renews then, at the latest time of the renewal
 * (D40).
 */
export function tierEnd({ tier, expiry }: Entitlement, renews: boolean): Date | null {
  return expiry && renews && isPaid(tier) ? new Date(expiry.getTime() + RENEWAL_MAY_BE_LATE) : expiry;
}

/** Whether a person's tier is valid at a time (D11). */
export function isRunning({ tier, expiry }: Entitlement, at: Date): boolean {
  return isPaid(tier) && (expiry === null || expiry > at);
}

/** Until when a plan that is cancelled at a time keeps its tier (D11); null where that has passed. */
export function keptUntil(expiry: Date | null, at: Date): Date | null {
  return expiry && expiry > at ? expiry : null;
}

/**
 * The provider's next payment may be this much later than a month, in milliseconds, for the period to last until then.
 */
const LATE_PAYMENT = 4 * DAY;

type Decision = { period: { start: Date; end: Date } } | { refused: "mismatch" | "plan_ended" };

/**
 * What a payment buys: a month from the payment or, while the same tier runs, from that tier's end. If the provider
 * takes its next payment a little later, the period lasts until then, so that short months leave no gap. A payment that
 * differs from the agreement, came after its requested end, or is for a lower tier than one that runs, buys nothing and
 * is refunded.
 */
export function judgePayment(
  payment: Pick<SubscriptionPayment, "amount" | "currency" | "paidAt">,
  {
    subscription,
    entitlement,
    isOurs,
    nextPaymentAt,
  }: {
    subscription: Subscription;
    entitlement: Entitlement;
    /** The provider's agreement has the plan and the id of our row. */
    isOurs: boolean;
    /** Null for all payments but the latest. */
    nextPaymentAt: Date | null;
  },
): Decision {
  const { tier, amount, currency, endRequestedAt } = subscription;
  const { paidAt } = payment;
  if (!isOurs || payment.amount !== amount || payment.currency !== currency) return { refused: "mismatch" };
  const isOver = endRequestedAt !== null && paidAt > endRequestedAt;
  if (isOver || (!isAtLeast(tier, entitlement.tier) && isRunning(entitlement, paidAt))) {
    return { refused: "plan_ended" };
  }
  const start =
    entitlement.tier === tier && entitlement.expiry && entitlement.expiry > paidAt
      ? entitlement.expiry
      : paidAt;
  const month = addMonth(start);
  const next = nextPaymentAt?.getTime() ?? 0;
  const isLater = next > month.getTime() && next <= month.getTime() + LATE_PAYMENT;
  return { period: { start, end: isLater ? new Date(next) : month } };
}

/** The entitlement after a paid period is reversed: the period's unused time is removed. */
export function withoutPeriod(
  entitlement: Entitlement,
  tier: PaidTier,
  { start, end }: { start: Date; end: Date },
  at: Date,
): Entitlement {
  if (entitlement.tier !== tier || entitlement.expiry === null) return entitlement;
  const unused = end.getTime() - Math.max(start.getTime(), at.getTime());
  return unused > 0 ? { tier, expiry: new Date(entitlement.expiry.getTime() - unused) } : entitlement;
}

/**
 * The entitlement after the tier that replaced another is reversed: the unused time of the other tier's paid periods,
 * because a refund of one month must not cost another.
 */
export function restoredEntitlement(
  tier: PaidTier,
  left: readonly { start: Date; end: Date }[],
  at: Date,
): Entitlement {
  const unused = left.map(({ start, end }) => end.getTime() - Math.max(start.getTime(), at.getTime()));
  return { tier, expiry: new Date(at.getTime() + unused.reduce((sum, each) => sum + each, 0)) };
}

/** How long payments of an ended subscription are reviewed for refunds and disputes, in milliseconds. */
const REVIEW_TIME = 120 * DAY;

/** How long a reported payment is awaited, in milliseconds. Scheduled checks still find it later. */
const AWAITED_FOR = 3 * DAY;

/** Whether an expected payment is so late that it is no longer awaited. */
export function isNoLongerAwaited(since: Date | null, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() > AWAITED_FOR;
}

/**
 * When to check a subscription at the provider again: soon while a refund is due, an end is requested or a payment is
 * awaited; daily while it runs, and shortly after its period ends; weekly for a while after it has ended. Null when
 * nothing can change any more.
 */
export function nextCheck(
  {
    status,
    endRequestedAt,
    endedAt,
    paymentAwaitedSince: awaited,
  }: Pick<Subscription, "status" | "endRequestedAt" | "endedAt" | "paymentAwaitedSince">,
  { expiry, refundDue }: { expiry: Date | null; refundDue: boolean },
  at: Date,
): Date | null {
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds);
  if (refundDue) return after(10 * MINUTE);
  if (awaited) return after(Math.min(DAY, Math.max(MINUTE, at.getTime() - awaited.getTime())));
  if (endedAt) return at.getTime() < endedAt.getTime() + REVIEW_TIME ? after(7 * DAY) : null;
  if (endRequestedAt) return after(10 * MINUTE);
  if (status === "suspended" || expiry === null) return after(DAY);
  const tillEnd = expiry.getTime() - at.getTime() + 10 * MINUTE;
  return after(tillEnd > 0 ? Math.min(DAY, tillEnd) : Math.min(DAY, Math.max(10 * MINUTE, -tillEnd / 2)));
}

/** How long before a cancelled tier ends its owner is reminded, in milliseconds. */
export const REMINDED_BEFORE = 3 * DAY;

/** The cause of a message that a month could not be collected, and the subscription that it is about. */
export const renewalCause = (subscriptionId: string, month: string) => `${subscriptionId} ${month}`;
export const subscriptionOf = (cause: string) => cause.split(" ")[0] ?? "";

/** What is left of a month's price after the boosts that were used of it, at list price; in cents. */
export function planLeft({ tier, amount }: { tier: PaidTier; amount: number }, unused: number): number {
  const { boostType, quantity } = TIER_RULES[tier].monthlyBoosts;
  return Math.max(0, amount - boostTotal(boostType, quantity - unused));
}
