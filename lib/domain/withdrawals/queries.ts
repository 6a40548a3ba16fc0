import type { Db } from "@/db/client";
import { priceOfUnused } from "@/lib/domain/boosts/rules";
import { withdrawUntil } from "@/lib/domain/payments/rules";
import { planLeft } from "@/lib/domain/subscriptions/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { type Page, type PageRequest, pageByTime } from "@/lib/ground/paging";
import type { Purchase } from "./schema";
import { type PurchaseRow, selectPurchases } from "./store";

/**
 * What a person bought, newest first, until when they may withdraw from it, and what would come back (safety.md).
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listPurchases(
  db: Db,
  viewer: Pick<Viewer, "id">,
  page: PageRequest,
): Promise<Page<Purchase>> {
  const at = now();
  return pageByTime(
    page,
    (part) => selectPurchases(db, viewer.id, part),
    (row) => [row.paidAt, row.id],
    (row) => present(row, at),
  );
}

/** As `withdraw` decides it. */
function present(row: PurchaseRow, at: Date): Purchase {
  const { id, kind, what, quantity, amount, paidAt, isFirst, isOver, returned } = row;
  const unused = isOver ? (row.revoked ?? 0) : Math.min(row.balance, quantity);
  const until = isFirst ? withdrawUntil(paidAt) : null;
  const isOpen = !isOver && until !== null && at < until;
  const left =
    row.kind === "boosts"
      ? priceOfUnused({ totalAmount: amount, quantity }, unused)
      : planLeft({ tier: row.what, amount }, unused);
  return {
    id,
    kind,
    what,
    quantity,
    amount,
    at: paidAt.toISOString(),
    withdrawUntil: until?.toISOString() ?? null,
    used: quantity - unused,
    comesBack: isOpen ? Math.max(0, left - returned) : 0,
    returned,
  };
}
