import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, receiptNumber, timestamptz } from "./columns";
import { boostTypeEnum, donationMethodEnum, localeEnum, paymentStateEnum, refundReasonEnum } from "./enums";
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
    receiptNumber: receiptNumber(),
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
    grantedAt: timestamptz(),
    refundReason: refundReasonEnum(),
    /** The provider's code when it refuses the refund for good: the operator has to give it. */
    refundRefusal: text(),
    refundedAt: timestamptz(),
    /** Cents that went back while the rest stays paid. */
    returnedAmount: integer().notNull().default(0),
    /** When the buyer withdrew (safety.md, Buying), and how many cents go back for it. */
    withdrawnAt: timestamptz(),
    withdrawnAmount: integer(),
  },
  (t) => [
    uniqueIndex("boost_purchases_receipt_number_key").on(t.receiptNumber),
    index("boost_purchases_of_user").on(t.userId, t.createdAt.desc()),
    index("boost_purchases_refused").on(t.id).where(sql`refund_refusal is not null`),
    index("boost_purchases_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("boost_purchases_quantity_range", sql`${t.quantity} between 1 and 50`),
    check("boost_purchases_amount_positive", sql`${t.totalAmount} > 0`),
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
    check(
      "boost_purchases_granted_or_going_back",
      sql`${t.paymentStatus} <> 'completed' or ${t.grantedAt} is not null or ${t.refundReason} is not null`,
    ),
    check(
      "boost_purchases_returned",
      sql`${t.returnedAmount} >= 0 and ${t.returnedAmount} < ${t.totalAmount}`,
    ),
    check(
      "boost_purchases_withdrawn",
      sql`(${t.withdrawnAt} is not null) = (${t.withdrawnAmount} is not null)
        and ${t.withdrawnAmount} between 1 and ${t.totalAmount}`,
    ),
    check(
      "boost_purchases_refunded",
      sql`(${t.refundedAt} is not null) = (${t.paymentStatus} = 'refunded') and (${t.refundedAt} is null or ${t.refundReason} is not null)`,
    ),
  ],
);
