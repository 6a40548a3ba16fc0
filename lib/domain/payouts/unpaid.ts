import type { Tx } from "@/db/client";
import { bookReturn, hasRecovery, insertReturn, lockReturn } from "./return-store";
import { bookReturned, selectFree, type Transfer } from "./transfer-store";

/**
 * Takes a transfer out of the books again whose payout was not made, where the account of the payee has no balance: the
 * donation is owed again, and can be moved elsewhere. Does nothing where it has one. The caller has locked the
 * donation, the person, the account and the transfer.
 */
export async function returnUnpaid(
  tx: Tx,
  { id, providerId, donationId, userId }: Transfer,
  at: Date,
): Promise<void> {
  // A donation of which a part made up for a loss cannot be owed again: the rest is paid out from here.
  if (providerId !== null || (await hasRecovery(tx, id))) return;
  const amount = await selectFree(tx, id);
  if (amount <= 0) return;
  const returnId = await insertReturn(tx, { transferId: id, amount, cause: "correction", at });
  await bookReturn(tx, await lockReturn(tx, returnId), { userId, providerId: null, at });
  await bookReturned(tx, { id, donationId });
}
