import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { Db, Tx } from "@/db/client";
import { isBlockedBetween, isVisibleTo } from "@/lib/domain/users/guards";
import type { Looker } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { cursorTime, decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import { presentRequest, presentShared } from "./present";
import { placeOf } from "./rules";
import type { FundingRequest, SharedRequest } from "./schema";
import {
  hasEnded,
  lockExpired,
  placeRequests,
  type RequestRow,
  selectFeed,
  selectMany,
  selectOf,
  selectOne,
} from "./store";

export {
  countOpen as countActive,
  selectNearGoal as listNearGoal,
  selectProgress as listProgress,
  selectStats as liveStats,
} from "./store";

/** The highest `feed_rank` that the database accepts (check `requests_priority_range`). */
const MAX_FEED_RANK = 2;

const feedKey = z
  .tuple([z.int().min(-1).max(MAX_FEED_RANK), cursorTime, z.uuid()])
  .transform(([feedRank, createdAt, id]) => ({ feedRank, createdAt, id }));
const ownKey = z.tuple([cursorTime, z.uuid()]).transform(([createdAt, id]) => ({ createdAt, id }));

/**
 * A page of the feed: by priority, newest first, completed requests last (D20), without the requests of people whom the
 * viewer blocked or who blocked them. What ended is written to `primary` where `db` is a replica.
 * @throws AppError VALIDATION_ERROR for a cursor that the feed never gave
 */
export function listFeed(
  db: Db,
  page: PageRequest & { viewerId?: string },
  primary = db,
): Promise<Page<FundingRequest>> {
  return feedPage({ db, primary }, page, presentRequest);
}

/**
 * A page of the feed as visitors see it (D38), otherwise as `listFeed`.
 * @throws AppError VALIDATION_ERROR for a cursor that the feed never gave
 */
export function listSharedFeed(db: Db, page: PageRequest, primary = db): Promise<Page<SharedRequest>> {
  return feedPage({ db, primary }, page, presentShared);
}

async function feedPage<T>(
  { db, primary }: { db: Db; primary: Db },
  { viewerId = null, ...page }: PageRequest & { viewerId?: string | null },
  present: (row: RequestRow, at: Date) => T,
): Promise<Page<T>> {
  const after = decodeCursor(page.cursor, feedKey);
  const limit = page.limit + 1;
  await sweepExpired(db, primary);
  const rows = await selectFeed(db, { after, viewerId, limit });
  const at = now();
  return toPage(
    rows,
    page,
    (row) => [row.feedRank, row.createdAt.getTime(), row.id],
    (row) => present(row, at),
  );
}

/** One request; null when there is none, it was deleted, it is hidden from the viewer (D57), or the id is none. */
export async function findRequest(db: Db, id: string, viewer: Looker): Promise<FundingRequest | null> {
  const row = await selectOne(db, id);
  if (!row || !isVisibleTo(viewer, { ownerId: row.userId, isHidden: !row.isActive })) return null;
  return presentRequest(row, now());
}

/** A request that this transaction wrote, as its owner sees it. */
export async function readWritten(tx: Tx, id: string): Promise<FundingRequest> {
  const row = await selectOne(tx, id);
  if (!row) throw new Error(`request ${id} vanished`);
  return presentRequest(row, now());
}

/** One request as visitors see it, and services that show previews (D32, D38); null as with `findRequest`. */
export async function findSharedRequest(db: Db, id: string): Promise<SharedRequest | null> {
  const row = await selectOne(db, id);
  return row?.isActive ? presentShared(row, now()) : null;
}

/** These requests, in this order, as far as anybody may see them. */
export async function findRequestsOf(db: Db, ids: readonly string[]): Promise<FundingRequest[]> {
  return inOrder(await selectMany(db, ids), ids, presentRequest);
}

/** The same as visitors see them (D38). */
export async function findSharedRequestsOf(db: Db, ids: readonly string[]): Promise<SharedRequest[]> {
  return inOrder(await selectMany(db, ids), ids, presentShared);
}

function inOrder<T>(
  rows: readonly RequestRow[],
  ids: readonly string[],
  present: (row: RequestRow, at: Date) => T,
): T[] {
  const at = now();
  const byId = new Map(rows.filter(({ isActive }) => isActive).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => present(row, at));
}

/**
 * A person's requests, newest first: all of one's own, of someone else only those in the feed, and none where one of
 * both blocked the other.
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listRequestsOf(
  db: Db,
  { ownerId, viewerId, ...page }: PageRequest & { ownerId: string; viewerId: string },
): Promise<Page<FundingRequest>> {
  const which = ownerId === viewerId ? "all" : "feed";
  if (!isUuid(ownerId) || (which === "feed" && (await isBlockedBetween(db, viewerId, ownerId)))) {
    return { items: [], next: null };
  }
  if (which === "feed") await sweepExpired(db);
  return requestsOf(db, { ...page, ownerId, which });
}

/**
 * What a person's page lists (D50): their open and their completed requests, newest first.
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listPublicRequestsOf(
  db: Db,
  { ownerId, ...page }: PageRequest & { ownerId: string },
): Promise<Page<FundingRequest>> {
  return requestsOf(db, { ...page, ownerId, which: "page" });
}

type Which = Parameters<typeof selectOf>[1]["which"];

async function requestsOf(
  db: Db,
  { ownerId, which, ...page }: PageRequest & { ownerId: string; which: Which },
): Promise<Page<FundingRequest>> {
  const after = decodeCursor(page.cursor, ownKey);
  const rows = await selectOf(db, { ownerId, which, limit: page.limit + 1, after });
  const at = now();
  return toPage(
    rows,
    page,
    (row) => [row.createdAt.getTime(), row.id],
    (row) => presentRequest(row, at),
  );
}

const BATCH = 500;

/**
 * Updates the feed's stored order where boosts, subscriptions and listings have ended (D11, D20), so that no job has
 * to. Costs two index probes when none has, which may be a replica's; the primary is written to. Rows that another
 * reader is updating are skipped.
 */
export async function sweepExpired(db: Db, primary = db): Promise<void> {
  const at = now();
  if (!(await hasEnded(db, at))) return;
  if (primary !== db) return sweepExpired(primary);
  while ((await placeBatch(db, at)) === BATCH);
}

async function placeBatch(db: Db, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await lockExpired(tx, at, BATCH);
    const placings = rows.map((row) => ({ id: row.id, ...placeOf(row, at) }));
    if (placings.length > 0) await placeRequests(tx, placings);
    return placings.length;
  });
}
