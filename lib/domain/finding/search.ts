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
import { NEW_FOR, OWN_FILTERS, telling } from "./rules";
import { filtersOf, type SearchQuery } from "./schema";
import { boundTime, type FoundKey, selectFound, selectMeanings, selectWords } from "./store";

const foundKey = z
  .tuple([z.int().min(0).max(20), cursorTime, z.uuid()])
  .transform(([step, createdAt, id]) => ({ step, createdAt, id }));

/** The longest that a statement of a search may take, in milliseconds. */
const TIMEOUT_MS = 1_000;

type Asked = SearchQuery & PageRequest;

/**
 * A page of the open requests that a search finds, whatever was boosted (giving.md, Finding): with all of its words or
 * words that begin so, spelled as they are or with one mistake, and with all filters.
 * @throws AppError VALIDATION_ERROR for a cursor that this search never gave, RATE_LIMITED when too many search
 */
export async function search(db: Db, viewer: { id: string }, asked: Asked): Promise<Page<FundingRequest>> {
  const page = await keysOf(db, asked, { viewerId: viewer.id, by: viewer.id });
  return { ...page, items: await findRequestsOf(db, page.items) };
}

/**
 * The same as visitors see it (D38); `address` is theirs.
 * @throws AppError as `search`, and UNAUTHENTICATED where it asks for what somebody saved
 */
export async function searchAsVisitor(db: Db, address: string, asked: Asked): Promise<Page<SharedRequest>> {
  if (filtersOf(asked).some((filter) => OWN_FILTERS.includes(filter))) throw new AppError("UNAUTHENTICATED");
  const page = await keysOf(db, asked, { viewerId: null, by: address });
  return { ...page, items: await findSharedRequestsOf(db, page.items) };
}

/** The ids of a page of what is found. `by` shares the server's capacity with others. */
async function keysOf(
  db: Db,
  { q = "", category, sort, cursor, limit, ...asked }: Asked,
  { viewerId, by }: { viewerId: string | null; by: string },
): Promise<Page<string>> {
  const after = decodeCursor(cursor, foundKey);
  const without = viewerId === null ? [] : await listCounterparts(db, viewerId);
  const rows = await inSearchPlace(by, () =>
    db.transaction(async (tx): Promise<FoundKey[]> => {
      await boundTime(tx, TIMEOUT_MS);
      const words = q === "" ? [] : telling(await selectWords(tx, q));
      // Signs alone are nothing to look for.
      if (q !== "" && words.length === 0) return [];
      const meanings = words.length === 0 ? [] : await selectMeanings(tx, words);
      if (meanings.some(({ ids }) => ids.length === 0)) return [];
      return selectFound(tx, {
        meanings: meanings.toSorted((a, b) => Number(a.isCommon) - Number(b.isCommon)),
        category: category ?? null,
        filters: filtersOf(asked),
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
  return toPage(
    rows,
    { limit },
    ({ step, createdAt, id }) => [step, createdAt.getTime(), id],
    ({ id }) => id,
  );
}
