import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, idOf, timestamptz, triedColumns } from "./columns";
import { donations } from "./donations";
import { transferReturnCauseEnum, transferReturnStateEnum, transferStateEnum } from "./enums";
import { payeeAccounts } from "./payee-accounts";
import { userReference } from "./users";

/**
 * A donation on its way to its recipient's account at the provider (payouts.md, Tables). The row is written before the
 * provider is called. A donation has one transfer; another round only after the one before was returned or cancelled.
 */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    donationId: idOf(() => donations.id).notNull(),
    accountId: idOf(() => payeeAccounts.id).notNull(),
    /** The recipient. */
    userId: userReference().notNull(),
    /** Cents: what is left of the donation when it is planned. */
    amount: integer().notNull(),
    round: smallint().notNull().default(1),
    state: transferStateEnum().notNull().default("planned"),
    /** The provider's id of the charge that it is tied to; null where there is none at this provider. */
    chargeId: text(),
    providerId: text().unique("transfers_provider_id_key"),
    /** Its release date (payouts.md, Release). */
    releaseAt: timestamptz().notNull(),
    ...triedColumns(),
    sentAt: timestamptz(),
    /** When it was booked from what the provider has, because the books did not know it (restored from a dump). */
    adoptedAt: timestamptz(),
  },
  (t) => [
    unique("transfers_of_donation").on(t.donationId, t.round),
    uniqueIndex("transfers_one_alive").on(t.donationId).where(sql`state in ('planned', 'sent')`),
    index("transfers_of_account").on(t.accountId),
    index("transfers_of_user").on(t.userId),
    index("transfers_check_at").on(t.checkAt).where(sql`check_at is not null`),
    check("transfers_amount_positive", sql`${t.amount} > 0`),
    check("transfers_sent", sql`(${t.sentAt} is not null) = (${t.state} in ('sent', 'returned'))`),
  ],
);

/**
 * Money of a transfer that has to come back from the recipient's account (payouts.md, Ledger). `short`: it was in their
 * bank already, so it is our loss. With `recoversId` it takes back such a loss from another transfer of the account.
 */
export const transferReturns = pgTable(
  "transfer_returns",
  {
    id: id(),
    transferId: idOf(() => transfers.id).notNull(),
    /** Cents. */
    amount: integer().notNull(),
    cause: transferReturnCauseEnum().notNull(),
    state: transferReturnStateEnum().notNull().default("due"),
    recoversId: uuid().references((): AnyPgColumn => transferReturns.id),
    providerId: text().unique("transfer_returns_provider_id_key"),
    ...triedColumns(),
    doneAt: timestamptz(),
  },
  (t) => [
    index("transfer_returns_of_transfer").on(t.transferId),
    index("transfer_returns_check_at").on(t.checkAt).where(sql`check_at is not null`),
    uniqueIndex("transfer_returns_one_recovery")
      .on(t.recoversId)
      .where(sql`recovers_id is not null and state = 'due'`),
    check("transfer_returns_amount_positive", sql`${t.amount} > 0`),
    check("transfer_returns_done", sql`(${t.doneAt} is not null) = (${t.state} <> 'due')`),
  ],
);
