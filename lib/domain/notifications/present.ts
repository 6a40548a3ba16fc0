import { donorName } from "@/lib/domain/users/public-name";
import type { ShownNotification } from "./schema";
import type { NotificationRow } from "./store";

/**
 * A notification as its reader sees it: the donor is named by the common rule (D36), and always to themselves; the
 * requester, who thanks, to every signed-in person (D38).
 */
export function presentNotification({
  donorId,
  anonymous,
  person,
  request,
  ...row
}: NotificationRow): ShownNotification {
  const isThanks = row.type === "thanks";
  const { username, isErased } = nameOf(person, { anonymous, isNamed: isThanks || donorId === row.userId });
  return {
    ...row,
    donorName: isThanks ? null : username,
    requesterName: isThanks ? username : null,
    person:
      person === null || username === null
        ? null
        : { username, avatar: person.avatar, profileImageUrl: person.profileImageUrl },
    isPersonErased: isErased,
    request: request?.isShown
      ? { photoUrl: request.photoUrl, raised: request.raised, goal: request.goal }
      : null,
    createdAt: row.createdAt.toISOString(),
  };
}

function nameOf(
  person: NotificationRow["person"],
  { anonymous, isNamed }: { anonymous: boolean; isNamed: boolean },
) {
  if (person === null) return { username: null, isErased: false };
  return isNamed
    ? donorName({ anonymous: false }, { ...person, anonymousProfile: false })
    : donorName({ anonymous }, person);
}
