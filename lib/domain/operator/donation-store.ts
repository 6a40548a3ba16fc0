import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, ledgerEntries } from "@/db/schema";
import type { PaymentRecord } from "./types";

const columns = {
  kind: sql<"donation">`'donation'`,
  id: donations.id,
  payerId: donations.donorId,
  recipientId: donations.recipientId,
  requestId: donations.requestId,
  paysFor: sql<string>`'a donation'`,
  amount: donations.amount,
  serviceFee: donations.serviceFee,
  currency: donations.currency,
  provider: donations.paymentMethod,
  providerId: sql<string | null>`coalesce(${donations.stripePaymentIntentId}, ${donations.paypalOrderId})`,
  state: donations.paymentStatus,
  refundReason: donations.refundReason,
  createdAt: donations.createdAt,
  settledAt: donations.settledAt,
  creditedAt: donations.creditedAt,
  refundedAt: donations.refundedAt,
};

/** A donation by our id or the provider's. */
export async function findDonationRecord(db: Db, reference: string): Promise<PaymentRecord | null> {
  const isIt = isUuid(reference)
    ? eq(donations.id, reference)
    : or(eq(donations.stripePaymentIntentId, reference), eq(donations.paypalOrderId, reference));
  const [row] = await db.select(columns).from(donations).where(isIt);
  return row ?? null;
}

/** Donations that are pending since before a moment, or have a refund due, oldest first. */
export async function selectUnfinishedDonations(
  db: Db,
  pendingBefore: Date,
  limit: number,
): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(donations)
    .where(
      sql`(payment_status = 'pending' and created_at < ${pendingBefore.toISOString()}::timestamptz)
        or (payment_status = 'completed' and refund_reason is not null)`,
    )
    .orderBy(asc(donations.createdAt))
    .limit(limit);
}

/** What a person gave, or tried to give, newest first. */
export async function selectDonationsBy(db: Db, personId: string, limit: number): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(donations)
    .where(eq(donations.donorId, personId))
    .orderBy(desc(donations.createdAt))
    .limit(limit);
}

/** What a person was credited, whether or not it went back since, newest first. The ledger has an index for this. */
export async function selectDonationsTo(db: Db, personId: string, limit: number): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(ledgerEntries)
    .innerJoin(donations, eq(donations.id, ledgerEntries.donationId))
    .where(
      and(
        eq(ledgerEntries.userId, personId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
      ),
    )
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(limit);
}

/** Says of a completed donation that it has to go back; false if it is no longer completed, or is going back already. */
export async function orderDonationRefund(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(donations)
    .set({ refundReason: "requested" })
    .where(
      and(eq(donations.id, id), eq(donations.paymentStatus, "completed"), isNull(donations.refundReason)),
    )
    .returning({ id: donations.id });
  return rows.length > 0;
}
