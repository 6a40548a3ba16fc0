import type { Db } from "@/db/client";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { lockDonations } from "./donation-store";
import { lockPayee, selectTransfersIn } from "./payee-store";
import { insertReturn } from "./return-store";
import { lockTransfer, selectFree } from "./transfer-store";
import type { PayeeAccount } from "./types";

/**
 * Asks for everything back that is in an abandoned account and in no payout (D51). Reconciliation makes the returns;
 * their donations are owed again then. Lock order: donation, person, account, transfer, return.
 */
export async function emptyAccount(
  db: Db,
  { id: accountId, userId }: Pick<PayeeAccount, "id" | "userId">,
): Promise<void> {
  for (const { id, donationId } of await selectTransfersIn(db, accountId)) {
    await db.transaction(async (tx) => {
      await lockDonations(tx, [donationId]);
      await lockErased(tx, userId);
      await lockPayee(tx, accountId);
      await lockTransfer(tx, id);
      // A payout of it may have failed meanwhile, or a refund may have taken it.
      const amount = await selectFree(tx, id);
      if (amount > 0) await insertReturn(tx, { transferId: id, amount, cause: "correction", at: now() });
    });
  }
}
