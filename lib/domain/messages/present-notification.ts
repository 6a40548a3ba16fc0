import { donorName } from "@/lib/domain/users/public-name";
import { NOTIFICATIONS } from "@/lib/ground/vocabulary";
import type { NotificationRow } from "./notification-store";
import type { ShownNotification } from "./schema";

/**
 * A notification as its reader sees it: the donor is named by the common rule (D36), and always to themselves; the
 * requester, who thanks or posts, to every signed-in person (D38).
 */
export function presentNotification({
  donorId,
  anonymous,
  guestName,
  note,
  person,
  request,
  ...row
}: NotificationRow): ShownNotification {
  const isFromRequester = NOTIFICATIONS[row.type].by === "requester";
  const isOwn = donorId === row.userId;
  // Who takes a donation back is not named to the recipient any more (giving.md, Take back).
  const isKept = row.reason === "taken_back" && !isOwn;
  const [shown, guest] = isKept ? [null, null] : [person, guestName];
  const name = isFromRequester || isOwn ? ownName(shown) : donorName({ anonymous, guestName: guest }, shown);
  const { username, isErased } = name;
  return {
    ...row,
    guestName: name.guestName,
    message: note,
    donorName: isFromRequester ? null : username,
    requesterName: isFromRequester ? username : null,
    person:
      shown === null || username === null
        ? null
        : { username, avatar: shown.avatar, profileImageUrl: shown.profileImageUrl },
    isPersonErased: isErased,
    request: request?.isShown
      ? { photoUrl: request.photoUrl, raised: request.raised, goal: request.goal }
      : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The name of somebody who is named whatever they chose. */
function ownName(person: NotificationRow["person"]) {
  return donorName({ anonymous: false }, person && { ...person, anonymousProfile: false });
}
