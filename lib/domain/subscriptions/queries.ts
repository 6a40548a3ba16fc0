import type { Db } from "@/db/client";
import { selectAgreement } from "./store";

export { findPayment, findSubscription, selectEntitlement as findEntitlement } from "./store";

import type { Agreement } from "./types";

/**
 * What a person pays for every month, the latest if there are several; null when nothing is collected any more (D49).
 */
export async function findOwnAgreement(db: Db, userId: string): Promise<Agreement | null> {
  const row = await selectAgreement(db, userId);
  return row && { tier: row.tier, method: row.paymentMethod, failing: row.status === "suspended" };
}
