import type { Tx } from "@/db/client";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { selectFailedBanks, selectUnresolved } from "./failed-bank-store";
import { remedyOf } from "./rules";
import type { PayeeAccount } from "./types";

type Account = Pick<PayeeAccount, "id" | "userId">;

/**
 * Brings the hold of a failed payout to what an account is now: it is held while it pays to a bank account to which a
 * payout failed, until what the message asks for is done (payouts.md, Failure cases; trust 45). The caller has locked
 * the person and the account.
 */
export async function holdFailedBank(tx: Tx, { id: accountId, userId }: Account, at: Date): Promise<void> {
  const hold = { subject: { userId, accountId }, cause: "provider", at } as const;
  // An older version held the whole person.
  await liftHold(tx, { ...hold, subject: { userId } });
  const failed = await selectUnresolved(tx, accountId);
  if (failed === null) await liftHold(tx, hold);
  else await placeHold(tx, { ...hold, payoutId: failed.id, decision: failed.failureCode });
}

/**
 * A person says that their accounts are in order: those that were not the problem are tried again. The caller has
 * locked the person.
 */
export async function tryFailedBanksAgain(tx: Tx, userId: string, at: Date): Promise<void> {
  for (const { accountId, code } of await selectFailedBanks(tx, userId)) {
    if (accountId === null || remedyOf(code) !== "same_account") continue;
    await liftHold(tx, { subject: { userId, accountId }, cause: "provider", at });
  }
}
