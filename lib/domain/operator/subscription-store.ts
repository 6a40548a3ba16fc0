import { desc, eq, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { firstOf, PROVIDER_IDS, subscriptionPaymentProvider } from "@/db/provider-ids";
import { subscriptionPayments, subscriptions } from "@/db/schema";
import { pick } from "@/db/statement";
import { commonColumns, type PaymentRecords, paymentRecords, refundReasonOf } from "./payment-records-store";

const records = paymentRecords({
  table: subscriptionPayments,
  columns: {
    kind: sql<"subscription_payment">`'subscription_payment'`,
    ...commonColumns(subscriptionPayments),
    refundReason: refundReasonOf(subscriptionPayments),
    payerId: subscriptionPayments.userId,
    recipientId: sql<null>`null`,
    requestId: sql<null>`null`,
    paysFor: sql<string>`'a month of ' || ${subscriptionPayments.tier}`,
    amount: subscriptionPayments.amount,
    serviceFee: sql<number>`0`,
    provider: subscriptionPaymentProvider(),
    providerId: firstOf<string>(PROVIDER_IDS.subscriptionPayment),
    state: subscriptionPayments.paymentStatus,
    createdAt: subscriptionPayments.paidAt,
    settledAt: subscriptionPayments.createdAt,
    creditedAt: subscriptionPayments.grantedAt,
  },
  references: PROVIDER_IDS.subscriptionPayment,
  hasCheckAt: false,
});

/** Unlike others, payments of subscriptions are stored only once they are made. */
export const subscriptionPaymentRecords: PaymentRecords = {
  ...records,
  // Locks the subscription first, as all code that books its payments does.
  markRefundDue: async (db, id, due) => {
    await db
      .update(subscriptions)
      .set({ checkAt: due.checkAt })
      .where(
        sql`${subscriptions.id} = (select subscription_id from ${subscriptionPayments} where id = ${id})`,
      );
    return records.markRefundDue(db, id, due);
  },
};

/** A subscription's agreement at its provider. Cents per month. */
export type AgreementRecord = Awaited<ReturnType<typeof selectAgreementsOf>>[number];

const agreement = {
  id: subscriptions.id,
  personId: subscriptions.userId,
  ...pick(subscriptions, "tier", "amount", "currency", "paymentMethod"),
  providerId: firstOf(PROVIDER_IDS.subscription),
  state: subscriptions.status,
  ...pick(subscriptions, "createdAt", "endRequestedAt", "endedAt"),
};

/** An agreement by our id or the provider's. */
export async function findAgreement(db: Db, reference: string): Promise<AgreementRecord | null> {
  const named = PROVIDER_IDS.subscription.map((column) => eq(column, reference));
  const [row] = await db
    .select(agreement)
    .from(subscriptions)
    .where(isUuid(reference) ? eq(subscriptions.id, reference) : or(...named));
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
export async function selectAgreementsOf(db: Db, personId: string, limit: number) {
  return db
    .select(agreement)
    .from(subscriptions)
    .where(eq(subscriptions.userId, personId))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit);
}

/** The end of a date in a time zone, with daylight saving time. */
export async function endOfDate(db: Db, date: string, timeZone: string): Promise<Date> {
  const [row] = await db.execute<{ end: string }>(
    sql`select to_char(((${date}::date + 1)::timestamp at time zone ${timeZone}::text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as end`,
  );
  return new Date(row?.end ?? Number.NaN);
}
