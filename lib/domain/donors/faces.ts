import type { Db } from "@/db/client";
import { FACES_ON_CARD, isShownAsDonor } from "./rules";
import type { Face, Faces } from "./schema";
import { selectLastDonors } from "./store";

/** Who gave last to each of these requests and is shown, for the cards of signed-in people. */
export async function facesOf(db: Db, requestIds: readonly string[]): Promise<Faces> {
  const donors = Object.entries(await shownDonors(db, requestIds));
  return Object.fromEntries(donors.map(([id, faces]) => [id, faces.slice(0, FACES_ON_CARD)]));
}

/**
 * Of the last eight people who gave openly to each of these requests those who are shown, the latest first. Judged by
 * their settings as they are now (D36, D37).
 */
export async function shownDonors(db: Db, requestIds: readonly string[]): Promise<Record<string, Face[]>> {
  const shown: Record<string, Face[]> = {};
  for (const donor of await selectLastDonors(db, { ids: `{${requestIds.join()}}` })) {
    if (!isShownAsDonor(donor)) continue;
    const { requestId, username, avatar, profileImageUrl } = donor;
    shown[requestId] = [...(shown[requestId] ?? []), { username, avatar, profileImageUrl }];
  }
  return shown;
}
