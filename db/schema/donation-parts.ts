import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, idOf, timestamptz } from "./columns";
import { donations } from "./donations";
import { refundReasonEnum } from "./enums";
import { requests } from "./requests";
import { userReference } from "./users";

/** What a donor writes to the recipient with a donation: the contract's `message` (giving.md, Methods). */
export const donationNotes = pgTable(
  "donation_notes",
  {
    /** Random: others see it, and a time-ordered one would reveal when somebody gave (D37). */
    id: uuid().primaryKey().defaultRandom(),
    donationId: idOf(() => donations.id)
      .notNull()
      .unique("donation_notes_one_each"),
    /** Of the donation. */
    requestId: idOf(() => requests.id).notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    /** Others than the recipient see it too: the donor allowed it, and the recipient did not hide it. */
    isShown: boolean().notNull().default(false),
    /** Since when an operator's decision hides it. */
    hiddenAt: timestamptz(),
  },
  (t) => [
    index("donation_notes_of_request").on(t.requestId, t.createdAt.desc()),
    check("donation_notes_text_length", sql`char_length(${t.text}) between 1 and 280`),
  ],
);

/**
 * A part of a credited donation that went back, donation and fee in proportion (payouts.md, Ledger). What went back in
 * full is in the donation itself.
 */
export const donationReturns = pgTable(
  "donation_returns",
  {
    id: id(),
    donationId: idOf(() => donations.id).notNull(),
    /** Of the donation, cents. */
    amount: integer().notNull(),
    /** Of the service fee, cents. */
    fee: integer().notNull(),
    /** All that the provider had returned by then, cents: the same total is booked once. */
    total: integer().notNull(),
    reason: refundReasonEnum().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("donation_returns_once").on(t.donationId, t.total),
    check("donation_returns_amount", sql`${t.amount} >= 0 and ${t.fee} >= 0 and ${t.amount} + ${t.fee} > 0`),
  ],
);

/**
 * A request of which money arrived at its owner's bank, and whether they showed what became of it. Kept by triggers on
 * `payouts` and `posts` (`keep_paid_out`, `keep_delivered`), so that a list of people reads neither.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    /** No foreign key: it would lock the request after its owner, against the lock order. */
    requestId: uuid().primaryKey(),
    userId: userReference().notNull(),
    /** When the first payout with money of it arrived that did not fail since. */
    paidOutAt: timestamptz(),
    /** When the first post that others see said so. */
    deliveredAt: timestamptz(),
    /** After how many days the owner was last asked for it. */
    askedDays: smallint().notNull().default(0),
  },
  (t) => [
    // One page for each look-up, as in `users`: the feed looks up the owner of every card.
    index("deliveries_of_user").using("hash", t.userId),
    index("deliveries_to_ask").on(t.paidOutAt).where(sql`delivered_at is null and asked_days < 60`),
    check("deliveries_asked_days", sql`${t.askedDays} in (0, 14, 30, 60)`),
  ],
);

/**
 * Who counts what they receive against a limit (firsts.md, Giftenmeter). Only the
 * owner reads `sealed`: their own limit, what they added from elsewhere, and the last level that was notified.
 */
export const giftMeters = pgTable(
  "gift_meters",
  {
    userId: userReference().primaryKey(),
    sealed: text().notNull(),
    /** When it was last compared with the limit. */
    checkedAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("gift_meters_checked_at").on(t.checkedAt)],
);
