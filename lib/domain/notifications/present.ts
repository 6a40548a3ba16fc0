import { type Donor, donorName } from "@/lib/domain/users/public-name";
import type { ShownNotification } from "./schema";
import type { NotificationRow } from "./store";

/**
 * A notification as its reader sees it: the donor is named by the common rule (D36), and always to themselves.
 */
export function presentNotification({
  donorId,
  donor,
  anonymous,
  ...row
}: NotificationRow): ShownNotification {
  const { username, isErased } = nameOf(donor, { anonymous, isOwn: donorId === row.userId });
  return { ...row, donorName: username, donorErased: isErased, createdAt: row.createdAt.toISOString() };
}

function nameOf(donor: Donor | null, { anonymous, isOwn }: { anonymous: boolean; isOwn: boolean }) {
  if (donor === null) return { username: null, isErased: false };
  return isOwn ? { username: donor.username, isErased: false } : donorName({ anonymous }, donor);
}
