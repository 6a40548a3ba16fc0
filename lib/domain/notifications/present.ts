import type { ShownNotification } from "./schema";
import type { NotificationRow } from "./store";

/** A notification as its reader may see it: an anonymous donor has no name, except to themself (D15). */
export function presentNotification({
  donorId,
  donorUsername,
  donorAnonymous,
  ...row
}: NotificationRow): ShownNotification {
  const named = !donorAnonymous || donorId === row.userId;
  return { ...row, donorName: named ? donorUsername : null, createdAt: row.createdAt.toISOString() };
}
