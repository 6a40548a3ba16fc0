import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { ledgerEntries, notifications } from "@/db/schema";
import { writeMail } from "@/lib/domain/mail/write";
import { lockErased } from "@/lib/domain/users/guards";
import type { RefundReason } from "@/lib/ground/vocabulary";

/** The row that a payment is for. */
export type Sale = { boostPurchaseId: string } | { subscriptionPaymentId: string };

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

function isOf(sale: Sale): SQL {
  return "boostPurchaseId" in sale
    ? eq(ledgerEntries.boostPurchaseId, sale.boostPurchaseId)
    : eq(ledgerEntries.subscriptionPaymentId, sale.subscriptionPaymentId);
}
