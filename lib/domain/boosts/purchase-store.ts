import { eq, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { firstOf, PAGE_ID, pageIdsOf } from "@/db/provider-ids";
import { boostPurchases } from "@/db/schema";
import { pick } from "@/db/statement";
import { attachOnce, payableColumns, payableRecords } from "@/lib/domain/payments/payable-table";
import type { BoostPurchase } from "./types";

const isPartDue = sql`coalesce(withdrawn_amount > returned_amount, false)`;

export const purchaseRecords = payableRecords<BoostPurchase>(
  boostPurchases,
  {
    ...payableColumns(boostPurchases, firstOf(pageIdsOf(boostPurchases))),
    refundPart: sql<number | null>`case when ${isPartDue} then withdrawn_amount end`.mapWith(
      boostPurchases.withdrawnAmount,
    ),
    ...pick(boostPurchases, "userId", "boostType", "quantity", "totalAmount", "description", "locale"),
    ...pick(boostPurchases, "returnPath", "grantedAt", "withdrawnAt", "withdrawnAmount", "returnedAmount"),
    ...pick(boostPurchases, "receiptNumber"),
  },
  isPartDue,
);

/** Inserts a pending purchase; does nothing if the id exists. */
export async function insertPurchase(db: Db, purchase: typeof boostPurchases.$inferInsert): Promise<void> {
  await db.insert(boostPurchases).values(purchase).onConflictDoNothing({ target: boostPurchases.id });
}

/** Stores the id of the provider's page, once. Returns false if another page is stored already. */
export function attachPage(
  db: Db,
  { id, paymentMethod }: Pick<BoostPurchase, "id" | "paymentMethod">,
  pageId: string,
): Promise<boolean> {
  return attachOnce(db, boostPurchases, { id, name: PAGE_ID[paymentMethod], providerId: pageId });
}

/** Stores what became of a purchase. */
export async function updatePurchase(
  tx: Tx,
  id: string,
  values: Partial<typeof boostPurchases.$inferInsert>,
): Promise<void> {
  await tx.update(boostPurchases).set(values).where(eq(boostPurchases.id, id));
}
