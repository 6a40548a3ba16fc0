import "server-only";
import { db } from "@/db/client";
import { isEmoji } from "@/lib/domain/accounts/rules";
import type { UserChanges } from "@/lib/domain/accounts/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import type { Me } from "@/lib/domain/users/schema";
import type { Viewer } from "@/lib/domain/users/types";
import { limit } from "./rate-limit/limit";
import { whereabouts } from "./whereabouts";

/**
 * Changes what a person may change of themselves. A picture costs far more than the rest and has a limit of its own
 * (D43).
 * @throws AppError RATE_LIMITED, and what `updateUser` throws
 */
export async function changeUser(
  viewer: Pick<Viewer, "id">,
  changes: UserChanges,
  headers: Headers,
): Promise<Me> {
  const { avatar } = changes;
  if (avatar !== undefined && !isEmoji(avatar)) await limit(db(), "changePicture", viewer.id);
  return updateUser(db(), viewer, changes, whereabouts(headers));
}
