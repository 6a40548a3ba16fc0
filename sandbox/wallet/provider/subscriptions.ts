import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { missing, refused } from "../http/wallet-error";
import { capitals, moment } from "../ids";
import type { WalletPlan, WalletSubscription } from "../kept";
import { subscriptionView } from "../views/subscription";
import { takePayment } from "./payments";

type Wanted = Pick<WalletSubscription, "plan" | "customId" | "way">;
type Status = WalletSubscription["status"];

/** After how many days a payment that failed is tried again. */
const REPEATED_AFTER = 5;

export function createSubscription(work: Work, wanted: Wanted): WalletSubscription {
  const subscription: WalletSubscription = {
    id: `I-${capitals(12)}`,
    object: "wallet_subscription",
    status: "APPROVAL_PENDING",
    token: `BA-${capitals(17)}`,
    nextPayment: null,
    day: 0,
    failures: 0,
    created: moment(),
    ...wanted,
  };
  return change(work, subscription, {}, "CREATED");
}

/** @throws WalletError 404 */
export function findSubscription(work: Work, id: string): WalletSubscription {
  const subscription = work.find("wallet_subscription", id);
  if (!subscription) throw missing();
  return subscription;
}

/** @throws WalletError 404 */
export function findPlan(work: Work, id: string): WalletPlan {
  const plan = work.find("wallet_plan", id);
  if (!plan) throw missing();
  return plan;
}

/** One that can be subscribed to. @throws WalletError 404, 422 */
export function findActivePlan(work: Work, id: string): WalletPlan {
  const plan = findPlan(work, id);
  if (plan.ended) throw refused("POST /v1/billing/subscriptions", "PLAN_STATUS_INVALID");
  return plan;
}

/** The payer agrees, and the first month is paid. @throws WalletError when it is not waiting for that */
export function approveSubscription(work: Work, subscription: WalletSubscription): WalletSubscription {
  return collect(work, activateSubscription(work, subscription), moment());
}

/** The payer agrees, and the first month is still to be paid. @throws WalletError when it is not waiting for that */
export function activateSubscription(work: Work, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["APPROVAL_PENDING"]);
  const day = new Date().getUTCDate();
  const nextPayment = monthAfter(moment(), day);
  return change(work, subscription, { status: "ACTIVE", failures: 0, day, nextPayment }, "ACTIVATED");
}

/** The month that is due is paid. */
export function collect(work: Work, subscription: WalletSubscription, at: string): WalletSubscription {
  const { id, plan, customId } = subscription;
  const { amount, currency } = findPlan(work, plan);
  takePayment(work, { of: { subscription: id }, amount, currency, customId, at });
  return subscription;
}

/** The payer agrees, but their money cannot be had: it goes on waiting. @throws WalletError when it is not waiting for that */
export function refuseSubscription(work: Work, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["APPROVAL_PENDING"]);
  return change(work, subscription, { failures: subscription.failures + 1 }, "PAYMENT.FAILED");
}

/** A further month is paid, whether or not it is due; `at` is when. @throws WalletError when it is not active */
export function renew(work: Work, subscription: WalletSubscription, at: string): WalletSubscription {
  assertStatus(subscription, ["ACTIVE"]);
  const { day, nextPayment } = subscription;
  const next = monthAfter(nextPayment ?? at, day);
  return collect(work, work.put<WalletSubscription>({ ...subscription, failures: 0, nextPayment: next }), at);
}

/** A payment fails; too many in a row suspend the subscription. @throws WalletError when it is not active */
export function failRenewal(work: Work, subscription: WalletSubscription): WalletSubscription {
  assertStatus(subscription, ["ACTIVE"]);
  const failures = subscription.failures + 1;
  const again = new Date(Date.now() + REPEATED_AFTER * 86_400_000).toISOString();
  const failed = change(work, subscription, { failures, nextPayment: again }, "PAYMENT.FAILED");
  const { threshold } = findPlan(work, subscription.plan);
  return threshold > 0 && failures >= threshold ? end(work, failed, "SUSPENDED") : failed;
}

/** No further payment. @throws WalletError SUBSCRIPTION_STATUS_INVALID when it has ended, or never began */
export function end(
  work: Work,
  subscription: WalletSubscription,
  status: "SUSPENDED" | "CANCELLED" | "EXPIRED",
): WalletSubscription {
  assertStatus(subscription, status === "SUSPENDED" ? ["ACTIVE"] : ["ACTIVE", "SUSPENDED"]);
  return change(work, subscription, { status, nextPayment: null }, status);
}

/** The same moment a month later, on the day when it was begun or the month's last. */
export function monthAfter(at: string, day: number): string {
  const date = new Date(at);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(day, lastDay));
  return date.toISOString();
}

function assertStatus({ status }: WalletSubscription, allowed: Status[]): void {
  if (!allowed.includes(status)) {
    throw refused("POST /v1/billing/subscriptions/:id/cancel", "SUBSCRIPTION_STATUS_INVALID");
  }
}

function change(
  work: Work,
  subscription: WalletSubscription,
  changes: Partial<WalletSubscription>,
  what: string,
): WalletSubscription {
  const changed = work.put<WalletSubscription>({ ...subscription, changed: moment(), ...changes });
  emit(work, {
    type: `BILLING.SUBSCRIPTION.${what}`,
    about: changed.id,
    resourceType: "subscription",
    resource: subscriptionView(changed, findPlan(work, changed.plan), null),
  });
  return changed;
}
