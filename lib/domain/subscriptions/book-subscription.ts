import type { Db, Tx } from "@/db/client";
import { grantBoosts, revokeBoosts } from "@/lib/domain/boosts/balance";
import { writeMail } from "@/lib/domain/messages/write-messages";
import {
  recordDisputeFee,
  recordPaid,
  recordPartialRefund,
  recordRefund,
} from "@/lib/domain/payments/ledger";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import { lockErased } from "@/lib/domain/users/guards";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import { isAtLeast, PAID_TIERS, TIER_RULES } from "@/lib/ground/tiers";
import type { RefundReason, SubscriptionState } from "@/lib/ground/vocabulary";
import type { ProviderSubscription, SubscriptionPayment } from "@/lib/providers/gateway";
import {
  type Entitlement,
  isNoLongerAwaited,
  isRunning,
  judgePayment,
  nextCheck,
  renewalCause,
  restoredEntitlement,
  tierEnd,
  withoutPeriod,
} from "./rules";
import {
  insertPayment,
  isPeriodEnd,
  isRefundDue,
  lockEntitlement,
  lockSubscription,
  type PaymentRow,
  requestEnd,
  selectPayments,
  selectRemainingPeriods,
  selectRenewing,
  setEntitlement,
  updatePayment,
  updateSubscription,
} from "./store";
import type { Subscription } from "./types";

type AgreementUpdate = {
  agreement: ProviderSubscription;
  isOurs: boolean;
  at: Date;
  /** A payment that an event reported. */
  reported?: string | null | undefined;
};

/**
 * Updates a subscription, its owner's entitlement and the ranks of their requests to match the provider (D10, D11,
 * D27), in one transaction. Each payment is booked once by its own id, and reversed once. Lock order: the owner's feed
 * ranks, subscription, requests, person.
 */
export async function bookSubscription(
  db: Db,
  { id, userId }: Subscription,
  update: AgreementUpdate,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPlaces(tx, userId);
    const subscription = await lockSubscription(tx, id);
    await lockRequestsOf(tx, userId);
    const before = await lockEntitlement(tx, userId);
    const erased = await lockErased(tx, userId);
    const paid = await bookPayments(tx, subscription, { ...before, erased }, update);
    const entitlement = await bookReversals(tx, subscription, paid.entitlement, update);
    // A late month of a plan that was cancelled does not end the one that its owner chose since.
    const isChosen = subscription.endRequestedAt === null && !isOver(subscription.status);
    if (paid.granted && isChosen) await requestEnd(tx, userId, { except: id, at: update.at });
    await updateAgreement(tx, subscription, entitlement, update);
    const replaced = paid.alreadyReversed && (await selectRenewing(tx, userId, { except: id })).length > 0;
    if (paid.refused || erased || replaced) await requestEnd(tx, userId, { only: id, at: update.at });
    await updateEntitlement(tx, subscription, before, entitlement, update.at);
  });
}

type Paid = {
  entitlement: Entitlement;
  granted: boolean;
  refused: boolean;
  /** A payment was already refunded or lost in a dispute when we first read it. */
  alreadyReversed: boolean;
};

/** Books new payments, oldest first. A payment for an erased account gets a refund due. */
async function bookPayments(
  tx: Tx,
  subscription: Subscription,
  { erased, ...before }: Entitlement & { erased: boolean },
  { agreement, isOurs, at }: AgreementUpdate,
): Promise<Paid> {
  const known = new Set(
    (await selectPayments(tx, subscription.id)).map(({ providerPaymentId }) => providerPaymentId),
  );
  const unbooked = agreement.payments.filter(({ id, amount }) => !known.has(id) && amount > 0);
  const paid: Paid = { entitlement: before, granted: false, refused: false, alreadyReversed: false };
  for (const payment of unbooked) {
    if (payment.refunded || payment.disputeLost) {
      // Such a payment is recorded, grants nothing and ends no other agreement. Its own agreement ends if another one
      // renews, otherwise both would be collected.
      await recordPayment(tx, subscription, payment, { refundReason: reasonOf(payment) }, at);
      paid.alreadyReversed = true;
      continue;
    }
    const nextPaymentAt = payment.id === agreement.payments.at(-1)?.id ? agreement.nextPaymentAt : null;
    const decision = erased
      ? { refused: "account_erased" as const }
      : judgePayment(payment, { subscription, entitlement: paid.entitlement, isOurs, nextPaymentAt });
    if ("refused" in decision) {
      await recordPayment(tx, subscription, payment, { refundReason: decision.refused }, at);
      paid.refused = true;
    } else {
      const { start, end } = decision.period;
      await recordPayment(
        tx,
        subscription,
        payment,
        { grantedAt: at, periodStart: start, periodEnd: end },
        at,
      );
      paid.entitlement = { tier: subscription.tier, expiry: end };
      paid.granted = true;
    }
  }
  return paid;
}

type Booking = { refundReason: RefundReason } | { grantedAt: Date; periodStart: Date; periodEnd: Date };

async function recordPayment(
  tx: Tx,
  subscription: Subscription,
  payment: SubscriptionPayment,
  booking: Booking,
  at: Date,
): Promise<void> {
  const { userId, tier } = subscription;
  const { amount, currency, paidAt } = payment;
  const isGranted = "grantedAt" in booking;
  const subscriptionPaymentId = await insertPayment(tx, {
    subscriptionId: subscription.id,
    paymentMethod: subscription.paymentMethod,
    providerPaymentId: payment.id,
    userId,
    tier,
    amount,
    currency,
    paidAt,
    createdAt: at,
    ...booking,
  });
  const sale = { subscriptionPaymentId };
  await recordPaid(tx, { sale, userId, amount, at }, isGranted);
  if (!isGranted) return;
  await grantBoosts(tx, { userId, ...TIER_RULES[tier].monthlyBoosts, cause: sale, at });
  await writeMail(tx, { kind: "renewal_receipt", cause: subscriptionPaymentId, userId, at });
}

/** Reverses payments that were refunded or lost in a dispute, and books what disputes cost. */
async function bookReversals(
  tx: Tx,
  subscription: Subscription,
  before: Entitlement,
  { agreement, at }: AgreementUpdate,
): Promise<Entitlement> {
  const read = new Map(agreement.payments.map((payment) => [payment.id, payment]));
  let entitlement = before;
  for (const row of await selectPayments(tx, subscription.id)) {
    const payment = read.get(row.providerPaymentId);
    if (!payment) continue;
    const { refunded, disputeLost, disputeFee } = payment;
    if (disputeFee !== null) await recordDisputeFee(tx, { subscriptionPaymentId: row.id }, disputeFee, at);
    if (row.paymentStatus !== "completed") continue;
    if (refunded || disputeLost || payment.returned >= row.amount) {
      entitlement = await bookReversal(tx, row, entitlement, reasonOf(payment), at);
    } else if (row.grantedAt && payment.returned > row.returnedAmount) {
      await bookPart(tx, row, payment.returned, at);
    }
  }
  return entitlement;
}

/** Books what went back in part: to who withdrew after using some boosts, or by hand at the provider. Cents. */
async function bookPart(tx: Tx, row: PaymentRow, returned: number, at: Date): Promise<void> {
  const { id, userId, returnedAmount, withdrawnAt } = row;
  await updatePayment(tx, id, { returnedAmount: returned });
  const part = { sale: { subscriptionPaymentId: id }, userId, amount: returned - returnedAmount, at };
  await recordPartialRefund(tx, part, withdrawnAt ? "withdrawn" : "requested");
}

function reasonOf({ disputeLost }: SubscriptionPayment): "dispute" | "requested" {
  return disputeLost ? "dispute" : "requested";
}

async function bookReversal(
  tx: Tx,
  row: PaymentRow,
  entitlement: Entitlement,
  reversalReason: RefundReason,
  at: Date,
): Promise<Entitlement> {
  const { id, userId, tier, amount, returnedAmount, withdrawnAt } = row;
  const sale = { subscriptionPaymentId: id };
  const refundReason = row.refundReason ?? reversalReason;
  await updatePayment(tx, id, { paymentStatus: "refunded", refundReason, refundedAt: at });
  await recordRefund(tx, { sale, userId, amount: amount - returnedAmount, at }, refundReason);
  // A withdrawal has taken the unused boosts and the period.
  if (withdrawnAt || !row.periodStart) return entitlement;
  await revokeBoosts(tx, { userId, ...TIER_RULES[tier].monthlyBoosts, cause: sale, at });
  return entitlementWithout(tx, row, entitlement, at);
}

/** A person's entitlement without the period that a payment bought; it is stored as gone already. */
export async function entitlementWithout(
  tx: Tx,
  { userId, tier, periodStart, periodEnd }: PaymentRow,
  entitlement: Entitlement,
  at: Date,
): Promise<Entitlement> {
  if (!periodStart || !periodEnd) return entitlement;
  const left = withoutPeriod(entitlement, tier, { start: periodStart, end: periodEnd }, at);
  if (entitlement.tier !== tier || isRunning(left, at)) return left;
  for (const lower of PAID_TIERS.filter((each) => !isAtLeast(each, tier)).reverse()) {
    const periods = await selectRemainingPeriods(tx, userId, lower, at);
    if (periods.length > 0) return restoredEntitlement(lower, periods, at);
  }
  return left;
}

/**
 * Stores the agreement's state at the provider. An agreement that waits for approval keeps its time of the next check.
 * One that the provider ended stays ended, even if this update was read earlier.
 */
async function updateAgreement(
  tx: Tx,
  subscription: Subscription,
  entitlement: Entitlement,
  { agreement, at, reported }: AgreementUpdate,
): Promise<void> {
  if (agreement.state === "open") return;
  const hasEnded = isOver(subscription.status);
  const state = {
    status: hasEnded ? subscription.status : agreement.state,
    endedAt: hasEnded ? subscription.endedAt : isOver(agreement.state) ? at : null,
  };
  const payments = await selectPayments(tx, subscription.id);
  const refundDue = payments.some(isRefundDue);
  const paymentAwaitedSince = awaitedSince(subscription, payments, { agreement, at, reported });
  const updated = { ...state, paymentAwaitedSince };
  const checkAt = nextCheck({ ...subscription, ...updated }, { expiry: entitlement.expiry, refundDue }, at);
  await updateSubscription(tx, subscription.id, { ...updated, checkAt });
  if (updated.status === "suspended" && subscription.status === "active" && !subscription.endRequestedAt) {
    await writeRenewalFailed(tx, subscription, at);
  }
}

/** Informs the owner that the provider could not collect a month; once in a month, however often it tries. */
async function writeRenewalFailed(tx: Tx, { id, userId }: Subscription, at: Date): Promise<void> {
  const month = periodStarts(at, env().timeZone).monthly.slice(0, 7);
  await writeMail(tx, { kind: "renewal_failed", cause: renewalCause(id, month), userId, at });
}

/**
 * Since when a payment is expected: the first one comes minutes after the approval, and the provider's list lags behind
 * its events. Null when none is expected, or the expected one has come.
 */
function awaitedSince(
  { paymentAwaitedSince: since }: Subscription,
  payments: readonly PaymentRow[],
  { agreement, at, reported }: Pick<AgreementUpdate, "agreement" | "at" | "reported">,
): Date | null {
  const isMissing =
    reported != null && !payments.some(({ providerPaymentId }) => providerPaymentId === reported);
  const isFirst = agreement.state === "active" && payments.length === 0;
  if (isFirst || (isMissing && !isNoLongerAwaited(since, at))) return since ?? at;
  const hasCome = payments.some(({ createdAt }) => since !== null && createdAt >= since);
  return hasCome || isNoLongerAwaited(since, at) ? null : since;
}

function isOver(state: SubscriptionState | ProviderSubscription["state"]): boolean {
  return state === "cancelled" || state === "expired";
}

/** Stores the owner's entitlement, and ranks their requests again if it changed. */
export async function updateEntitlement(
  tx: Tx,
  { userId, tier }: Subscription,
  before: Awaited<ReturnType<typeof lockEntitlement>>,
  entitlement: Entitlement,
  at: Date,
): Promise<void> {
  const { tier: current, expiry } = entitlement;
  const isSame = current === before.tier && expiry?.getTime() === before.expiry?.getTime();
  if (isSame && tier !== current) return;
  const renews = (await selectRenewing(tx, userId)).some((each) => each === current);
  const endsAt = tierEnd(entitlement, renews && (await isPeriodEnd(tx, userId, current, expiry)));
  const cancelled = isRunning(entitlement, at) && !renews;
  await setEntitlement(tx, userId, { tier: current, expiry, endsAt, cancelled }, at);
  const moved = current !== before.tier || endsAt?.getTime() !== before.endsAt?.getTime();
  if (moved) await placeRequestsOf(tx, userId, { ownerTier: current, ownerTierExpiry: endsAt }, at);
}
