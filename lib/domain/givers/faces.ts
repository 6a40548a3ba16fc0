import type { Db } from "@/db/client";
import { selectLastGivers } from "./faces-store";
import { FACES_ON_CARD, isShownAsGiver } from "./rules";
import type { Faces } from "./schema";

/**
 * Who gave last to each of these requests and is shown, for signed-in people only. Judged by the donors' settings as
 * they are now (D36, D37).
 */
export async function facesOf(db: Db, requestIds: readonly string[]): Promise<Faces> {
  const faces: Faces = {};
  for (const giver of await selectLastGivers(db, { ids: `{${requestIds.join()}}` })) {
    const { requestId, username, avatar, profileImageUrl } = giver;
    const shown = faces[requestId] ?? [];
    if (shown.length === FACES_ON_CARD || !isShownAsGiver(giver)) continue;
    faces[requestId] = [...shown, { username, avatar, profileImageUrl }];
  }
  return faces;
}
