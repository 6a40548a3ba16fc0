import { z } from "zod";
import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import { periodStarts } from "@/lib/ground/periods";
import { isPrintableLine } from "@/lib/ground/text-rules";
import { selectBlocked } from "./blocks-store";
import { isFollowing } from "./follows-store";
import { isBlockedBetween, isVisibleTo } from "./guards";
import { presentMe, presentPerson } from "./present";
import { USERNAME_PATTERN } from "./rules";
import type { Me, PublicPerson } from "./schema";
import { findAvatar, findByUsername, findOwn } from "./store";
import type { Looker } from "./types";

export { selectCounterparts as listCounterparts } from "./blocks-store";
export { isFollowing } from "./follows-store";
export { listDemoPeople } from "./store";

/** An uploaded avatar (WebP) by its hash; null if no account uses it. */
export async function findAvatarImage(db: Db, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = /^[0-9a-f]{32}$/.test(hash) ? await findAvatar(db, hash) : null;
  return stored === null
    ? null
    : Uint8Array.from(Buffer.from(stored.slice(stored.indexOf(",") + 1), "base64"));
}

/**
 * The usernames of those whom somebody blocked, by name.
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listBlocked(db: Db, blockerId: string, page: PageRequest): Promise<Page<string>> {
  const [after] = decodeCursor(page.cursor, z.tuple([z.string().refine(isPrintableLine)])) ?? [];
  const rows = await selectBlocked(db, blockerId, { after, limit: page.limit + 1 });
  return toPage(
    rows,
    page,
    (username) => [username],
    (username) => username,
  );
}

/**
 * A person as every signed-in person may see them (D50), by username, ignoring case; null when there is none, an
 * operator hid them (D57), or one of both blocked the other. Amounts in cents.
 */
export async function findPerson(db: Db, username: string, viewer: Looker): Promise<PublicPerson | null> {
  const row = USERNAME_PATTERN.test(username) ? await findByUsername(db, username) : null;
  if (!row || !isVisibleTo(viewer, { ownerId: row.id, isHidden: row.isHidden })) return null;
  if (await isBlockedBetween(db, viewer.id, row.id)) return null;
  return presentPerson(row, await isFollowing(db, viewer.id, row.id));
}

/**
 * A person's own data (api.md, Me), with what they gave this month, week and day (D30). Amounts in cents.
 * @throws AppError NOT_FOUND
 */
export async function findMe(db: Db, userId: string): Promise<Me> {
  const at = now();
  const row = await findOwn(db, userId, periodStarts(at, env().timeZone));
  if (!row) throw new AppError("NOT_FOUND");
  return presentMe(row, at);
}
