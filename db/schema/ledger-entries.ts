import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, smallint, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { boostPurchases } from "./boosts";
import { cents, createdAt } from "./columns";
import { donationReturns } from "./donation-parts";
import { donations } from "./donations";
import { ledgerAccountEnum, ledgerKindEnum } from "./enums";
import { payouts } from "./payouts";
import { subscriptionPayments } from "./subscriptions";
import { transferReturns, transfers } from "./transfers";
import { userReference } from "./users";

/**
 * Every cent that moves, append-only by a trigger. What somebody pays is negative on `donor` or `buyer` and positive on
 * the accounts that receive it, so that the entries of one cause and kind add up to zero.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    donationId: uuid().references(() => donations.id),
    boostPurchaseId: uuid().references(() => boostPurchases.id),
    subscriptionPaymentId: uuid().references(() => subscriptionPayments.id),
    donationReturnId: uuid().references(() => donationReturns.id),
    transferId: uuid().references(() => transfers.id),
    transferReturnId: uuid().references(() => transferReturns.id),
    payoutId: uuid().references(() => payouts.id),
    kind: ledgerKindEnum().notNull(),
    account: ledgerAccountEnum().notNull(),
    /**
     * Whose account: the payer for donor, buyer and refund_due; the recipient for recipient, held, payee, bank and
     * loss; null for ours, the provider's and that of guests.
     */
    userId: userReference(),
    /** The movements of one cause and kind are counted from 1. Only a dispute's fee has several: it can change. */
    ordinal: smallint().notNull().default(1),
    /** Cents, signed. */
    amount: cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Partial, so that a row is in one of the three indexes.
    uniqueIndex("ledger_entries_once")
      .on(t.donationId, t.kind, t.account, t.ordinal)
      .where(sql`donation_id is not null`),
    uniqueIndex("ledger_entries_once_per_purchase")
      .on(t.boostPurchaseId, t.kind, t.account, t.ordinal)
      .where(sql`boost_purchase_id is not null`),
    uniqueIndex("ledger_entries_once_per_payment")
      .on(t.subscriptionPaymentId, t.kind, t.account, t.ordinal)
      .where(sql`subscription_payment_id is not null`),
    uniqueIndex("ledger_entries_once_per_donation_return")
      .on(t.donationReturnId, t.kind, t.account)
      .where(sql`donation_return_id is not null`),
    uniqueIndex("ledger_entries_once_per_transfer")
      .on(t.transferId, t.kind, t.account)
      .where(sql`transfer_id is not null`),
    uniqueIndex("ledger_entries_once_per_transfer_return")
      .on(t.transferReturnId, t.kind, t.account)
      .where(sql`transfer_return_id is not null`),
    uniqueIndex("ledger_entries_once_per_payout")
      .on(t.payoutId, t.kind, t.account)
      .where(sql`payout_id is not null`),
    check(
      "ledger_entries_one_cause",
      sql`num_nonnulls(${t.donationId}, ${t.boostPurchaseId}, ${t.subscriptionPaymentId}, ${t.donationReturnId},
        ${t.transferId}, ${t.transferReturnId}, ${t.payoutId}) = 1`,
    ),
    index("ledger_entries_of_user").on(t.userId, t.createdAt),
    check("ledger_entries_amount", sql`${t.amount} <> 0 or ${t.account} = 'fee'`),
  ],
);
