import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { capabilityStateEnum, donationMethodEnum, payeeWaitsEnum } from "./enums";
import { userReference } from "./users";

/**
 * Where a person is paid (payouts.md, Tables). Everything but the ids comes from asking the provider. Names, birth
 * dates, IBANs and documents are at the provider only.
 */
export const payeeAccounts = pgTable(
  "payee_accounts",
  {
    id: id(),
    userId: userReference().notNull(),
    provider: donationMethodEnum().notNull(),
    /** Null until the provider answered the call that opens it. */
    providerAccountId: text().unique("payee_accounts_provider_account_id_key"),
    /** ISO 3166-1, two capitals. */
    country: text().notNull(),
    /** Whether it can receive transfers, and whether it can pay out to a bank; null before the first answer. */
    transfers: capabilityStateEnum(),
    payouts: capabilityStateEnum(),
    waitsFor: payeeWaitsEnum().notNull().default("owner"),
    waitsUntil: timestamptz(),
    /** The provider's code of what is wrong. */
    problem: text(),
    /** The provider's id of the bank account, which is another one when the same number is entered again. */
    bankId: text(),
    /** The last four characters of the bank account. */
    bankLast4: text(),
    /** A keyed hash of the provider's fingerprint, only to find a bank account that several people use. */
    bankHash: text(),
    /** When the owner had first answered everything that was asked. */
    submittedAt: timestamptz(),
    /** When it could first be paid out to. */
    readyAt: timestamptz(),
    checkedAt: timestamptz(),
    /** When the provider is asked again. */
    checkAt: timestamptz(),
    createdAt: createdAt(),
    /** When another bank account took the place of the one before. */
    bankChangedAt: timestamptz(),
    /** Since when nothing goes there: somebody else may have opened it (D51). It is emptied, then closed. */
    abandonedAt: timestamptz(),
    closedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex("payee_accounts_open")
      .on(t.userId, t.provider)
      .where(sql`closed_at is null and abandoned_at is null`),
    index("payee_accounts_of_user").on(t.userId),
    index("payee_accounts_check_at").on(t.checkAt).where(sql`check_at is not null`),
    index("payee_accounts_bank_hash").on(t.bankHash).where(sql`bank_hash is not null`),
    check("payee_accounts_country_form", sql`${t.country} ~ '^[A-Z]{2}$'`),
    check("payee_accounts_last4_form", sql`char_length(${t.bankLast4}) <= 4`),
  ],
);
