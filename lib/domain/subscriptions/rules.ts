import { isAtLeast, isPaid, TIER_RULES } from "@/lib/ground/tiers";
import type { PaidTier, Tier } from "@/lib/ground/vocabulary";
import type { SubscriptionPayment, SubscriptionPlan } from "@/lib/providers/gateway";
import type { Subscription } from "./types";

const DAY = 86_400_000;

/** The provider's plan of a subscription: another price or currency is another plan. */
export function planOf(
  { tier, amount, currency }: Pick<Subscription, "tier" | "amount" | "currency">,
  appName: string,
): SubscriptionPlan {
  const name = `${appName} ${TIER_RULES[tier].planName}`;
  return { key: `${tier}-${amount}-${currency}`, name, amount, currency };
}

/** The same day of the next month, or its last day; by the calendar of UTC. */
export function addMonth(from: Date): Date {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
}

/** What a person has of their subscription; `expiry` is until when it was paid. */
export type Entitlement = { tier: Tier; expiry: Date | null };

/** How late a renewal may come, in milliseconds (D40). */
const RENEWAL_MAY_BE_LATE = 2 * DAY;

/**
 * When a tier ends: at the end of what was paid or, where its agreement goes on and the next payment is due then, once
 * that is too late (D40).
 */
export function tierEnd({ tier, expiry }: Entitlement, renews: boolean): Date | null {
  return expiry && renews && isPaid(tier) ? new Date(expiry.getTime() + RENEWAL_MAY_BE_LATE) : expiry;
}

/** Whether a person's tier counts at a moment (D11). */
export function isRunning({ tier, expiry }: Entitlement, at: Date): boolean {
  return isPaid(tier) && (expiry === null || expiry > at);
}

/** How far beyond a month a provider's next payment may lie for its period to last until then. */
const LATE_PAYMENT = 4 * DAY;

type Judged = { period: { start: Date; end: Date } } | { refused: "mismatch" | "plan_ended" };

/**
 * What a payment buys: a month from when it was made or, while the same tier still runs, from that tier's end; if the provider takes its next
 * payment a little later, until then, so that short months leave no gap. A payment that is not what was agreed, that came after the agreement was
 * to end, or for a tier below one that runs, buys nothing and goes back.
 */
export function judgePayment(
  payment: Pick<SubscriptionPayment, "amount" | "currency" | "paidAt">,
  {
    subscription,
    holding,
    isOurs,
    nextPaymentAt,
  }: {
    subscription: Subscription;
    holding: Entitlement;
    /** The provider's agreement is the one that our row describes. */
    isOurs: boolean;
    /** Null for all payments but the latest. */
    nextPaymentAt: Date | null;
  },
): Judged {
  const { tier, amount, currency, endRequestedAt } = subscription;
  const { paidAt } = payment;
  if (!isOurs || payment.amount !== amount || payment.currency !== currency) return { refused: "mismatch" };
  const isOver = endRequestedAt !== null && paidAt > endRequestedAt;
  if (isOver || (!isAtLeast(tier, holding.tier) && isRunning(holding, paidAt))) {
    return { refused: "plan_ended" };
  }
  const start = holding.tier === tier && holding.expiry && holding.expiry > paidAt ? holding.expiry : paidAt;
  const month = addMonth(start);
  const next = nextPaymentAt?.getTime() ?? 0;
  const isLater = next > month.getTime() && next <= month.getTime() + LATE_PAYMENT;
  return { period: { start, end: isLater ? new Date(next) : month } };
}

/** What a person has left once a period that they paid for is taken back: what of it had not passed yet is gone. */
export function withoutPeriod(
  holding: Entitlement,
  tier: PaidTier,
  { start, end }: { start: Date; end: Date },
  at: Date,
): Entitlement {
  if (holding.tier !== tier || holding.expiry === null) return holding;
  const unused = end.getTime() - Math.max(start.getTime(), at.getTime());
  return unused > 0 ? { tier, expiry: new Date(holding.expiry.getTime() - unused) } : holding;
}

/**
 * What a person has once the tier that replaced another is taken back: what of the other's paid periods has not passed at that moment, since who
 * gets one month's money back must not lose another's.
 */
export function restored(tier: PaidTier, left: readonly { start: Date; end: Date }[], at: Date): Entitlement {
  const unused = left.map(({ start, end }) => end.getTime() - Math.max(start.getTime(), at.getTime()));
  return { tier, expiry: new Date(at.getTime() + unused.reduce((sum, each) => sum + each, 0)) };
}

const MINUTE = 60_000;
/** How long an ended subscription's payments may still be refunded or lost in a dispute. */
const REVIEWED = 120 * DAY;

/** How long a payment that was reported is looked for, beside the looks that are due anyway. */
const AWAITED_FOR = 3 * DAY;

/** Whether a payment that was on its way has not come for so long that it will not. */
export function isNoLongerAwaited(since: Date | null, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() > AWAITED_FOR;
}

/**
 * When the provider is asked about a subscription next: soon while something must be done there or a payment is on its
 * way, once a day while it runs and when its period ends, and now and then after it has ended. Null when nothing can
 * come any more.
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
  if (endedAt) return at.getTime() < endedAt.getTime() + REVIEWED ? after(7 * DAY) : null;
  if (endRequestedAt) return after(10 * MINUTE);
  if (status === "suspended" || expiry === null) return after(DAY);
  const tillEnd = expiry.getTime() - at.getTime() + 10 * MINUTE;
  return after(tillEnd > 0 ? Math.min(DAY, tillEnd) : Math.min(DAY, Math.max(10 * MINUTE, -tillEnd / 2)));
}
