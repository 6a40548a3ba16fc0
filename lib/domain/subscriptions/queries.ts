import type { Db } from "@/db/client";
import type { PaymentProvider } from "@/lib/vocabulary";
import { selectRenewingMethod } from "./store";

/** By which method a person's plan renews (D49); null when it does not. */
export async function findRenewingMethod(db: Db, userId: string): Promise<PaymentProvider | null> {
  return selectRenewingMethod(db, userId);
}
