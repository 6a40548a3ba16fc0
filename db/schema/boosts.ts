import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { boostEntryKindEnum, boostTypeEnum, donationMethodEnum, localeEnum, paymentStateEnum } from "./enums";
import { purchaseColumns, purchaseRules } from "./purchases";
import { subscriptionPayments } from "./subscriptions";
import { userReference } from "./users";

/**
 * Specification 3, Boost purchase. The row is written before the provider is called, with everything that the call
 * needs, so that a retry sends the same. `grantedAt`: the boosts were granted. `refundReason`: the money has to go
 * back, or went back.
 */
export const boostPurchases = pgTable(
  "boost_purchases",
  {
    id: id(),
    ...purchaseColumns(),
    userId: userReference().notNull(),
    boostType: boostTypeEnum().notNull(),
    quantity: smallint().notNull(),
    /** Cents. */
    totalAmount: integer().notNull(),
    currency: text().notNull(),
    paymentMethod: donationMethodEnum().notNull(),
    paymentStatus: paymentStateEnum().notNull().default("pending"),
    /** Shown on the provider's page, in the buyer's language. */
    description: text().notNull(),
    locale: localeEnum().notNull(),
    /** A path of ours, where the provider's page leads back to. */
    returnPath: text().notNull(),
    stripeCheckoutId: text().unique("boost_purchases_stripe_checkout_id_key"),
    stripePaymentIntentId: text().unique("boost_purchases_stripe_payment_intent_id_key"),
    paypalOrderId: text().unique("boost_purchases_paypal_order_id_key"),
    /** When a capture was refused and the buyer could approve the order again: the next capture has another key. */
    captureRefusedAt: timestamptz(),
    createdAt: createdAt(),
    /** When reconciliation asks the provider next; null when the provider can change nothing any more. */
    checkAt: timestamptz(),
    settledAt: timestamptz(),
  },
  (t) => [
    ...purchaseRules("boost_purchases", t, t.totalAmount),
    index("boost_purchases_of_user").on(t.userId, t.createdAt.desc()),
    index("boost_purchases_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("boost_purchases_quantity_range", sql`${t.quantity} between 1 and 50`),
    check("boost_purchases_currency_form", sql`${t.currency} ~ '^[a-z]{3}$'`),
    check(
      "boost_purchases_provider",
      sql`case ${t.paymentMethod}::text when 'stripe' then ${t.paypalOrderId} is null
        when 'paypal' then num_nonnulls(${t.stripeCheckoutId}, ${t.stripePaymentIntentId}) = 0 else false end`,
    ),
    check(
      "boost_purchases_settled",
      sql`(${t.settledAt} is not null) = (${t.paymentStatus} in ('completed', 'refunded'))`,
    ),
  ],
);

/**
 * Every change of a person's boosts, append-only by a trigger: their balance is the sum of their entries. A cause has
 * at most one entry of each kind.
 */
export const boostEntries = pgTable(
  "boost_entries",
  {
    /** For a use, the id of the operation, so that a retry finds it. */
    id: id(),
    userId: userReference().notNull(),
    boostType: boostTypeEnum().notNull(),
    kind: boostEntryKindEnum().notNull(),
    /** Signed. */
    quantity: smallint().notNull(),
    boostPurchaseId: uuid().references(() => boostPurchases.id),
    subscriptionPaymentId: uuid().references(() => subscriptionPayments.id),
    /** What a boost was used on. No foreign key: the request may be removed. */
    requestId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("boost_entries_once_per_purchase").on(t.boostPurchaseId, t.kind),
    unique("boost_entries_once_per_payment").on(t.subscriptionPaymentId, t.kind),
    unique("boost_entries_once_per_request").on(t.requestId),
    index("boost_entries_of_user").on(t.userId, t.createdAt),
    check(
      "boost_entries_one_cause",
      sql`num_nonnulls(${t.boostPurchaseId}, ${t.subscriptionPaymentId}, ${t.requestId}) = 1`,
    ),
    check(
      "boost_entries_kind",
      sql`case ${t.kind}
        when 'purchase' then ${t.boostPurchaseId} is not null and ${t.quantity} > 0
        when 'subscription' then ${t.subscriptionPaymentId} is not null and ${t.quantity} > 0
        when 'used' then ${t.requestId} is not null and ${t.quantity} = -1
        else ${t.requestId} is null and ${t.quantity} < 0 end`,
    ),
  ],
);
