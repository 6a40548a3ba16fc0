import { z } from "zod";
import type { Db } from "@/db/client";
import { inSearchPlace } from "@/lib/domain/leaderboard/search-places";
import { findRequestsOf, findSharedRequestsOf } from "@/lib/domain/requests/queries";
import type { FundingRequest, SharedRequest } from "@/lib/domain/requests/schema";
import { listCounterparts } from "@/lib/domain/users/queries";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { cursorTime, decodeCursor, type Page, type PageRequest, toPage } from "@/lib/ground/paging";
import { withoutUnprintable } from "@/lib/ground/text-rules";
import { bandsAround } from "./places";
import { type Band, type Filter, NEW_FOR, OWN_FILTERS, telling } from "./rules";
import { filtersOf, type SearchQuery } from "./schema";
import { type FoundKey, plan, selectFound, selectMeanings, selectWords } from "./store";

const foundKey = z
  .tuple([z.int().min(0).max(100), cursorTime, z.uuid()])
  .transform(([step, createdAt, id]) => ({ step, createdAt, id }));

/** What is asked of other tables than that of the open requests. */
const LOOKED_UP: readonly Filter[] = [...OWN_FILTERS, "payable"];

type Asked = SearchQuery & PageRequest;

/**
 * A page of the open requests that a search finds, whatever was boosted (giving.md, Finding): with all of its words or
 * words that begin so, spelled as they are or with one mistake, and with all filters.
 * @throws AppError VALIDATION_ERROR for a cursor that this search never gave, RATE_LIMITED when too many search
 */
export async function search(
  db: Db,
  viewer: { id: string },
  asked: Asked,
): Promise<Page<Found<FundingRequest>>> {
  const { items, next, bands } = await keysOf(db, asked, { viewerId: viewer.id, by: viewer.id });
  return { items: withBands(await findRequestsOf(db, items), bands), next };
}

/**
 * The same as visitors see it (D38); `address` is theirs.
 * @throws AppError as `search`, and UNAUTHENTICATED where it asks for what somebody saved
 */
export async function searchAsVisitor(
  db: Db,
  address: string,
  asked: Asked,
): Promise<Page<Found<SharedRequest>>> {
  if (filtersOf(asked).some((filter) => OWN_FILTERS.includes(filter))) throw new AppError("UNAUTHENTICATED");
  const { items, next, bands } = await keysOf(db, asked, { viewerId: null, by: address });
  return { items: withBands(await findSharedRequestsOf(db, items), bands), next };
}

type Bands = Awaited<ReturnType<typeof bandsAround>> | null;
/** With how near it is to the town that was asked for. */
type Found<T> = T & { band: Band | null };

function withBands<T extends { placeId: number | null }>(items: readonly T[], bands: Bands): Found<T>[] {
  return items.map((item) => ({
    ...item,
    band: bands?.find(({ placeIds }) => placeIds.some((id) => id === item.placeId))?.band ?? null,
  }));
}

/** The ids of a page of what is found. `by` shares the server's capacity with others. */
async function keysOf(
  db: Db,
  { q = "", category, near, sort, cursor, limit, ...asked }: Asked,
  { viewerId, by }: { viewerId: string | null; by: string },
): Promise<Page<string> & { bands: Bands }> {
  const after = decodeCursor(cursor, foundKey);
  const filters = filtersOf(asked);
  const without = viewerId === null ? [] : await listCounterparts(db, viewerId);
  const bands = near === undefined ? null : await bandsAround(db, near);
  const rows = await inSearchPlace(by, () =>
    db.transaction(async (tx): Promise<FoundKey[]> => {
      await plan(tx, { isMerged: false });
      const words = q === "" ? [] : telling(await selectWords(tx, withoutUnprintable(q)));
      // Signs, and words that say nothing, are nothing to look for.
      if (q !== "" && words.length === 0) return [];
      const isNarrowed =
        Boolean(category ?? near) || sort !== "newest" || filters.length + without.length > 0;
      const isJoined = words.length > 1 || isNarrowed;
      const meanings = words.length === 0 ? [] : await selectMeanings(tx, words, { isJoined });
      if (meanings.some(({ ids }) => ids.length === 0)) return [];
      // What is looked up elsewhere, and what is rare, is looked up row by row.
      const isMerged =
        meanings.length > 0 &&
        meanings.every(({ isCommon }) => isCommon) &&
        !filters.some((filter) => LOOKED_UP.includes(filter));
      if (isMerged) await plan(tx, { isMerged });
      return selectFound(tx, {
        meanings,
        category: category ?? null,
        bands,
        filters,
        newSince: new Date(now().getTime() - NEW_FOR),
        viewerId,
        walletPays: env().walletPayouts,
        without,
        sort,
        after,
        limit: limit + 1,
      });
    }),
  );
  const page = toPage(
    rows,
    { limit },
    ({ step, createdAt, id }) => [step, createdAt.getTime(), id],
    ({ id }) => id,
  );
  return { ...page, bands };
}
