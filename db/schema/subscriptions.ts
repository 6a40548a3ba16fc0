import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, idOf, timestamptz } from "./columns";
import { donationMethodEnum, localeEnum, paymentStateEnum, subscriptionStateEnum, tierEnum } from "./enums";
import { purchaseColumns, purchaseRules } from "./purchases";
import { userReference } from "./users";

/**
 * A monthly subscription at the card or the wallet provider: the state of the agreement. The person's tier and its
 * expiry are in `users`, and follow from the payments alone.
 */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: id(),
    userId: userReference().notNull(),
    tier: tierEnum().notNull(),
    /** Cents a month. */
    amount: integer().notNull(),
    currency: text().notNull(),
    locale: localeEnum().notNull(),
    /** A path of ours, where the provider's page leads back to. */
    returnPath: text().notNull(),
    paymentMethod: donationMethodEnum().notNull().default("paypal"),
    /** The card provider's page where the person agrees, and the agreement made there. */
    stripeCheckoutId: text().unique("subscriptions_stripe_checkout_id_key"),
    stripeSubscriptionId: text().unique("subscriptions_stripe_subscription_id_key"),
    paypalSubscriptionId: text().unique("subscriptions_paypal_subscription_id_key"),
    status: subscriptionStateEnum().notNull().default("pending"),
    createdAt: createdAt(),
    /** When reconciliation asks the provider next; null when the provider can change nothing any more. */
    checkAt: timestamptz(),
    /** Since when a payment is expected that the provider's list does not contain yet. */
    paymentAwaitedSince: timestamptz(),
    /** From when on it must not be paid any more: the person cancelled it or changed plans. */
    endRequestedAt: timestamptz(),
    /** When we learned that the provider had ended it. */
    endedAt: timestamptz(),
  },
  (t) => [
    index("subscriptions_of_user").on(t.userId, t.createdAt.desc()),
    index("subscriptions_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("subscriptions_paid_tier", sql`${t.tier} <> 'none'`),
    check("subscriptions_amount_positive", sql`${t.amount} > 0`),
    check("subscriptions_currency_form", sql`${t.currency} ~ '^[a-z]{3}$'`),
    check(
      "subscriptions_provider",
      sql`case ${t.paymentMethod}::text when 'stripe' then ${t.paypalSubscriptionId} is null
        when 'paypal' then num_nonnulls(${t.stripeCheckoutId}, ${t.stripeSubscriptionId}) = 0 else false end`,
    ),
    check(
      "subscriptions_ended",
      sql`(${t.endedAt} is not null) = (${t.status} in ('cancelled', 'expired', 'failed'))`,
    ),
  ],
);

/**
 * A payment that the provider collected for a subscription. `grantedAt`: it bought its period and its boosts.
 * `refundReason`: the money has to go back, or went back.
 */
export const subscriptionPayments = pgTable(
  "subscription_payments",
  {
    id: id(),
    ...purchaseColumns(),
    subscriptionId: idOf(() => subscriptions.id).notNull(),
    userId: userReference().notNull(),
    tier: tierEnum().notNull(),
    stripePaymentIntentId: text().unique("subscription_payments_stripe_payment_intent_id_key"),
    paypalPaymentId: text().unique("subscription_payments_paypal_payment_id_key"),
    /** What the provider charged, cents. */
    amount: integer().notNull(),
    currency: text().notNull(),
    paidAt: timestamptz().notNull(),
    paymentStatus: paymentStateEnum().notNull(),
    createdAt: createdAt(),
    periodStart: timestamptz(),
    periodEnd: timestamptz(),
  },
  (t) => [
    ...purchaseRules("subscription_payments", t, t.amount),
    index("subscription_payments_of_user").on(t.userId, t.paidAt),
    index("subscription_payments_of_subscription").on(t.subscriptionId),
    check(
      "subscription_payments_provider",
      sql`num_nonnulls(${t.stripePaymentIntentId}, ${t.paypalPaymentId}) = 1`,
    ),
    check("subscription_payments_taken", sql`${t.paymentStatus} in ('completed', 'refunded')`),
    check(
      "subscription_payments_period",
      sql`num_nulls(${t.grantedAt}, ${t.periodStart}, ${t.periodEnd}) in (0, 3) and ${t.periodEnd} > ${t.periodStart}`,
    ),
  ],
);
