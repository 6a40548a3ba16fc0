import { sql } from "drizzle-orm";
import { check, index, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id } from "./columns";
import { donations } from "./donations";
import { ledgerAccountEnum, ledgerKindEnum } from "./enums";
import { users } from "./users";

/** Every cent that moves, append-only (a trigger refuses changes). The entries of one donation and kind add up to zero. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: id(),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
    kind: ledgerKindEnum().notNull(),
    account: ledgerAccountEnum().notNull(),
    /** Whose money it is: the donor for provider and refund_due, the recipient for recipient; null for the fee. */
    userId: uuid().references(() => users.id),
    /** Cents, signed: what comes into the account is positive. */
    amount: cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("ledger_entries_once").on(t.donationId, t.kind, t.account),
    index("ledger_entries_of_user").on(t.userId, t.createdAt),
    check("ledger_entries_amount", sql`${t.amount} <> 0 or ${t.account} = 'fee'`),
  ],
);
