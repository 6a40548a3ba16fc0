import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { selectOne, setRead } from "./notification-store";
import { presentNotification } from "./present-notification";
import type { Notification } from "./schema";

/**
 * Marks one of a person's own notifications as read, however often.
 * @throws AppError NOT_FOUND, also for someone else's
 */
export async function markRead(db: Db, userId: string, id: string): Promise<Notification> {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  await setRead(db, userId, id);
  const row = await selectOne(db, userId, id);
  if (!row) throw new AppError("NOT_FOUND");
  return presentNotification(row);
}

/** Marks all of a person's notifications as read. */
export async function markAllRead(db: Db, userId: string): Promise<void> {
  await setRead(db, userId);
}
