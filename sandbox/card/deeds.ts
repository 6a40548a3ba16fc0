import type Stripe from "stripe";
import type { Work } from "../state/work";
import { REFUSALS } from "./cards/refusals";
import { ApiError } from "./http/api-error";
import { closeDispute, openDispute } from "./provider/disputes";
import { fail, succeed } from "./provider/outcomes";
import { findPayment } from "./provider/payments";
import { chargeOf, refundCharge } from "./provider/refunds";
import { collect } from "./provider/renewals";
import { cancelSubscription, findSubscription, leaveUnpaid, nextMonth } from "./provider/subscriptions";

type Deed = (work: Work, intent: Stripe.PaymentIntent) => unknown;

/** What can be done to a payment from outside its own course, as a bank or the provider's dashboard would. */
const DEEDS = new Map<string, Deed>(
  Object.entries({
    succeed,
    fail: (work, intent) => fail(work, intent, REFUSALS.generic_decline.refusal),
    refund: (work, intent) =>
      refundCharge(work, chargeOf(work, intent), {
        amount: null,
        reason: "requested_by_customer",
        metadata: {},
      }),
    dispute: openDispute,
    "lose-dispute": (work, intent) => closeDispute(work, intent, "lost"),
    "win-dispute": (work, intent) => closeDispute(work, intent, "won"),
  } satisfies Record<string, Deed>),
);

/** What can be done to a subscription, as time, a bank or the provider's settings would. */
const TO_SUBSCRIPTION = new Map<
  string,
  (work: Work, subscription: Stripe.Subscription, at: number) => unknown
>(
  Object.entries({
    renew: (work, subscription, at) => collect(work, subscription, { at, refused: false }),
    "fail-renewal": (work, subscription, at) => collect(work, subscription, { at, refused: true }),
    bill: nextMonth,
    unpaid: leaveUnpaid,
    cancel: cancelSubscription,
  } satisfies Record<string, (work: Work, subscription: Stripe.Subscription, at: number) => unknown>),
);

/** Does something to a subscription by card; `at` is when, in seconds. @throws ApiError */
export function doToSubscription(work: Work, id: string, name: string, at: number): unknown {
  const deed = TO_SUBSCRIPTION.get(name);
  if (!deed)
    throw new ApiError(404, `A subscription can be told to ${[...TO_SUBSCRIPTION.keys()].join(", ")}.`);
  return deed(work, findSubscription(work, id), at);
}

/** Does something to a payment. @throws ApiError */
export function doToPayment(work: Work, id: string, name: string): unknown {
  const deed = DEEDS.get(name);
  if (!deed) throw new ApiError(404, `A payment can be told to ${[...DEEDS.keys()].join(", ")}.`);
  return deed(work, findPayment(work, id));
}
