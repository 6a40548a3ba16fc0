import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { auditEntries, donations, ledgerEntries, notifications, providerEvents } from "@/db/schema";
import type { PaymentRecord, TimelineEntry } from "./types";

const donation = {
  kind: sql<"donation">`'donation'`,
  id: donations.id,
  payerId: donations.donorId,
  recipientId: donations.recipientId,
  requestId: donations.requestId,
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

/** A payment by our id or the provider's. */
export async function findPaymentRecord(db: Db, reference: string): Promise<PaymentRecord | null> {
  const [row] = await db
    .select(donation)
    .from(donations)
    .where(
      isUuid(reference)
        ? eq(donations.id, reference)
        : or(eq(donations.stripePaymentIntentId, reference), eq(donations.paypalOrderId, reference)),
    );
  return row ?? null;
}

/** Payments the application is still busy with: pending since before a moment, or with a refund due. Oldest first. */
export async function selectUnfinished(db: Db, pendingBefore: Date, limit: number): Promise<PaymentRecord[]> {
  return db
    .select(donation)
    .from(donations)
    .where(
      sql`(${donations.paymentStatus} = 'pending' and ${donations.createdAt} < ${pendingBefore.toISOString()}::timestamptz)
        or (${donations.paymentStatus} = 'completed' and ${donations.refundReason} is not null)`,
    )
    .orderBy(asc(donations.createdAt))
    .limit(limit);
}

/** Marks a completed payment as one that has to go back; false if it is no longer one, or already marked. */
export async function markRefundDue(db: Db, { id }: Pick<PaymentRecord, "id">): Promise<boolean> {
  const rows = await db
    .update(donations)
    .set({ refundReason: "requested" })
    .where(
      and(
        eq(donations.id, id),
        eq(donations.paymentStatus, "completed"),
        sql`${donations.refundReason} is null`,
      ),
    )
    .returning({ id: donations.id });
  return rows.length > 0;
}

/** What the ledger moved for a payment. */
export async function selectMovements(db: Db, { id }: PaymentRecord): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      at: ledgerEntries.createdAt,
      kind: ledgerEntries.kind,
      account: ledgerEntries.account,
      amount: ledgerEntries.amount,
      personId: ledgerEntries.userId,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.donationId, id))
    .orderBy(asc(ledgerEntries.id));
  return rows.map(({ kind, account, ...row }) => ({
    source: "ledger",
    what: `${kind}: ${account}`,
    note: null,
    ...row,
  }));
}

/** What the provider sent about a payment, and what was done about it. */
export async function selectProviderEvents(db: Db, { providerId }: PaymentRecord): Promise<TimelineEntry[]> {
  if (providerId === null) return [];
  const rows = await db
    .select({
      at: providerEvents.receivedAt,
      type: providerEvents.type,
      handledAt: providerEvents.handledAt,
      outcome: providerEvents.outcome,
    })
    .from(providerEvents)
    .where(eq(providerEvents.paymentId, providerId));
  return rows.map(({ at, type, handledAt, outcome }) => ({
    at,
    source: "provider",
    what: type,
    amount: null,
    personId: null,
    note: handledAt ? outcome : "not handled yet",
  }));
}

/** Who was told of a payment. */
export async function selectNotifications(db: Db, payment: PaymentRecord): Promise<TimelineEntry[]> {
  const people = [payment.payerId, payment.recipientId].filter((person) => person !== null);
  const rows = await db
    .select({
      at: notifications.createdAt,
      type: notifications.type,
      amount: notifications.amount,
      personId: notifications.userId,
      reason: notifications.reason,
    })
    .from(notifications)
    .where(and(inArray(notifications.userId, people), eq(notifications.donationId, payment.id)));
  return rows.map(({ type, reason, ...row }) => ({
    source: "notification",
    what: type,
    note: reason,
    ...row,
  }));
}

/** What operators did to a payment. */
export async function selectDeeds(db: Db, { id }: PaymentRecord): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      at: auditEntries.createdAt,
      action: auditEntries.action,
      operator: auditEntries.operator,
      reason: auditEntries.reason,
    })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, id));
  return rows.map(({ at, action, operator, reason }) => ({
    at,
    source: "operator",
    what: action,
    amount: null,
    personId: null,
    note: reason === null ? operator : `${operator}: ${reason}`,
  }));
}
