import type { Tx } from "@/db/client";
import { holdErasedUsername } from "@/lib/domain/accounts/free-usernames";
import { findObjectionEnd } from "@/lib/domain/accounts/queries";
import { addressOf } from "@/lib/domain/accounts/rules";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { forgetPayee } from "@/lib/domain/payouts/close-accounts";
import { owedTo } from "@/lib/domain/payouts/queries";
import { discardAllPhotos } from "@/lib/domain/photos/request-photo";
import { lockPlaces } from "@/lib/domain/requests/guards";
import { requestEnd } from "@/lib/domain/subscriptions/end-at-provider";
import { AppError } from "@/lib/ground/errors";
import { eraseRequests, eraseUser, lockAccount, lockAllRequests, removeBelongings } from "./store";

/**
 * Erases an account within the caller's transaction; false if there is none or it was erased before. The row stays
 * without anything that identifies the person, because the books refer to it; others see "Deleted user". Its last
 * message goes to the address that it had. Subscriptions are ordered to end and requests are deleted, so that later
 * payments are refunded. Locks are taken in the common order: places in the feed, subscriptions, requests, person.
 * @throws AppError ACCOUNT_CONTESTED, OBJECTION_OPEN with `untilTime` while an earlier address can undo its change, or
 * the one that an undo replaced object: who asks may be the wrong one (D52); MONEY_OWED while something that they
 * received is neither in their bank nor given back. Demo people can always be removed (D41)
 */
export async function erasePerson(tx: Tx, id: string, at: Date): Promise<boolean> {
  await lockPlaces(tx, id);
  await requestEnd(tx, id, { at });
  await lockAllRequests(tx, id);
  const account = await lockAccount(tx, id);
  if (!account) return false;
  if (!account.isDemo) {
    // Who contests or objects locks the person too.
    if (account.contestedBy !== null) throw new AppError("ACCOUNT_CONTESTED");
    const until = await findObjectionEnd(tx, id, at);
    if (until) throw new AppError("OBJECTION_OPEN", { values: { untilTime: until.toISOString() } });
    if ((await owedTo(tx, id)) > 0) throw new AppError("MONEY_OWED");
  }
  await discardAllPhotos(tx, id, at);
  await eraseRequests(tx, id, at);
  await eraseUser(tx, id, at);
  await forgetPayee(tx, id, at);
  await removeBelongings(tx, id);
  await holdErasedUsername(tx, { id, username: account.username }, at);
  await writeFarewell(tx, id, account, at);
  return true;
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The last message of an account, to the address that it had. Demo people have no mailboxes. */
async function writeFarewell(
  tx: Tx,
  id: string,
  { email, preferredLanguage: locale, isDemo }: Account,
  at: Date,
): Promise<void> {
  const address = addressOf(email);
  if (isDemo || address === null) return;
  await writeMail(tx, {
    kind: "account_erased",
    cause: id,
    userId: id,
    at,
    address,
    locale,
  });
}
