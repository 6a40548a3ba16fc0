import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  auditEntries,
  boostEntries,
  boostPurchases,
  donations,
  givingTotals,
  ledgerEntries,
  requests,
  subscriptionPayments,
  subscriptions,
  users,
} from "@/db/schema";

/** What a person gave. Who received it is named as it was to the donor, by the username; what was deleted since is null. */
export async function selectGiven(db: Db, userId: string) {
  const recipient = alias(users, "recipient");
  const donationsGiven = await db
    .select({
      id: donations.id,
      requestId: donations.requestId,
      item: requests.item,
      recipient: recipient.username,
      amount: donations.amount,
      serviceFee: donations.serviceFee,
      currency: donations.currency,
      paymentMethod: donations.paymentMethod,
      paymentStatus: donations.paymentStatus,
      stripePaymentIntentId: donations.stripePaymentIntentId,
      paypalOrderId: donations.paypalOrderId,
      createdAt: donations.createdAt,
      settledAt: donations.settledAt,
      creditedAt: donations.creditedAt,
      refundReason: donations.refundReason,
      refundedAt: donations.refundedAt,
    })
    .from(donations)
    .leftJoin(requests, and(eq(requests.id, donations.requestId), isNull(requests.deletedAt)))
    .leftJoin(recipient, and(eq(recipient.id, donations.recipientId), isNull(recipient.erasedAt)))
    .where(eq(donations.donorId, userId))
    .orderBy(asc(donations.createdAt));
  const givenByPeriod = await db
    .select({ period: givingTotals.period, start: givingTotals.start, amount: givingTotals.amount })
    .from(givingTotals)
    .where(eq(givingTotals.userId, userId))
    .orderBy(asc(givingTotals.period), asc(givingTotals.start));
  return { donationsGiven, givenByPeriod };
}

/**
 * What a person was credited, whether or not it went back since: of the donor only what they show to everyone, and nothing of how they paid. The
 * ledger has an index for this.
 */
export async function selectReceived(db: Db, userId: string) {
  return db
    .select({
      id: donations.id,
      requestId: donations.requestId,
      donor: sql<string | null>`case when not ${users.anonymousProfile} then ${users.username} end`,
      amount: donations.amount,
      currency: donations.currency,
      paymentStatus: donations.paymentStatus,
      creditedAt: donations.creditedAt,
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
      ),
    )
    .orderBy(asc(ledgerEntries.createdAt));
}

/** What a person bought, and the boosts that came and went. */
export async function selectBought(db: Db, userId: string) {
  const purchases = await db
    .select({
      id: boostPurchases.id,
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
  const entries = await db
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
  return { boostPurchases: purchases, boostEntries: entries };
}

/** What a person subscribed to, and paid for it. */
export async function selectSubscribed(db: Db, userId: string) {
  const agreements = await db
    .select({
      id: subscriptions.id,
      tier: subscriptions.tier,
      amount: subscriptions.amount,
      currency: subscriptions.currency,
      locale: subscriptions.locale,
      paypalSubscriptionId: subscriptions.paypalSubscriptionId,
      status: subscriptions.status,
      createdAt: subscriptions.createdAt,
      endRequestedAt: subscriptions.endRequestedAt,
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt));
  const payments = await db
    .select({
      id: subscriptionPayments.id,
      subscriptionId: subscriptionPayments.subscriptionId,
      tier: subscriptionPayments.tier,
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
  return { subscriptions: agreements, subscriptionPayments: payments };
}

/** Every cent that moved for a person. */
export async function selectLedger(db: Db, userId: string) {
  return db
    .select({
      id: ledgerEntries.id,
      kind: ledgerEntries.kind,
      account: ledgerEntries.account,
      amount: ledgerEntries.amount,
      donationId: ledgerEntries.donationId,
      boostPurchaseId: ledgerEntries.boostPurchaseId,
      subscriptionPaymentId: ledgerEntries.subscriptionPaymentId,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.id));
}

/**
 * What operators did to a person, their requests and what they paid, and when and why they looked; not which operator it was, who is a person too
 * (Court of Justice, C-579/21).
 */
export async function selectOperatorActions(db: Db, userId: string) {
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
        union all select id from ${donations} where donor_id = ${userId}
        union all select id from ${boostPurchases} where user_id = ${userId}
        union all select id from ${subscriptions} where user_id = ${userId}
        union all select id from ${subscriptionPayments} where user_id = ${userId})`,
    )
    .orderBy(asc(auditEntries.id));
}
