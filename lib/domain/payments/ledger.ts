import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { ledgerEntries, notifications } from "@/db/schema";
import { pick } from "@/db/statement";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { lockErased } from "@/lib/domain/users/guards";
import type { RefundReason } from "@/lib/ground/vocabulary";

/** The row that a payment is for. */
export type Sale = { boostPurchaseId: string } | { subscriptionPaymentId: string };

type Payment = Sale | { donationId: string };

type Movement = { sale: Sale; userId: string; amount: number; at: Date };

/** Writes the ledger of a payment, in cents: as sales if it was granted, otherwise as a refund due. */
export async function recordPaid(
  tx: Tx,
  { sale, userId, amount, at }: Movement,
  isGranted: boolean,
): Promise<void> {
  const bought = "boostPurchaseId" in sale ? "purchase" : "subscription";
  const movement = { ...sale, kind: isGranted ? bought : "uncredited", createdAt: at } as const;
  await tx
    .insert(ledgerEntries)
    .values([
      { ...movement, account: "buyer", userId, amount: -amount },
      isGranted
        ? { ...movement, account: "sales", amount }
        : { ...movement, account: "refund_due", userId, amount },
    ]);
}

const PAID_KINDS = ["purchase", "subscription", "uncredited"] as const;

/**
 * Writes the ledger of a full refund, and informs the payer unless their account was erased. `amount` is what went
 * back with it, in cents, without earlier parts.
 */
export async function recordRefund(
  tx: Tx,
  { sale, userId, amount, at }: Movement,
  reason: RefundReason,
): Promise<void> {
  const booked = await tx
    .select({
      ...pick(ledgerEntries, "account", "userId"),
      amount: sql<number>`sum(${ledgerEntries.amount})`.mapWith(Number),
      isUncredited: sql<boolean>`bool_or(${ledgerEntries.kind} = 'uncredited')`,
    })
    .from(ledgerEntries)
    .where(and(isOf(sale), inArray(ledgerEntries.kind, [...PAID_KINDS, "partial_reversal"])))
    .groupBy(ledgerEntries.account, ledgerEntries.userId);
  await tx.insert(ledgerEntries).values(
    booked.map(({ isUncredited, ...entry }) => ({
      ...sale,
      ...entry,
      kind: isUncredited ? ("refund" as const) : ("reversal" as const),
      amount: -entry.amount,
      createdAt: at,
    })),
  );
  const cause = "boostPurchaseId" in sale ? sale.boostPurchaseId : sale.subscriptionPaymentId;
  // A withdrawal was confirmed by its own message.
  if (reason !== "withdrawn") await writeMail(tx, { kind: "purchase_returned", cause, userId, at });
  await notifyOfRefund(tx, { sale, userId, amount, at }, reason);
}

/** Writes the ledger of a part that went back, in cents, and informs the payer. The caller has locked the sale. */
export async function recordPartialRefund(
  tx: Tx,
  { sale, userId, amount, at }: Movement,
  reason: RefundReason,
): Promise<void> {
  const parts = await tx.$count(
    ledgerEntries,
    and(isOf(sale), eq(ledgerEntries.kind, "partial_reversal"), eq(ledgerEntries.account, "buyer")),
  );
  const movement = { ...sale, kind: "partial_reversal", ordinal: parts + 1, createdAt: at } as const;
  await tx.insert(ledgerEntries).values([
    { ...movement, account: "buyer", userId, amount },
    { ...movement, account: "sales", amount: -amount },
  ]);
  await notifyOfRefund(tx, { sale, userId, amount, at }, reason);
}

/** A sale has one notification: that of its latest refund, with what went back in all. */
async function notifyOfRefund(
  tx: Tx,
  { sale, userId, amount, at }: Movement,
  reason: RefundReason,
): Promise<void> {
  if (await lockErased(tx, userId)) return;
  const ofSale = isOfSale(notifications, sale);
  const earlier = await tx
    .update(notifications)
    .set({ amount: sql`${notifications.amount} + ${amount}`, reason, createdAt: at, read: false })
    .where(ofSale)
    .returning({ id: notifications.id });
  if (earlier.length > 0) return;
  await tx.insert(notifications).values({ ...sale, userId, type: "refund", amount, reason, createdAt: at });
}

/**
 * Brings the ledger to what the provider charged so far for the disputes of a payment, in cents: the difference is a
 * loss of ours, or less of one. The caller has locked what is paid for.
 */
export async function recordDisputeFee(tx: Tx, payment: Payment, charged: number, at: Date): Promise<void> {
  const [booked] = await tx
    .select({
      amount: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)`.mapWith(Number),
      movements: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(
      and(isOf(payment), eq(ledgerEntries.kind, "dispute_fee"), eq(ledgerEntries.account, "provider_fee")),
    );
  const { amount = 0, movements = 0 } = booked ?? {};
  const change = charged - amount;
  if (change === 0) return;
  const movement = { ...payment, kind: "dispute_fee", ordinal: movements + 1, createdAt: at } as const;
  await tx.insert(ledgerEntries).values([
    { ...movement, account: "loss", amount: -change },
    { ...movement, account: "provider_fee", amount: change },
  ]);
}

function isOf(payment: Payment): SQL {
  if ("donationId" in payment) return eq(ledgerEntries.donationId, payment.donationId);
  return isOfSale(ledgerEntries, payment);
}

function isOfSale(table: typeof ledgerEntries | typeof notifications, sale: Sale): SQL {
  return "boostPurchaseId" in sale
    ? eq(table.boostPurchaseId, sale.boostPurchaseId)
    : eq(table.subscriptionPaymentId, sale.subscriptionPaymentId);
}
