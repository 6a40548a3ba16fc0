import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FIXTURE_AT, loadFixture } from "@/bench/fixture";
import { type Place, placesIn, READS } from "@/bench/pages";
import { pagesTouched } from "@/bench/pages-touched";
import { setClock } from "@/lib/ground/clock";
import { createTestDatabase, type TestDatabase } from "../support/database";

/** Requests. */
const [SMALL, LARGE] = [100, 10_000];

/** Performance P4 at sizes that tests can afford: `npm run bench -- pages` measures the full one. */
type Books = TestDatabase & { place: Place };
let [small, large]: Books[] = [];
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  setClock(() => FIXTURE_AT);
  [small, large] = await Promise.all(
    [SMALL, LARGE].map(async (requests) => {
      const database = await createTestDatabase();
      vi.stubEnv("DATABASE_URL", database.url);
      await loadFixture(database.url, requests);
      return { ...database, place: await placesIn(database.url, requests) };
    }),
  );
});
afterAll(async () => {
  setClock();
  await small?.drop();
  await large?.drop();
});

/**
 * Tables of a page or two are read whole, whatever indexes they have: so that like is compared with like, the small
 * books are read by theirs.
 */
const BY_INDEX = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_memoize: "off",
};

/** The trees of some indexes have one level more in the large books. */
const LEVELS = 4;

describe("pages of the database", () => {
  it.each(READS)("%s: not too many, and about as many however much there is", async (_, most, read) => {
    const before = await touched(small, read, BY_INDEX);
    const after = await touched(large, read);
    expect(before.pages).toBeGreaterThan(0);
    expect(before.pages).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
    expect(after.pages).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
    // A hundred people fill few lists: a longer one may take more pages, but not for each of its rows.
    const longer = before.shown && after.shown ? after.shown / before.shown : 1;
    expect(after.pages).toBeLessThanOrEqual(before.pages * longer * 1.5 + LEVELS);
  });
});

async function touched(
  books: Books | undefined,
  read: (typeof READS)[number][2],
  settings: Record<string, string> = {},
) {
  if (!books) throw new Error("the books were not made");
  const { db, url, place } = books;
  const result = (await read(db, place)) as { items?: unknown[] } | unknown[];
  const shown = Array.isArray(result) ? result.length : result.items?.length;
  return { shown, pages: await pagesTouched(url, (other) => read(other, place), settings) };
}
