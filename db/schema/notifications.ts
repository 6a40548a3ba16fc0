import { sql } from "drizzle-orm";
import {
  boolean,
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
import { NOTIFICATION_TYPES, NOTIFICATIONS, THANKS_EMOJIS } from "@/lib/ground/vocabulary";
import { boostPurchases } from "./boosts";
import { createdAt, id, listed } from "./columns";
import { decisions } from "./decisions";
import { donations } from "./donations";
import { accountChangeEnum, notificationTypeEnum, payoutStateEnum, refundReasonEnum } from "./enums";
import { payouts } from "./payouts";
import { posts } from "./posts";
import { reports } from "./reports";
import { subscriptionPayments } from "./subscriptions";
import { userReference } from "./users";

const causedBy = (cause: "request" | null) =>
  listed(NOTIFICATION_TYPES.filter((type) => NOTIFICATIONS[type].cause === cause));

/**
 * Specification 3, Notification. Donor name and request title are looked up when it is read, so that later anonymity
 * applies to old ones too.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: userReference().notNull(),
    type: notificationTypeEnum().notNull(),
    /**
     * No foreign key, which would read this whole table whenever a request is removed; the donation's key protects it.
     */
    requestId: uuid(),
    donationId: uuid().references(() => donations.id),
    /**
     * What its donor wrote, so that a list looks for nothing where nothing was written. No foreign key: a note can be
     * erased.
     */
    noteId: uuid(),
    /** A copy of the donation's, so that a list does not read donations; null for a guest's, too. */
    donorId: userReference(),
    /** A copy of the donation's (D36). */
    anonymous: boolean().notNull().default(false),
    boostPurchaseId: uuid().references(() => boostPurchases.id),
    subscriptionPaymentId: uuid().references(() => subscriptionPayments.id),
    payoutId: uuid().references(() => payouts.id),
    /** For a report: that of its reader, which was decided. For a decision: one that concerns its reader. */
    reportId: uuid().references(() => reports.id),
    decisionId: uuid().references(() => decisions.id),
    /** For an update: what was posted about a request that its reader gave to. */
    postId: uuid().references(() => posts.id, { onDelete: "cascade" }),
    /** For a payout: its state. */
    payoutState: payoutStateEnum(),
    /** Cents: the donation; for a refund what went back, fee included; 0 for a change of the account. */
    amount: integer().notNull(),
    /** Percent of the goal after the donation. */
    progress: smallint(),
    /** For a refund, and for a donation of which everything went back. */
    reason: refundReasonEnum(),
    /** For a change of the account: what was changed, and from which device and network if known. */
    accountChange: accountChangeEnum(),
    device: text(),
    network: text(),
    /** For a donation: with what its reader thanked for it. For thanks: with what they were thanked. */
    emoji: text({ enum: THANKS_EMOJIS }),
    createdAt: createdAt(),
    read: boolean().notNull().default(false),
  },
  (t) => [
    unique("notifications_once").on(t.userId, t.type, t.donationId),
    uniqueIndex("notifications_once_per_purchase")
      .on(t.boostPurchaseId)
      .where(sql`boost_purchase_id is not null`),
    uniqueIndex("notifications_once_per_payment")
      .on(t.subscriptionPaymentId)
      .where(sql`subscription_payment_id is not null`),
    uniqueIndex("notifications_once_per_payout")
      .on(t.payoutId, t.payoutState)
      .where(sql`payout_id is not null`),
    uniqueIndex("notifications_once_per_post").on(t.postId, t.userId).where(sql`post_id is not null`),
    check(
      "notifications_one_cause",
      sql`num_nonnulls(${t.donationId}, ${t.boostPurchaseId}, ${t.subscriptionPaymentId}, ${t.accountChange}, ${t.payoutId}, ${t.reportId}, ${t.decisionId}, ${t.postId})
        + (${t.type}::text in (${causedBy("request")}, ${causedBy(null)}))::integer = 1`,
    ),
    check("notifications_of_a_payout", sql`(${t.payoutId} is null) = (${t.payoutState} is null)`),
    check(
      "notifications_of_a_request",
      sql`num_nulls(${t.donationId}, ${t.progress}) in (0, 2)
        and (${t.requestId} is null) = (num_nonnulls(${t.donationId}, ${t.postId}) = 0 and ${t.type}::text not in (${causedBy("request")}))
        and (${t.donorId} is null or ${t.donationId} is not null)`,
    ),
    check(
      "notifications_of_an_account",
      sql`${t.accountChange} is not null or num_nonnulls(${t.device}, ${t.network}) = 0`,
    ),
    check("notifications_of_thanks", sql`${t.emoji} is null or ${t.donationId} is not null`),
    index("notifications_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()),
    index("notifications_unread").on(t.userId).where(sql`not read`),
  ],
);
