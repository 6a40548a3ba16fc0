import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { record } from "../events";
import { ApiError, found } from "../http/api-error";
import { partOf } from "../records";

type NewIntent = {
  /** Cents. */
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  customer?: string;
  /** What it can be paid with; a card by default. */
  types?: string[];
};

/** The provider's limits for one charge, in cents. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** @throws ApiError amount_too_small, amount_too_large, and where nothing is left to pay with */
export function createPayment(work: UnitOfWork, wanted: NewIntent): Stripe.PaymentIntent {
  assertChargeable(wanted);
  const { types = ["card"], customer = null, ...named } = wanted;
  if (types.length === 0) {
    throw new ApiError(400, "No valid payment method types for this Payment Intent.", {
      param: "payment_method_types",
    });
  }
  const id = newId("pi");
  return record(
    work,
    "payment_intent.created",
    partOf<Stripe.PaymentIntent>({
      ...named,
      id,
      object: "payment_intent",
      amount_received: 0,
      client_secret: `${id}_${newId("secret")}`,
      created: seconds(),
      customer,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      next_action: null,
      payment_method: null,
      payment_method_types: types,
      status: "requires_payment_method",
    }),
  );
}

/** @throws ApiError amount_too_small, amount_too_large */
export function assertChargeable({ amount, currency }: Pick<NewIntent, "amount" | "currency">): void {
  if (amount < MIN_AMOUNT) {
    throw new ApiError(400, `Amount must be at least ${MIN_AMOUNT} ${currency} cents`, {
      code: "amount_too_small",
      param: "amount",
    });
  }
  if (amount > MAX_AMOUNT) {
    throw new ApiError(400, `Amount must be no more than ${MAX_AMOUNT} cents`, {
      code: "amount_too_large",
      param: "amount",
    });
  }
}

/** @throws ApiError resource_missing */
export function findPayment(work: UnitOfWork, id: string): Stripe.PaymentIntent {
  return found(work.find("payment_intent", id), "payment_intent", id, "intent");
}

/** Cancels an unpaid payment. @throws ApiError payment_intent_unexpected_state */
export function cancel(work: UnitOfWork, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  assertState(intent, "cancel", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  return record(work, "payment_intent.canceled", {
    ...intent,
    status: "canceled",
    next_action: null,
  });
}

/** @throws ApiError payment_intent_unexpected_state */
export function assertState(intent: Stripe.PaymentIntent, verb: string, allowed: string[]): void {
  if (allowed.includes(intent.status)) return;
  throw new ApiError(
    400,
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    {
      code: "payment_intent_unexpected_state",
      payment_intent: intent,
    },
  );
}
