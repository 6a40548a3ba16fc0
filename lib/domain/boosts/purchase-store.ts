import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { firstOf, PAGE_ID, pageIdsOf } from "@/db/provider-ids";
import { boostPurchases } from "@/db/schema";
import { pick } from "@/db/statement";
import { payableColumns, payableRecords } from "@/lib/domain/payments/payable-table";
import type { RefundReason } from "@/lib/ground/vocabulary";
import type { BoostPurchase } from "./types";

const isPartDue = sql`coalesce(withdrawn_amount > returned_amount, false)`;

export const purchaseRecords = payableRecords<BoostPurchase>(
  boostPurchases,
  {
    ...payableColumns(boostPurchases, firstOf(pageIdsOf(boostPurchases))),
    refundPart: boostPurchases.withdrawnAmount,
    ...pick(boostPurchases, "userId", "boostType", "quantity", "totalAmount", "description", "locale"),
    ...pick(boostPurchases, "returnPath", "grantedAt", "withdrawnAt", "returnedAmount", "receiptNumber"),
  },
  isPartDue,
);

type NewPurchase = Pick<
  BoostPurchase,
  | "id"
  | "userId"
  | "boostType"
  | "quantity"
  | "totalAmount"
  | "currency"
  | "paymentMethod"
  | "description"
  | "locale"
  | "returnPath"
> & { checkAt: Date };

/** Inserts a pending purchase; does nothing if the id exists. */
export async function insertPurchase(db: Db, purchase: NewPurchase): Promise<void> {
  await db.insert(boostPurchases).values(purchase).onConflictDoNothing({ target: boostPurchases.id });
}

/** Stores the id of the provider's page, once. Returns false if another page is stored already. */
export async function attachPage(
  db: Db,
  { id, paymentMethod }: Pick<BoostPurchase, "id" | "paymentMethod">,
  pageId: string,
): Promise<boolean> {
  const name = PAGE_ID[paymentMethod];
  const column = boostPurchases[name];
  const rows = await db
    .update(boostPurchases)
    .set({ [name]: pageId })
    .where(and(eq(boostPurchases.id, id), or(isNull(column), eq(column, pageId))))
    .returning({ id: boostPurchases.id });
  return rows.length > 0;
}

type Completion = {
  at: Date;
  checkAt: Date;
  /** Null when the boosts are granted. */
  refundReason: RefundReason | null;
};

export async function setCompleted(
  tx: Tx,
  id: string,
  { at, checkAt, refundReason }: Completion,
): Promise<void> {
  await tx
    .update(boostPurchases)
    .set({
      paymentStatus: "completed",
      settledAt: at,
      grantedAt: refundReason ? null : at,
      refundReason,
      checkAt,
    })
    .where(eq(boostPurchases.id, id));
}

export async function setRefunded(tx: Tx, id: string, reason: RefundReason, at: Date): Promise<void> {
  await tx
    .update(boostPurchases)
    .set({ paymentStatus: "refunded", refundReason: reason, refundedAt: at, checkAt: null })
    .where(eq(boostPurchases.id, id));
}

/** Stores how many cents of a purchase went back in all while the rest stays paid. */
export async function setReturned(tx: Tx, id: string, returnedAmount: number): Promise<void> {
  await tx.update(boostPurchases).set({ returnedAmount }).where(eq(boostPurchases.id, id));
}

/** Stores that the buyer withdrew, and that this many cents have to go back: all of it, or a part. */
export async function setWithdrawn(
  tx: Tx,
  { id, totalAmount }: Pick<BoostPurchase, "id" | "totalAmount">,
  { amount, at, checkAt }: { amount: number; at: Date; checkAt: Date },
): Promise<void> {
  const refundReason = amount === totalAmount ? "withdrawn" : null;
  await tx
    .update(boostPurchases)
    .set({ withdrawnAt: at, withdrawnAmount: amount, refundReason, checkAt })
    .where(eq(boostPurchases.id, id));
}
