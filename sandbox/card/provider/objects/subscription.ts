import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";

export type NewSubscription = {
  customer: string;
  /** Cents per month. */
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  /** The end of the first month, in seconds. */
  until: number;
};

/** A new monthly subscription, not paid yet. */
export function newSubscription({
  customer,
  amount,
  currency,
  metadata,
  until,
}: NewSubscription): Stripe.Subscription {
  const id = newId("sub");
  const created = seconds();
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created,
    currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [itemOf(id, { amount, currency, until, created })],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  } satisfies Stripe.Subscription;
}

type NewItem = Pick<NewSubscription, "amount" | "currency" | "until"> & { created: number };

function itemOf(
  subscription: string,
  { amount, currency, until, created }: NewItem,
): Stripe.SubscriptionItem {
  const price = {
    id: newId("price"),
    active: false,
    billing_scheme: "per_unit",
    created,
    currency,
    livemode: false,
    metadata: {},
    nickname: null,
    product: newId("prod", 14),
    tiers_mode: null,
  } as const;
  const monthly = { interval: "month", interval_count: 1, meter: null, trial_period_days: null } as const;
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created,
    current_period_end: until,
    current_period_start: created,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      ...price,
      ...monthly,
      object: "plan",
      amount,
      amount_decimal: null,
      transform_usage: null,
      usage_type: "licensed",
    },
    price: {
      ...price,
      object: "price",
      custom_unit_amount: null,
      lookup_key: null,
      recurring: { ...monthly, usage_type: "licensed" },
      tax_behavior: "unspecified",
      transform_quantity: null,
      type: "recurring",
      unit_amount: amount,
      unit_amount_decimal: null,
    },
    quantity: 1,
    subscription,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
}
