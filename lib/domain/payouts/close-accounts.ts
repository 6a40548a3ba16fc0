import { orLater } from "@/lib/providers/gateway";
import { checkAccount } from "./check-payee";
import { selectAllOpen } from "./payee-store";
import type { PayoutContext } from "./types";

export { forgetPayee } from "./payee-store";

/**
 * Closes the accounts of an erased person at their providers. If one is unreachable, or a payout can still fail,
 * reconciliation does it later.
 */
export async function closeAccounts(context: PayoutContext, userId: string): Promise<void> {
  for (const account of await selectAllOpen(context.db, userId)) {
    await orLater(checkAccount(context, account));
  }
}
