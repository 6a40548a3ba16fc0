import { sql } from "drizzle-orm";
import { check, integer, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { donations } from "./donations";
import { refundReasonEnum } from "./enums";

/**
 * A part of a credited donation that went back, donation and fee in proportion (payouts.md, Ledger). What went back in
 * full is in the donation itself.
 */
export const donationReturns = pgTable(
  "donation_returns",
  {
    id: id(),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
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
