import type { Db } from "@/db/client";
import { type Page, type PageRequest, type Part, pageByTime } from "@/lib/ground/paging";
import { selectFor, selectUnreadOf } from "./notification-store";
import { presentNotification } from "./present-notification";
import { findSubscriptions } from "./push-store";
import type { ShownNotification } from "./schema";

/**
 * A page of a person's notifications, newest first.
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listNotifications(
  db: Db,
  userId: string,
  page: PageRequest,
): Promise<Page<ShownNotification>> {
  const read = (part: Part) => selectFor(db, userId, part);
  return pageByTime(page, read, ({ createdAt, id }) => [createdAt, id], presentNotification);
}

/** How many of their notifications each of these people has not read. */
export async function countUnreadOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const counted = new Map((await selectUnreadOf(db, userIds)).map(({ userId, unread }) => [userId, unread]));
  return new Map(userIds.map((id) => [id, counted.get(id) ?? 0]));
}

/** What the worker does with subscriptions. */
export { findSubscriptions, markUsed, removeSubscription } from "./push-store";

/** The endpoints of a person's browsers, so that a page can recognise its own. */
export async function listEndpoints(db: Db, userId: string): Promise<string[]> {
  return (await findSubscriptions(db, userId)).map(({ endpoint }) => endpoint);
}
