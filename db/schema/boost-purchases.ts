import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { boostTypeEnum, donationMethodEnum, localeEnum, paymentStateEnum, refundReasonEnum } from "./enums";
import { users } from "./users";

/**
 * Specification 3, Boost purchase. The row stands before the provider is called, with everything that is asked of it, so that asking again is the
 * same question. `grantedAt` says that the boosts were handed out; `refundReason` that the money has to go, or went, back.
 */
export const boostPurchases = pgTable(
  "boost_purchases",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    boostType: boostTypeEnum().notNull(),
    quantity: smallint().notNull(),
    /** Cents. */
    totalAmount: integer().notNull(),
    currency: text().notNull(),
    paymentMethod: donationMethodEnum().notNull(),
    paymentStatus: paymentStateEnum().notNull().default("pending"),
    /** What the provider's page calls it, in the buyer's language. */
    description: text().notNull(),
    locale: localeEnum().notNull(),
    /** Where the provider's page leads back to, a path of ours. */
    returnPath: text().notNull(),
    stripeCheckoutId: text().unique("boost_purchases_stripe_checkout_id_key"),
    stripePaymentIntentId: text().unique("boost_purchases_stripe_payment_intent_id_key"),
    paypalOrderId: text().unique("boost_purchases_paypal_order_id_key"),
    /** When an order was refused and its buyer could approve it again: the next capture has another key. */
    captureRefusedAt: timestamptz(),
    createdAt: createdAt(),
    /** When reconciliation asks the provider about it next; null when nothing can come any more. */
    checkAt: timestamptz(),
    settledAt: timestamptz(),
    grantedAt: timestamptz(),
    refundReason: refundReasonEnum(),
    /** The provider's code where it will never give the refund: the operator has to. */
    refundRefusal: text(),
    refundedAt: timestamptz(),
  },
  (t) => [
    index("boost_purchases_of_user").on(t.userId, t.createdAt.desc()),
    index("boost_purchases_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("boost_purchases_quantity_range", sql`${t.quantity} between 1 and 50`),
    check("boost_purchases_amount_positive", sql`${t.totalAmount} > 0`),
    check("boost_purchases_currency_form", sql`${t.currency} ~ '^[a-z]{3}$'`),
    check(
      "boost_purchases_provider",
      sql`case ${t.paymentMethod} when 'stripe' then ${t.paypalOrderId} is null else ${t.stripeCheckoutId} is null and ${t.stripePaymentIntentId} is null end`,
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
      "boost_purchases_refunded",
      sql`(${t.refundedAt} is not null) = (${t.paymentStatus} = 'refunded') and (${t.refundedAt} is null or ${t.refundReason} is not null)`,
    ),
  ],
);
