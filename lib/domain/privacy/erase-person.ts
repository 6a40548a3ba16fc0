import type { Tx } from "@/db/client";
import { holdErasedUsername } from "@/lib/domain/accounts/hold-username";
import { discardAllPhotos } from "@/lib/domain/photos/request-photo";
import { lockPlaces } from "@/lib/domain/requests/guards";
import { requestEnd } from "@/lib/domain/subscriptions/end-at-provider";
import { eraseRequests, eraseUser, lockAccount, lockAllRequests, removeBelongings } from "./store";

/**
 * Erases an account within the caller's transaction; false if there is none or it was erased before. The row stays
 * without anything that identifies the person, because the books refer to it; others see "Deleted user". Subscriptions
 * are ordered to end and requests are deleted, so that later payments are refunded. Locks are taken in the common
 * order: places in the feed, subscriptions, requests, person.
 */
export async function erasePerson(tx: Tx, id: string, at: Date): Promise<boolean> {
  await lockPlaces(tx, id);
  await requestEnd(tx, id, { at });
  await lockAllRequests(tx, id);
  const username = await lockAccount(tx, id);
  if (username === null) return false;
  await discardAllPhotos(tx, id, at);
  await eraseRequests(tx, id, at);
  await eraseUser(tx, id, at);
  await removeBelongings(tx, id);
  await holdErasedUsername(tx, { id, username }, at);
  return true;
}
