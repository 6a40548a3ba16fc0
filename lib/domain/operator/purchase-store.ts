import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { boostPurchases } from "@/db/schema";
import type { PaymentRecord } from "./types";

const columns = {
  kind: sql<"boost_purchase">`'boost_purchase'`,
  id: boostPurchases.id,
  payerId: boostPurchases.userId,
  recipientId: sql<null>`null`,
  requestId: sql<null>`null`,
  paysFor: sql<string>`${boostPurchases.quantity} || ' ' || ${boostPurchases.boostType} || ' boosts'`,
  amount: boostPurchases.totalAmount,
  serviceFee: sql<number>`0`,
  currency: boostPurchases.currency,
  provider: boostPurchases.paymentMethod,
  providerId: sql<
    string | null
  >`coalesce(${boostPurchases.stripePaymentIntentId}, ${boostPurchases.paypalOrderId})`,
  state: boostPurchases.paymentStatus,
  refundReason: boostPurchases.refundReason,
  createdAt: boostPurchases.createdAt,
  settledAt: boostPurchases.settledAt,
  creditedAt: boostPurchases.grantedAt,
  refundedAt: boostPurchases.refundedAt,
};

/** A purchase of boosts by our id, or by one of the provider's. */
export async function findPurchaseRecord(db: Db, reference: string): Promise<PaymentRecord | null> {
  const isIt = isUuid(reference)
    ? eq(boostPurchases.id, reference)
    : or(
        eq(boostPurchases.stripePaymentIntentId, reference),
        eq(boostPurchases.stripeCheckoutId, reference),
        eq(boostPurchases.paypalOrderId, reference),
      );
  const [row] = await db.select(columns).from(boostPurchases).where(isIt);
  return row ?? null;
}

/** Purchases that are pending since before a moment, or have a refund due, oldest first. */
export async function selectUnfinishedPurchases(
  db: Db,
  pendingBefore: Date,
  limit: number,
): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(boostPurchases)
    .where(
      sql`check_at is not null and ((payment_status = 'pending' and created_at < ${pendingBefore.toISOString()}::timestamptz)
        or (payment_status = 'completed' and refund_reason is not null))`,
    )
    .orderBy(asc(boostPurchases.createdAt))
    .limit(limit);
}

/** What a person bought, or tried to buy, newest first. */
export async function selectPurchasesBy(db: Db, personId: string, limit: number): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(boostPurchases)
    .where(eq(boostPurchases.userId, personId))
    .orderBy(desc(boostPurchases.createdAt))
    .limit(limit);
}

/**
 * Says of a completed purchase that it has to go back, and that reconciliation asks about it from `checkAt` on; false if it is no longer completed,
 * or is going back already.
 */
export async function orderPurchaseRefund(db: Db, id: string, checkAt: Date): Promise<boolean> {
  const rows = await db
    .update(boostPurchases)
    .set({ refundReason: "requested", checkAt })
    .where(
      and(
        eq(boostPurchases.id, id),
        eq(boostPurchases.paymentStatus, "completed"),
        isNull(boostPurchases.refundReason),
      ),
    )
    .returning({ id: boostPurchases.id });
  return rows.length > 0;
}
