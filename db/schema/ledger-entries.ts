import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt } from "./columns";
import { donations } from "./donations";
import { ledgerAccountEnum, ledgerKindEnum } from "./enums";
import { users } from "./users";

/**
 * Every cent that moves, append-only (a trigger refuses changes). What a donor pays is negative on `donor` and positive on the accounts it
 * goes to, so the entries of one donation and kind add up to zero.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
    kind: ledgerKindEnum().notNull(),
    account: ledgerAccountEnum().notNull(),
    /** Whose money it is: the donor's on donor and refund_due, the recipient's on recipient; null for the fee. */
    userId: uuid().references(() => users.id),
    /** Cents, signed. */
    amount: cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("ledger_entries_once").on(t.donationId, t.kind, t.account),
    index("ledger_entries_of_user").on(t.userId, t.createdAt),
    check("ledger_entries_amount", sql`${t.amount} <> 0 or ${t.account} = 'fee'`),
  ],
);
