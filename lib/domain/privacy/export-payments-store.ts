import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  auditEntries,
  boostEntries,
  boostPurchases,
  donations,
  donationTotals,
  ledgerEntries,
  mails,
  payeeAccounts,
  payouts,
  requests,
  subscriptionPayments,
  subscriptions,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { donorName } from "@/lib/domain/users/public-name";
import { beyond, oldestFirst, type Part } from "./export-store";

/**
 * A person's donations. The recipient is named by their username, as the donor saw it; deleted names are null.
 */
export async function selectGiven(db: Db, userId: string, { after, limit }: Part) {
  const recipient = alias(users, "recipient");
  return db
    .select({
      id: donations.id,
      receiptNumber: donations.receiptNumber,
      requestId: donations.requestId,
      item: requests.item,
      recipient: recipient.username,
      amount: donations.amount,
      serviceFee: donations.serviceFee,
      currency: donations.currency,
      anonymous: donations.anonymous,
      paymentMethod: donations.paymentMethod,
      paidBy: donations.paidBy,
      chargeId: donations.chargeId,
      paymentStatus: donations.paymentStatus,
      stripePaymentIntentId: donations.stripePaymentIntentId,
      paypalOrderId: donations.paypalOrderId,
      createdAt: donations.createdAt,
      settledAt: donations.settledAt,
      creditedAt: donations.creditedAt,
      returnedAmount: donations.returnedAmount,
      returnedFee: donations.returnedFee,
      refundReason: donations.refundReason,
      refundedAt: donations.refundedAt,
      thanksEmoji: donations.thanksEmoji,
      thankedAt: donations.thankedAt,
    })
    .from(donations)
    .leftJoin(requests, and(eq(requests.id, donations.requestId), isNull(requests.deletedAt)))
    .leftJoin(recipient, and(eq(recipient.id, donations.recipientId), isNull(recipient.erasedAt)))
    .where(and(eq(donations.donorId, userId), beyond(donations.createdAt, donations.id, after)))
    .orderBy(...oldestFirst(donations.createdAt, donations.id))
    .limit(limit);
}

/** What a person gave in each period, and what of it leaderboards show unless they are anonymous. */
export async function selectGivenByPeriod(db: Db, userId: string) {
  return db
    .select({
      period: donationTotals.period,
      start: donationTotals.start,
      amount: donationTotals.amount,
      publicAmount: donationTotals.publicAmount,
      listed: donationTotals.listed,
    })
    .from(donationTotals)
    .where(eq(donationTotals.userId, userId))
    .orderBy(asc(donationTotals.period), asc(donationTotals.start));
}

/**
 * The donations that were credited to a person, also those reversed since. Of a donor it has only what others see, and
 * nothing about how they paid. The ledger has an index for this.
 */
export async function selectReceived(db: Db, userId: string, { after, limit }: Part) {
  const rows = await db
    .select({
      id: donations.id,
      requestId: donations.requestId,
      anonymous: donations.anonymous,
      donor: {
        username: users.username,
        anonymousProfile: users.anonymousProfile,
        isErased: sql<boolean>`${users.erasedAt} is not null`,
      },
      amount: donations.amount,
      currency: donations.currency,
      paymentStatus: donations.paymentStatus,
      creditedAt: ledgerEntries.createdAt,
      returnedAmount: donations.returnedAmount,
      isOwed: donations.isOwed,
      refundReason: donations.refundReason,
      refundedAt: donations.refundedAt,
    })
    .from(ledgerEntries)
    .innerJoin(donations, eq(donations.id, ledgerEntries.donationId))
    .innerJoin(users, eq(users.id, donations.donorId))
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
        beyond(ledgerEntries.createdAt, ledgerEntries.donationId, after),
      ),
    )
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.donationId))
    .limit(limit);
  return rows.map(({ anonymous, donor, ...row }) => ({
    ...row,
    donor: donorName({ anonymous }, donor).username,
  }));
}

/** The boosts that a person bought. */
export async function selectPurchases(db: Db, userId: string) {
  return db
    .select({
      id: boostPurchases.id,
      receiptNumber: boostPurchases.receiptNumber,
      boostType: boostPurchases.boostType,
      quantity: boostPurchases.quantity,
      totalAmount: boostPurchases.totalAmount,
      currency: boostPurchases.currency,
      description: boostPurchases.description,
      locale: boostPurchases.locale,
      paymentMethod: boostPurchases.paymentMethod,
      paymentStatus: boostPurchases.paymentStatus,
      stripeCheckoutId: boostPurchases.stripeCheckoutId,
      stripePaymentIntentId: boostPurchases.stripePaymentIntentId,
      paypalOrderId: boostPurchases.paypalOrderId,
      createdAt: boostPurchases.createdAt,
      settledAt: boostPurchases.settledAt,
      grantedAt: boostPurchases.grantedAt,
      refundReason: boostPurchases.refundReason,
      refundedAt: boostPurchases.refundedAt,
    })
    .from(boostPurchases)
    .where(eq(boostPurchases.userId, userId))
    .orderBy(asc(boostPurchases.createdAt));
}

/** The boosts that came and went. */
export async function selectBoosts(db: Db, userId: string) {
  return db
    .select({
      id: boostEntries.id,
      boostType: boostEntries.boostType,
      kind: boostEntries.kind,
      quantity: boostEntries.quantity,
      boostPurchaseId: boostEntries.boostPurchaseId,
      subscriptionPaymentId: boostEntries.subscriptionPaymentId,
      requestId: boostEntries.requestId,
      createdAt: boostEntries.createdAt,
    })
    .from(boostEntries)
    .where(eq(boostEntries.userId, userId))
    .orderBy(asc(boostEntries.createdAt));
}

/** What a person subscribed to. */
export async function selectSubscriptions(db: Db, userId: string) {
  return db
    .select({
      id: subscriptions.id,
      tier: subscriptions.tier,
      amount: subscriptions.amount,
      currency: subscriptions.currency,
      locale: subscriptions.locale,
      paymentMethod: subscriptions.paymentMethod,
      stripeCheckoutId: subscriptions.stripeCheckoutId,
      stripeSubscriptionId: subscriptions.stripeSubscriptionId,
      paypalSubscriptionId: subscriptions.paypalSubscriptionId,
      status: subscriptions.status,
      createdAt: subscriptions.createdAt,
      endRequestedAt: subscriptions.endRequestedAt,
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt));
}

/** What a person paid for it. */
export async function selectSubscriptionPayments(db: Db, userId: string) {
  return db
    .select({
      id: subscriptionPayments.id,
      receiptNumber: subscriptionPayments.receiptNumber,
      subscriptionId: subscriptionPayments.subscriptionId,
      tier: subscriptionPayments.tier,
      stripePaymentIntentId: subscriptionPayments.stripePaymentIntentId,
      paypalPaymentId: subscriptionPayments.paypalPaymentId,
      amount: subscriptionPayments.amount,
      currency: subscriptionPayments.currency,
      paidAt: subscriptionPayments.paidAt,
      paymentStatus: subscriptionPayments.paymentStatus,
      createdAt: subscriptionPayments.createdAt,
      grantedAt: subscriptionPayments.grantedAt,
      periodStart: subscriptionPayments.periodStart,
      periodEnd: subscriptionPayments.periodEnd,
      refundReason: subscriptionPayments.refundReason,
      refundedAt: subscriptionPayments.refundedAt,
    })
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.userId, userId))
    .orderBy(asc(subscriptionPayments.paidAt));
}

/** Every cent that moved for a person. */
export async function selectLedger(db: Db, userId: string, { after, limit }: Part) {
  return db
    .select({
      id: ledgerEntries.id,
      kind: ledgerEntries.kind,
      account: ledgerEntries.account,
      amount: ledgerEntries.amount,
      donationId: ledgerEntries.donationId,
      boostPurchaseId: ledgerEntries.boostPurchaseId,
      subscriptionPaymentId: ledgerEntries.subscriptionPaymentId,
      donationReturnId: ledgerEntries.donationReturnId,
      transferId: ledgerEntries.transferId,
      transferReturnId: ledgerEntries.transferReturnId,
      payoutId: ledgerEntries.payoutId,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.userId, userId), beyond(ledgerEntries.createdAt, ledgerEntries.id, after)))
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.id))
    .limit(limit);
}

/**
 * What operators did to a person, their requests and payments, and when and why they looked the person up. It does not
 * name the operator, who is a person too (Court of Justice, C-579/21).
 */
export async function selectOperatorActions(db: Db, userId: string) {
  // A hold of a donation is about who receives it, not about its donor.
  const isHold = sql`${auditEntries.action} in ('place_hold', 'lift_hold')`;
  return db
    .select({
      at: auditEntries.createdAt,
      action: auditEntries.action,
      subject: auditEntries.subject,
      subjectId: auditEntries.subjectId,
      before: auditEntries.before,
      after: auditEntries.after,
      reason: auditEntries.reason,
    })
    .from(auditEntries)
    .where(
      sql`${auditEntries.subjectId} in (
        select ${userId}::uuid
        union all select id from ${requests} where user_id = ${userId}
        union all select id from ${donations} where donor_id = ${userId} and not ${isHold}
        union all select donation_id from ${ledgerEntries}
          where user_id = ${userId} and account = 'recipient' and kind = 'donation' and ${isHold}
        union all select id from ${boostPurchases} where user_id = ${userId}
        union all select id from ${subscriptions} where user_id = ${userId}
        union all select id from ${subscriptionPayments} where user_id = ${userId}
        union all select id from ${mails} where user_id = ${userId}
        union all select id from ${payeeAccounts} where user_id = ${userId}
        union all select id from ${transfers} where user_id = ${userId}
        union all select r.id from ${transferReturns} r join ${transfers} t on t.id = r.transfer_id where t.user_id = ${userId}
        union all select id from ${payouts} where user_id = ${userId})`,
    )
    .orderBy(asc(auditEntries.id));
}
