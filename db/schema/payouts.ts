import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, id, idOf, timestamptz, triedColumns } from "./columns";
import { donations } from "./donations";
import { payoutCauseEnum, payoutStateEnum } from "./enums";
import { payeeAccounts } from "./payee-accounts";
import { requests } from "./requests";
import { transfers } from "./transfers";
import { userReference } from "./users";

/**
 * Money from a person's account at the provider to their bank (payouts.md, Tables). The row is written before the
 * provider is called. A payout can be `paid` and fail within five business days.
 */
export const payouts = pgTable(
  "payouts",
  {
    id: id(),
    accountId: idOf(() => payeeAccounts.id).notNull(),
    userId: userReference().notNull(),
    /** Where it is of one request only. */
    requestId: uuid().references(() => requests.id),
    /** Cents: the sum of its donations. */
    amount: cents().notNull(),
    cause: payoutCauseEnum().notNull(),
    state: payoutStateEnum().notNull().default("created"),
    providerId: text().unique("payouts_provider_id_key"),
    /** Where it went: the provider's id of the bank account; null where the account is the address. */
    destination: text(),
    /** The account's `bankHash` when it was made. A bank account that was the problem is never paid to again. */
    bankHash: text(),
    /** The day on which the bank should have it. */
    arrivesOn: date({ mode: "string" }),
    /** What the person's bank finds it by; null until the provider says it, up to ten days after it was paid. */
    traceId: text(),
    /** The provider's code of why it failed. */
    failureCode: text(),
    ...triedColumns(),
    sentAt: timestamptz(),
    paidAt: timestamptz(),
    failedAt: timestamptz(),
    /** When it was booked from what the provider has, because the books did not know it (restored from a dump). */
    adoptedAt: timestamptz(),
  },
  (t) => [
    index("payouts_of_user").on(t.userId, t.createdAt.desc()),
    index("payouts_of_account").on(t.accountId),
    index("payouts_of_request").on(t.requestId).where(sql`request_id is not null`),
    index("payouts_failed").on(t.userId).where(sql`state = 'failed'`),
    index("payouts_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("payouts_amount_positive", sql`${t.amount} > 0`),
    check("payouts_failed", sql`(${t.failedAt} is not null) = (${t.state} = 'failed')`),
  ],
);

/** The donations of a payout. */
export const payoutDonations = pgTable(
  "payout_donations",
  {
    payoutId: idOf(() => payouts.id).notNull(),
    donationId: idOf(() => donations.id).notNull(),
    transferId: idOf(() => transfers.id).notNull(),
    /** Cents: what is left of the transfer. */
    amount: integer().notNull(),
    /** Its payout has not failed. */
    isLive: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.donationId] }),
    uniqueIndex("payout_donations_one_alive").on(t.donationId).where(sql`is_live`),
    index("payout_donations_of_transfer").on(t.transferId),
    check("payout_donations_amount_positive", sql`${t.amount} > 0`),
  ],
);
