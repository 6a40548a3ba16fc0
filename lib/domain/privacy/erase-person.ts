import type { Tx } from "@/db/client";
import { forgetHolder, holdUsername } from "@/lib/domain/accounts/held-usernames-store";
import { lockPlaces } from "@/lib/domain/requests/store";
import { requestEnd } from "@/lib/domain/subscriptions/store";
import { usernameFreeFrom } from "@/lib/domain/users/rules";
import {
  discardAllPhotos,
  eraseRequests,
  eraseUser,
  lockAccount,
  lockAllRequests,
  removeBelongings,
} from "./store";

/**
 * Erases an account within a transaction of the caller; false if there is none, or it was erased already. The row stays, because the books refer to
 * it, with nothing that tells who it was; whatever names it to others says "Deleted user". Subscriptions are ordered to end, and requests are
 * deleted, so that what is paid from now on goes back. Locks are taken in the order of everything else: places in the feed, subscriptions,
 * requests, person.
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
  await forgetHolder(tx, id);
  await holdUsername(tx, username, { until: usernameFreeFrom(at), userId: null });
  return true;
}
