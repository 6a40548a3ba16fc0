import type { Db } from "@/db/client";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { lockPayee } from "./payee-store";
import { insertReturn, lockReturn, selectRecoveries, selectSource, setReturnCheck } from "./return-store";
import { findTransfer, lockTransfer } from "./transfer-store";

/**
 * Plans the return that recovers a loss, or a part of it, from other money of the same person (payouts.md, Ledger).
 * Returns its id; null if everything was recovered, one is due already, or there is no money to take. Lock order:
 * person, account, transfer, return.
 */
export async function planRecovery(db: Db, lossId: string, transferId: string): Promise<string | null> {
  const { userId } = await findTransfer(db, transferId);
  return db.transaction(async (tx) => {
    await lockErased(tx, userId);
    const at = now();
    const found = await selectSource(tx, { transferId, userId, at });
    if (found) {
      await lockPayee(tx, (await findTransfer(tx, found.id)).accountId);
      await lockTransfer(tx, found.id);
    }
    const loss = await lockReturn(tx, lossId);
    const { recovered, due } = await selectRecoveries(tx, lossId);
    // Reconciliation settles it by itself, and gives it up where its account was closed.
    if (due !== null) return null;
    const lost = loss.amount - recovered;
    const source = found && lost > 0 ? await selectSource(tx, { transferId, userId, at }) : null;
    if (source === null || source.id !== found?.id) {
      await setReturnCheck(tx, lossId, lost > 0 ? new Date(at.getTime() + DAY) : null);
      return null;
    }
    const amount = Math.min(source.free, lost);
    return insertReturn(tx, { transferId: source.id, amount, cause: "correction", recoversId: lossId, at });
  });
}
