import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { ledgerEntries, notifications } from "@/db/schema";
import { writeMail } from "@/lib/domain/mail/write";
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

/** Writes the ledger of a full refund, in cents, and informs the payer unless their account was erased. */
export async function recordRefund(
  tx: Tx,
  { sale, userId, amount, at }: Movement,
  reason: RefundReason,
): Promise<void> {
  const paid = await tx
    .select({
      kind: ledgerEntries.kind,
      account: ledgerEntries.account,
      userId: ledgerEntries.userId,
      amount: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .where(and(isOf(sale), inArray(ledgerEntries.kind, ["purchase", "subscription", "uncredited"])));
  await tx.insert(ledgerEntries).values(
    paid.map((entry) => ({
      ...sale,
      ...entry,
      kind: entry.kind === "uncredited" ? ("refund" as const) : ("reversal" as const),
      amount: -entry.amount,
      createdAt: at,
    })),
  );
  const cause = "boostPurchaseId" in sale ? sale.boostPurchaseId : sale.subscriptionPaymentId;
  await writeMail(tx, { kind: "purchase_returned", cause, userId, at });
  if (await lockErased(tx, userId)) return;
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
  return "boostPurchaseId" in payment
    ? eq(ledgerEntries.boostPurchaseId, payment.boostPurchaseId)
    : eq(ledgerEntries.subscriptionPaymentId, payment.subscriptionPaymentId);
}
