import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, unique, uuid } from "drizzle-orm/pg-core";
import { boostPurchases } from "./boost-purchases";
import { createdAt, id } from "./columns";
import { boostEntryKindEnum, boostTypeEnum } from "./enums";
import { subscriptionPayments } from "./subscription-payments";
import { userReference } from "./users";

/**
 * Every change of a person's boosts, append-only by a trigger: their balance is the sum of their entries. A cause has
 * at most one entry of each kind.
 */
export const boostEntries = pgTable(
  "boost_entries",
  {
    /** For a use, the id of the operation, so that a retry finds it. */
    id: id(),
    userId: userReference().notNull(),
    boostType: boostTypeEnum().notNull(),
    kind: boostEntryKindEnum().notNull(),
    /** Signed. */
    quantity: smallint().notNull(),
    boostPurchaseId: uuid().references(() => boostPurchases.id),
    subscriptionPaymentId: uuid().references(() => subscriptionPayments.id),
    /** What a boost was used on. No foreign key: the request may be removed. */
    requestId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("boost_entries_once_per_purchase").on(t.boostPurchaseId, t.kind),
    unique("boost_entries_once_per_payment").on(t.subscriptionPaymentId, t.kind),
    unique("boost_entries_once_per_request").on(t.requestId),
    index("boost_entries_of_user").on(t.userId, t.createdAt),
    check(
      "boost_entries_one_cause",
      sql`num_nonnulls(${t.boostPurchaseId}, ${t.subscriptionPaymentId}, ${t.requestId}) = 1`,
    ),
    check(
      "boost_entries_kind",
      sql`case ${t.kind}
        when 'purchase' then ${t.boostPurchaseId} is not null and ${t.quantity} > 0
        when 'subscription' then ${t.subscriptionPaymentId} is not null and ${t.quantity} > 0
        when 'used' then ${t.requestId} is not null and ${t.quantity} = -1
        else ${t.requestId} is null and ${t.quantity} < 0 end`,
    ),
  ],
);
