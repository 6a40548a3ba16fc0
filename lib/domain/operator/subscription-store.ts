import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { subscriptionPayments, subscriptions } from "@/db/schema";
import type { AgreementRecord, PaymentRecord } from "./types";

const columns = {
  kind: sql<"subscription_payment">`'subscription_payment'`,
  id: subscriptionPayments.id,
  payerId: subscriptionPayments.userId,
  recipientId: sql<null>`null`,
  requestId: sql<null>`null`,
  paysFor: sql<string>`'a month of ' || ${subscriptionPayments.tier}`,
  amount: subscriptionPayments.amount,
  serviceFee: sql<number>`0`,
  currency: subscriptionPayments.currency,
  provider: sql<"paypal">`'paypal'`,
  providerId: subscriptionPayments.paypalPaymentId,
  state: subscriptionPayments.paymentStatus,
  refundReason: subscriptionPayments.refundReason,
  createdAt: subscriptionPayments.paidAt,
  settledAt: subscriptionPayments.createdAt,
  creditedAt: subscriptionPayments.grantedAt,
  refundedAt: subscriptionPayments.refundedAt,
};

/** A payment of a subscription by our id or the provider's. */
export async function findSubscriptionPaymentRecord(
  db: Db,
  reference: string,
): Promise<PaymentRecord | null> {
  const column = isUuid(reference) ? subscriptionPayments.id : subscriptionPayments.paypalPaymentId;
  const [row] = await db.select(columns).from(subscriptionPayments).where(eq(column, reference));
  return row ?? null;
}

/** Payments of subscriptions that have a refund due, oldest first. They are in the books only once they are made. */
export async function selectUnfinishedSubscriptionPayments(
  db: Db,
  _pendingBefore: Date,
  limit: number,
): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(subscriptionPayments)
    .where(sql`payment_status = 'completed' and refund_reason is not null`)
    .orderBy(asc(subscriptionPayments.paidAt))
    .limit(limit);
}

/** What a person paid for subscriptions, newest first. */
export async function selectSubscriptionPaymentsBy(
  db: Db,
  personId: string,
  limit: number,
): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.userId, personId))
    .orderBy(desc(subscriptionPayments.paidAt))
    .limit(limit);
}

/**
 * Says of a completed payment that it has to go back, and that reconciliation asks about its subscription from `checkAt` on; false if it is no
 * longer completed, or is going back already. The subscription is locked first, as wherever its payments are booked.
 */
export async function orderSubscriptionPaymentRefund(db: Db, id: string, checkAt: Date): Promise<boolean> {
  await db
    .update(subscriptions)
    .set({ checkAt })
    .where(sql`${subscriptions.id} = (select subscription_id from ${subscriptionPayments} where id = ${id})`);
  const rows = await db
    .update(subscriptionPayments)
    .set({ refundReason: "requested" })
    .where(
      and(
        eq(subscriptionPayments.id, id),
        eq(subscriptionPayments.paymentStatus, "completed"),
        isNull(subscriptionPayments.refundReason),
      ),
    )
    .returning({ id: subscriptionPayments.id });
  return rows.length > 0;
}

const agreement = {
  id: subscriptions.id,
  personId: subscriptions.userId,
  tier: subscriptions.tier,
  amount: subscriptions.amount,
  currency: subscriptions.currency,
  providerId: subscriptions.paypalSubscriptionId,
  state: subscriptions.status,
  createdAt: subscriptions.createdAt,
  endRequestedAt: subscriptions.endRequestedAt,
  endedAt: subscriptions.endedAt,
};

/** An agreement at the wallet provider by our id or the provider's. */
export async function findAgreement(db: Db, reference: string): Promise<AgreementRecord | null> {
  const column = isUuid(reference) ? subscriptions.id : subscriptions.paypalSubscriptionId;
  const [row] = await db.select(agreement).from(subscriptions).where(eq(column, reference));
  return row ?? null;
}

/** The agreement that a payment was made for. */
export async function findAgreementOf(db: Db, paymentId: string): Promise<AgreementRecord | null> {
  const [row] = await db
    .select(agreement)
    .from(subscriptions)
    .innerJoin(subscriptionPayments, eq(subscriptionPayments.subscriptionId, subscriptions.id))
    .where(eq(subscriptionPayments.id, paymentId));
  return row ?? null;
}

/** A person's agreements, newest first. */
export async function selectAgreementsOf(
  db: Db,
  personId: string,
  limit: number,
): Promise<AgreementRecord[]> {
  return db
    .select(agreement)
    .from(subscriptions)
    .where(eq(subscriptions.userId, personId))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit);
}

/** The moment at which a date has passed in a time zone, daylight saving taken into account. */
export async function endOfDate(db: Db, date: string, timeZone: string): Promise<Date> {
  const [row] = await db.execute<{ end: string }>(
    sql`select to_char(((${date}::date + 1)::timestamp at time zone ${timeZone}::text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as end`,
  );
  return new Date(row?.end ?? Number.NaN);
}
