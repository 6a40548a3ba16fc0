import { monthLater } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { found, refused } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletPlan, WalletSubscription } from "../records";
import { subscriptionView } from "../views/subscription";
import { takePayment } from "./payments";

type Wanted = Pick<WalletSubscription, "plan" | "customId" | "page">;
type Status = WalletSubscription["status"];

/** Days between a failed payment and its retry. */
const RETRY_DAYS = 5;

export function createSubscription(work: UnitOfWork, wanted: Wanted): WalletSubscription {
  const created = timestamp();
  const subscription: WalletSubscription = {
    id: `I-${randomId(12)}`,
    object: "wallet_subscription",
    status: "APPROVAL_PENDING",
    token: `BA-${randomId(17)}`,
    nextPayment: null,
    day: 0,
    failures: 0,
    created,
    changed: created,
    ...wanted,
  };
  return change(work, subscription, {}, "CREATED");
}

/** @throws WalletError 404 */
export function findSubscription(work: UnitOfWork, id: string): WalletSubscription {
  return found(work.find("wallet_subscription", id));
}

/** @throws WalletError 404 */
export function findPlan(work: UnitOfWork, id: string): WalletPlan {
  return found(work.find("wallet_plan", id));
}

/** A plan that is open for new subscriptions. @throws WalletError 404, 422 */
export function findActivePlan(work: UnitOfWork, id: string): WalletPlan {
  const plan = findPlan(work, id);
  if (plan.ended) throw refused("POST /v1/billing/subscriptions", "PLAN_STATUS_INVALID");
  return plan;
}

/** The payer approves, and the first month is paid. @throws WalletError when it is not pending approval */
export function approveSubscription(work: UnitOfWork, subscription: WalletSubscription): WalletSubscription {
  return collect(work, activateSubscription(work, subscription), timestamp());
}

/** The payer approves; the first month is not paid yet. @throws WalletError when it is not pending approval */
export function activateSubscription(work: UnitOfWork, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["APPROVAL_PENDING"]);
  const day = new Date().getUTCDate();
  const nextPayment = monthAfter(timestamp(), day);
  return change(work, subscription, { status: "ACTIVE", failures: 0, day, nextPayment }, "ACTIVATED");
}

/** Pays the month that is due. */
export function collect(work: UnitOfWork, subscription: WalletSubscription, at: string): WalletSubscription {
  const { id, plan, customId } = subscription;
  const { amount, currency } = findPlan(work, plan);
  takePayment(work, { of: { subscription: id }, amount, currency, customId, at });
  return subscription;
}

/** The payer approves but the payment fails; it stays pending. @throws WalletError when it is not pending approval */
export function refuseSubscription(work: UnitOfWork, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["APPROVAL_PENDING"]);
  return change(work, subscription, { failures: subscription.failures + 1 }, "PAYMENT.FAILED");
}

/** Pays another month at the time `at`, due or not. @throws WalletError when it is not active */
export function renew(work: UnitOfWork, subscription: WalletSubscription, at: string): WalletSubscription {
  assertStatus(subscription, ["ACTIVE"]);
  const { day, nextPayment } = subscription;
  const next = monthAfter(nextPayment ?? at, day);
  return collect(work, work.put<WalletSubscription>({ ...subscription, failures: 0, nextPayment: next }), at);
}

/** A payment fails; too many in a row suspend the subscription. @throws WalletError when it is not active */
export function failRenewal(work: UnitOfWork, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["ACTIVE"]);
  const failures = subscription.failures + 1;
  const retryAt = new Date(Date.now() + RETRY_DAYS * 86_400_000).toISOString();
  const failed = change(work, subscription, { failures, nextPayment: retryAt }, "PAYMENT.FAILED");
  const { threshold } = findPlan(work, subscription.plan);
  return threshold > 0 && failures >= threshold ? end(work, failed, "SUSPENDED") : failed;
}

/** Stops further payments. @throws WalletError SUBSCRIPTION_STATUS_INVALID when it has ended, or never began */
export function end(
  work: UnitOfWork,
  subscription: WalletSubscription,
  status: "SUSPENDED" | "CANCELLED" | "EXPIRED",
): WalletSubscription {
  assertStatus(subscription, status === "SUSPENDED" ? ["ACTIVE"] : ["ACTIVE", "SUSPENDED"]);
  return change(work, subscription, { status, nextPayment: null }, status);
}

/** A month later, on that day of the month or the month's last. */
export const monthAfter = (at: string, day: number) => monthLater(new Date(at), day).toISOString();

function assertStatus({ status }: WalletSubscription, allowed: Status[]): void {
  if (!allowed.includes(status)) {
    throw refused("POST /v1/billing/subscriptions/:id/cancel", "SUBSCRIPTION_STATUS_INVALID");
  }
}

function change(
  work: UnitOfWork,
  subscription: WalletSubscription,
  changes: Partial<WalletSubscription>,
  what: string,
): WalletSubscription {
  const changed = work.put<WalletSubscription>({ ...subscription, changed: timestamp(), ...changes });
  emit(work, {
    type: `BILLING.SUBSCRIPTION.${what}`,
    subject: changed.id,
    resourceType: "subscription",
    resource: subscriptionView(changed, findPlan(work, changed.plan), null),
  });
  return changed;
}
