import type { Db, Tx } from "@/db/client";
import { grantBoosts, revokeBoosts } from "@/lib/domain/boosts/store";
import { recordPaid, recordRefund } from "@/lib/domain/payments/ledger-store";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/store";
import { lockErased } from "@/lib/domain/users/store";
import type { RefundReason, SubscriptionState } from "@/lib/ground/vocabulary";
import type { ProviderSubscription, SubscriptionPayment } from "@/lib/providers/gateway";
import {
  type Entitlement,
  isNoLongerAwaited,
  isRunning,
  judgePayment,
  MONTHLY_BOOSTS,
  nextCheck,
  restored,
  tierEnd,
  withoutPeriod,
} from "./rules";
import {
  insertPayment,
  isPeriodEnd,
  isRefundToGive,
  lockEntitlement,
  lockSubscription,
  type PaymentRow,
  requestEnd,
  selectPayments,
  selectPeriodsLeft,
  selectRenewing,
  setEntitlement,
  setPaymentRefunded,
  setStanding,
} from "./store";
import type { Subscription } from "./types";

type Looked = {
  truth: ProviderSubscription;
  isOurs: boolean;
  at: Date;
  /** A payment that an event reported. */
  reported?: string | null | undefined;
};

/**
 * Brings a subscription, what its owner has of it, and where their requests stand, to what is true at the provider (D10, D11, D27), in one
 * transaction: each payment is booked once by its own id, and each that went back is taken out once. Locks are taken in one order: the owner's
 * places, subscription, requests, person.
 */
export async function bookSubscription(db: Db, { id, userId }: Subscription, looked: Looked): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPlaces(tx, userId);
    const subscription = await lockSubscription(tx, id);
    await lockRequestsOf(tx, userId);
    const before = await lockEntitlement(tx, userId);
    const erased = await lockErased(tx, userId);
    const paid = await bookPayments(tx, subscription, { ...before, erased }, looked);
    const holding = await bookRefunds(tx, subscription, paid.holding, looked);
    if (paid.granted) await requestEnd(tx, userId, { except: id, at: looked.at });
    await stand(tx, subscription, holding, looked);
    const replaced = paid.cameAndWent && (await selectRenewing(tx, userId, { except: id })).length > 0;
    if (paid.refused || erased || replaced) await requestEnd(tx, userId, { only: id, at: looked.at });
    await hold(tx, subscription, before, holding, looked.at);
  });
}

type Paid = {
  holding: Entitlement;
  granted: boolean;
  refused: boolean;
  /** A payment was given or taken back before we looked. */
  cameAndWent: boolean;
};

/** Books the payments that are new to us, oldest first. What was paid for an account that is erased goes back. */
async function bookPayments(
  tx: Tx,
  subscription: Subscription,
  { erased, ...before }: Entitlement & { erased: boolean },
  { truth, isOurs, at }: Looked,
): Promise<Paid> {
  const known = new Set(
    (await selectPayments(tx, subscription.id)).map(({ providerPaymentId }) => providerPaymentId),
  );
  const fresh = truth.payments.filter(({ id, amount }) => !known.has(id) && amount > 0);
  const paid: Paid = { holding: before, granted: false, refused: false, cameAndWent: false };
  for (const payment of fresh) {
    if (payment.refunded || payment.disputeLost) {
      // It is in the books, and neither gives anything nor ends another agreement; its own ends beside another, or both would be collected.
      await enter(tx, subscription, payment, { refundReason: reasonOf(payment) }, at);
      paid.cameAndWent = true;
      continue;
    }
    const nextPaymentAt = payment.id === truth.payments.at(-1)?.id ? truth.nextPaymentAt : null;
    const judged = erased
      ? { refused: "account_erased" as const }
      : judgePayment(payment, { subscription, holding: paid.holding, isOurs, nextPaymentAt });
    if ("refused" in judged) {
      await enter(tx, subscription, payment, { refundReason: judged.refused }, at);
      paid.refused = true;
    } else {
      const { start, end } = judged.period;
      await enter(tx, subscription, payment, { grantedAt: at, periodStart: start, periodEnd: end }, at);
      paid.holding = { tier: subscription.tier, expiry: end };
      paid.granted = true;
    }
  }
  return paid;
}

type Judgement = { refundReason: RefundReason } | { grantedAt: Date; periodStart: Date; periodEnd: Date };

async function enter(
  tx: Tx,
  subscription: Subscription,
  payment: SubscriptionPayment,
  judgement: Judgement,
  at: Date,
): Promise<void> {
  const { userId, tier } = subscription;
  const { amount, currency, paidAt } = payment;
  const isGranted = "grantedAt" in judgement;
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
    ...judgement,
  });
  const sale = { subscriptionPaymentId };
  await recordPaid(tx, { sale, userId, amount, at }, isGranted);
  if (isGranted) await grantBoosts(tx, { userId, ...MONTHLY_BOOSTS[tier], cause: sale, at });
}

/** Takes out what the provider gave or took back. */
async function bookRefunds(
  tx: Tx,
  subscription: Subscription,
  before: Entitlement,
  { truth, at }: Looked,
): Promise<Entitlement> {
  const gone = new Map(
    truth.payments
      .filter(({ refunded, disputeLost }) => refunded || disputeLost)
      .map((payment) => [payment.id, payment]),
  );
  let holding = before;
  for (const row of await selectPayments(tx, subscription.id)) {
    const payment = gone.get(row.providerPaymentId);
    if (!payment || row.paymentStatus !== "completed") continue;
    holding = await bookRefund(tx, row, holding, reasonOf(payment), at);
  }
  return holding;
}

function reasonOf({ disputeLost }: SubscriptionPayment): "dispute" | "requested" {
  return disputeLost ? "dispute" : "requested";
}

async function bookRefund(
  tx: Tx,
  { id, userId, tier, amount, refundReason, periodStart, periodEnd }: PaymentRow,
  holding: Entitlement,
  gone: RefundReason,
  at: Date,
): Promise<Entitlement> {
  const sale = { subscriptionPaymentId: id };
  const reason = refundReason ?? gone;
  await setPaymentRefunded(tx, id, reason, at);
  await recordRefund(tx, { sale, userId, amount, at }, reason);
  if (!periodStart || !periodEnd) return holding;
  await revokeBoosts(tx, { userId, ...MONTHLY_BOOSTS[tier], cause: sale, at });
  const left = withoutPeriod(holding, tier, { start: periodStart, end: periodEnd }, at);
  if (tier !== "diamond" || holding.tier !== "diamond" || isRunning(left, at)) return left;
  const gold = await selectPeriodsLeft(tx, userId, "gold", at);
  return gold.length > 0 ? restored("gold", gold, at) : left;
}

/**
 * Writes how the agreement stands at the provider. One that waits for approval keeps its turn; one that the provider ended stays so, whatever an
 * older look at it said.
 */
async function stand(
  tx: Tx,
  subscription: Subscription,
  holding: Entitlement,
  { truth, at, reported }: Looked,
): Promise<void> {
  if (truth.state === "open") return;
  const hasEnded = isOver(subscription.status);
  const standing = {
    status: hasEnded ? subscription.status : truth.state,
    endedAt: hasEnded ? subscription.endedAt : isOver(truth.state) ? at : null,
  };
  const payments = await selectPayments(tx, subscription.id);
  const refundDue = payments.some(isRefundToGive);
  const paymentAwaitedSince = awaitedSince(subscription, payments, { truth, at, reported });
  const found = { ...standing, paymentAwaitedSince };
  const checkAt = nextCheck({ ...subscription, ...found }, { expiry: holding.expiry, refundDue }, at);
  await setStanding(tx, subscription.id, { ...found, checkAt });
}

/**
 * Since when a payment is on its way: the first of an agreement that its owner approved comes minutes after that, and
 * the provider's list lags behind its own events. Null when none is known to be, or the one that was has come.
 */
function awaitedSince(
  { paymentAwaitedSince: since }: Subscription,
  payments: readonly PaymentRow[],
  { truth, at, reported }: Pick<Looked, "truth" | "at" | "reported">,
): Date | null {
  const isMissing =
    reported != null && !payments.some(({ providerPaymentId }) => providerPaymentId === reported);
  const isFirst = truth.state === "active" && payments.length === 0;
  if (isFirst || (isMissing && !isNoLongerAwaited(since, at))) return since ?? at;
  const hasCome = payments.some(({ createdAt }) => since !== null && createdAt >= since);
  return hasCome || isNoLongerAwaited(since, at) ? null : since;
}

function isOver(state: SubscriptionState | ProviderSubscription["state"]): boolean {
  return state === "cancelled" || state === "expired";
}

/** Writes what the owner has, and moves their requests if that changed. */
async function hold(
  tx: Tx,
  { userId, tier }: Subscription,
  before: Awaited<ReturnType<typeof lockEntitlement>>,
  { tier: held, expiry }: Entitlement,
  at: Date,
): Promise<void> {
  const isSame = held === before.tier && expiry?.getTime() === before.expiry?.getTime();
  if (isSame && tier !== held) return;
  const renews = (await selectRenewing(tx, userId)).some((each) => each === held);
  const endsAt = tierEnd({ tier: held, expiry }, renews && (await isPeriodEnd(tx, userId, held, expiry)));
  const cancelled = isRunning({ tier: held, expiry }, at) && !renews;
  await setEntitlement(tx, userId, { tier: held, expiry, endsAt, cancelled });
  const moved = held !== before.tier || endsAt?.getTime() !== before.endsAt?.getTime();
  if (moved) await placeRequestsOf(tx, userId, { ownerTier: held, ownerTierExpiry: endsAt }, at);
}
