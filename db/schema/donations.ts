import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { THANKS_EMOJIS } from "@/lib/ground/vocabulary";
import { createdAt, id, idOf, receiptNumber, timestamptz } from "./columns";
import { donationMethodEnum, paidByEnum, paymentStateEnum, refundReasonEnum } from "./enums";
import { guests } from "./guests";
import { requests } from "./requests";
import { userReference } from "./users";

/**
 * Specification 3, Donation. The row is written before the provider is called. `creditedAt`: the recipient got it.
 * `refundReason`: the money has to go back; the row is `completed` until it has, then `refunded`.
 */
export const donations = pgTable(
  "donations",
  {
    id: id(),
    receiptNumber: receiptNumber(),
    requestId: idOf(() => requests.id).notNull(),
    /** Null for a guest's. */
    donorId: userReference(),
    /** Who gave without an account; null once they claimed it. */
    guestId: uuid().references(() => guests.id),
    recipientId: userReference().notNull(),
    /** What the recipient gets, cents. */
    amount: integer().notNull(),
    /** On top of it, cents. */
    serviceFee: integer().notNull(),
    currency: text().notNull(),
    /** Whether the donor was anonymous when the row was written or when it was booked (D36). */
    anonymous: boolean().notNull().default(false),
    paymentMethod: donationMethodEnum().notNull().default("stripe"),
    paymentStatus: paymentStateEnum().notNull().default("pending"),
    stripePaymentIntentId: text(),
    paypalOrderId: text(),
    /**
     * The hash of the secret with which the donor's browser may ask for the outcome; null before the provider's answer.
     */
    returnSecretHash: text(),
    /** When a capture was declined and its donor could approve again: the next capture has another key. */
    captureRefusedAt: timestamptz(),
    createdAt: createdAt(),
    /** When reconciliation checks it at the provider next; null when nothing can change any more. */
    checkAt: timestamptz(),
    /** When the payment was booked; its calendar day decides the periods (D30). */
    settledAt: timestamptz(),
    creditedAt: timestamptz(),
    /** What it was paid with, as the provider said when it settled. */
    paidBy: paidByEnum(),
    /** The provider's id of the charge, which a transfer to the recipient is tied to. */
    chargeId: text(),
    /** The recipient is owed what is left of it: it was credited, and no transfer took it to their account yet. */
    isOwed: boolean().notNull().default(false),
    /** What went back of `amount` and of `serviceFee` in partial refunds, cents. */
    returnedAmount: integer().notNull().default(0),
    returnedFee: integer().notNull().default(0),
    refundReason: refundReasonEnum(),
    /** The provider's code when it will never make the refund: the operator has to. */
    refundRefusal: text(),
    refundRefusedAt: timestamptz(),
    refundedAt: timestamptz(),
    /** When its donor took it back (giving.md, Take back). */
    takenBackAt: timestamptz(),
    /** Until when its payment goes first, after its donor pressed Pay (giving.md, Never race for the last euro). */
    reservedUntil: timestamptz(),
    /** With what and when its recipient thanked for it. */
    thanksEmoji: text({ enum: THANKS_EMOJIS }),
    thankedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex("donations_receipt_number_key").on(t.receiptNumber),
    uniqueIndex("donations_stripe_payment_intent_id_key")
      .on(t.stripePaymentIntentId)
      .where(sql`stripe_payment_intent_id is not null`),
    uniqueIndex("donations_paypal_order_id_key").on(t.paypalOrderId).where(sql`paypal_order_id is not null`),
    index("donations_of_request").on(t.requestId),
    index("donations_of_donor").on(t.donorId, t.createdAt.desc()),
    uniqueIndex("donations_guest_id_key").on(t.guestId).where(sql`guest_id is not null`),
    index("donations_open").on(t.createdAt).where(sql`payment_status = 'pending'`),
    index("donations_check_at").on(t.checkAt).where(sql`check_at is not null`),
    index("donations_refund_due")
      .on(t.settledAt)
      .where(sql`payment_status = 'completed' and refund_reason is not null`),
    index("donations_reserved")
      .on(t.requestId, t.reservedUntil)
      .where(sql`payment_status = 'pending' and reserved_until is not null`),
    index("donations_taken_back").on(t.donorId, t.takenBackAt).where(sql`taken_back_at is not null`),
    index("donations_owed").on(t.recipientId, t.settledAt).where(sql`is_owed`),
    check(
      "donations_returned_is_part",
      sql`${t.returnedAmount} between 0 and ${t.amount} and ${t.returnedFee} between 0 and ${t.serviceFee}`,
    ),
    check(
      "donations_owed_is_credited",
      sql`not ${t.isOwed} or (${t.creditedAt} is not null and ${t.paymentStatus} = 'completed')`,
    ),
    check("donations_taken_back", sql`${t.takenBackAt} is null or ${t.refundReason} is not null`),
    check("donations_thanked", sql`(${t.thanksEmoji} is null) = (${t.thankedAt} is null)`),
    check("donations_amount_positive", sql`${t.amount} > 0 and ${t.amount} <= 1000000`),
    check("donations_fee_not_negative", sql`${t.serviceFee} >= 0`),
    check("donations_one_giver", sql`num_nonnulls(${t.donorId}, ${t.guestId}) = 1`),
    check("donations_to_others", sql`${t.donorId} <> ${t.recipientId}`),
    check("donations_currency_form", sql`${t.currency} ~ '^[a-z]{3}$'`),
    check(
      "donations_settled",
      sql`(${t.settledAt} is not null) = (${t.paymentStatus} in ('completed', 'refunded'))`,
    ),
    check(
      "donations_credited_or_going_back",
      sql`${t.paymentStatus} <> 'completed' or ${t.creditedAt} is not null or ${t.refundReason} is not null`,
    ),
    check(
      "donations_refunded",
      sql`(${t.refundedAt} is not null) = (${t.paymentStatus} = 'refunded') and (${t.refundedAt} is null or ${t.refundReason} is not null)`,
    ),
  ],
);
