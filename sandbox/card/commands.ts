import type Stripe from "stripe";
import type { UnitOfWork } from "../state/unit-of-work";
import { REFUSALS } from "./cards";
import { ApiError } from "./http/api-error";
import { closeDispute, openDispute } from "./provider/disputes";
import { fail, succeed } from "./provider/outcomes";
import { findPayment } from "./provider/payments";
import { chargeOf, refundCharge } from "./provider/refunds";
import { collect } from "./provider/renewals";
import { cancelSubscription, findSubscription, leaveUnpaid, nextMonth } from "./provider/subscriptions";

type PaymentCommand = (work: UnitOfWork, intent: Stripe.PaymentIntent) => unknown;

/** What a bank or the provider's dashboard can do to a payment. */
const PAYMENT_COMMANDS = new Map<string, PaymentCommand>(
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
  } satisfies Record<string, PaymentCommand>),
);

type SubscriptionCommand = (work: UnitOfWork, subscription: Stripe.Subscription, at: number) => unknown;

/** What time, a bank or the provider's settings can do to a subscription. */
const SUBSCRIPTION_COMMANDS = new Map<string, SubscriptionCommand>(
  Object.entries({
    renew: (work, subscription, at) => collect(work, subscription, { at, refused: false }),
    "fail-renewal": (work, subscription, at) => collect(work, subscription, { at, refused: true }),
    bill: nextMonth,
    unpaid: leaveUnpaid,
    cancel: cancelSubscription,
  } satisfies Record<string, SubscriptionCommand>),
);

/** `at` in seconds. @throws ApiError */
export function runSubscriptionCommand(work: UnitOfWork, id: string, name: string, at: number): unknown {
  const command = SUBSCRIPTION_COMMANDS.get(name);
  if (!command) throw unknownCommand("subscription", [...SUBSCRIPTION_COMMANDS.keys()]);
  return command(work, findSubscription(work, id), at);
}

/** @throws ApiError */
export function runPaymentCommand(work: UnitOfWork, id: string, name: string): unknown {
  const command = PAYMENT_COMMANDS.get(name);
  if (!command) throw unknownCommand("payment", [...PAYMENT_COMMANDS.keys()]);
  return command(work, findPayment(work, id));
}

function unknownCommand(kind: string, names: string[]): ApiError {
  return new ApiError(404, `The commands for a ${kind} are ${names.join(", ")}.`);
}
