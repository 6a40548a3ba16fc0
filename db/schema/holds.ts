import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestamptz } from "./columns";
import { decisions } from "./decisions";
import { donations } from "./donations";
import { holdCauseEnum } from "./enums";
import { payeeAccounts } from "./payee-accounts";
import { payouts } from "./payouts";
import { requests } from "./requests";
import { userReference } from "./users";

/**
 * Why money of a person, a request or a donation does not move (payouts.md, Tables). A hold ends when somebody lifts it
 * or at `endsAt`; `lib/domain/payouts/hold-waits.ts` says who is waited for. While it runs nothing is transferred or
 * paid out: of a person with an account, to that account.
 */
export const holds = pgTable(
  "holds",
  {
    id: id(),
    userId: userReference(),
    requestId: uuid().references(() => requests.id),
    donationId: uuid().references(() => donations.id),
    /** With a person: only what goes to this account of theirs, where a payout failed. */
    accountId: uuid().references(() => payeeAccounts.id),
    /** The payout that failed. */
    payoutId: uuid().references(() => payouts.id),
    cause: holdCauseEnum().notNull(),
    /** The decision that placed it; it is lifted with it. */
    decisionId: uuid().references(() => decisions.id),
    /** Why, in words: an operator's statement, or what a rule noticed. */
    decision: text(),
    placedAt: createdAt(),
    /** The operator's name; null when a rule placed it. */
    placedBy: text(),
    endsAt: timestamptz(),
    liftedAt: timestamptz(),
    liftedBy: text(),
  },
  (t) => [
    uniqueIndex("holds_of_user")
      .on(t.userId, t.cause)
      .where(sql`user_id is not null and account_id is null and lifted_at is null`),
    uniqueIndex("holds_of_account")
      .on(t.accountId, t.cause)
      .where(sql`account_id is not null and lifted_at is null`),
    index("holds_by_payout").on(t.payoutId).where(sql`payout_id is not null`),
    uniqueIndex("holds_of_request")
      .on(t.requestId, t.cause)
      .where(sql`request_id is not null and lifted_at is null`),
    uniqueIndex("holds_of_donation")
      .on(t.donationId, t.cause)
      .where(sql`donation_id is not null and lifted_at is null`),
    // The export and the removal of a request read lifted ones too.
    index("holds_by_user").on(t.userId).where(sql`user_id is not null`),
    index("holds_by_donation").on(t.donationId).where(sql`donation_id is not null`),
    index("holds_by_request").on(t.requestId).where(sql`request_id is not null`),
    index("holds_by_decision").on(t.decisionId).where(sql`decision_id is not null`),
    index("holds_placed").on(t.placedAt).where(sql`lifted_at is null`),
    check("holds_one_subject", sql`num_nonnulls(${t.userId}, ${t.requestId}, ${t.donationId}) = 1`),
    check("holds_account_of_user", sql`${t.accountId} is null or ${t.userId} is not null`),
    // A person who places a hold says why (Digital Services Act, article 17).
    check("holds_reasoned", sql`${t.placedBy} is null or ${t.decision} is not null and ${t.decision} <> ''`),
    check("holds_lifted", sql`${t.liftedBy} is null or ${t.liftedAt} is not null`),
  ],
);
