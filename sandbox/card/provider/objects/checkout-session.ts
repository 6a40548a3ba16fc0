import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";

export type NewSession = {
  mode: "payment" | "subscription";
  amount: number;
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  /** The address of the page with this id. */
  urlOf: (id: string) => string;
};

/** How long a page stays open, in seconds: the provider's 24 hours. */
const LIFETIME = 86_400;

/** A new hosted page. `amount` in cents. */
export function newSession({
  mode,
  amount,
  currency,
  successUrl,
  cancelUrl,
  locale,
  metadata,
  urlOf,
}: NewSession): Stripe.Checkout.Session {
  const id = newId("cs_test", 58);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: cancelUrl,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: mode === "subscription" ? "always" : "if_required",
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: seconds() + LIFETIME,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale,
    managed_payments: null,
    metadata,
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: urlOf(id),
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}
