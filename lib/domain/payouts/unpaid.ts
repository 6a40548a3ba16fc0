import type { Tx } from "@/db/client";
import { lockPayee } from "./payee-store";
import { bookReturn, hasRecovery, insertReturn, lockReturn } from "./return-store";
import { HOLDS_MONEY } from "./rules";
import { bookReturned, selectFree, type Transfer } from "./transfer-store";

/**
 * Takes a transfer out of the books again whose payout was not made, where the account of the payee holds no money: the
 * donation is owed again, and can be moved elsewhere. Does nothing where it does. The caller has locked the donation,
 * the person, the account and the transfer.
 */
export async function returnUnpaid(
  tx: Tx,
  { id, accountId, donationId, userId }: Transfer,
  at: Date,
): Promise<void> {
  const { provider } = await lockPayee(tx, accountId);
  // A donation of which a part made up for a loss cannot be owed again: the rest is paid out from here.
  if (HOLDS_MONEY[provider] || (await hasRecovery(tx, id))) return;
  const amount = await selectFree(tx, id);
  if (amount <= 0) return;
  const returnId = await insertReturn(tx, { transferId: id, amount, cause: "correction", at });
  await bookReturn(tx, await lockReturn(tx, returnId), { userId, providerId: null, at });
  await bookReturned(tx, { id, donationId });
}
