import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadFixture, part } from "@/bench/fixture";
import { FIXTURE_AT, type Place, placesIn, READS } from "@/bench/pages";
import { pagesTouched } from "@/bench/pages-touched";
import { setClock } from "@/lib/clock";
import { createTestDatabase, type TestDatabase } from "../support/database";

const SMALL = part(1000);
const LARGE = part(100);

/** Performance P4 at sizes that tests can afford: `npm run bench -- pages` measures the full one. */
type Books = TestDatabase & { place: Place };
let [small, large]: Books[] = [];
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  setClock(() => FIXTURE_AT);
  [small, large] = await Promise.all(
    [SMALL, LARGE].map(async (size) => {
      const database = await createTestDatabase();
      vi.stubEnv("DATABASE_URL", database.url);
      await loadFixture(database.url, { ...size, at: FIXTURE_AT });
      return { ...database, place: await placesIn(database.url, size) };
    }),
  );
}, 120_000);
afterAll(async () => {
  setClock();
  await small?.drop();
  await large?.drop();
});

describe("pages of the database", () => {
  it.each(READS)("%s: not too many, and about as many however much there is", async (_, most, read) => {
    const [before, after] = [await touched(small, read), await touched(large, read)];
    expect(after.pages).toBeGreaterThan(0);
    if (most !== null) expect(after.pages).toBeLessThanOrEqual(most);
    // A list that is shorter because few gave today says nothing about growth, and neither does a tree's third level on its own.
    if (before.shown === after.shown) {
      expect(after.pages).toBeLessThanOrEqual(Math.max(before.pages, 10) * 1.5);
    }
  });
});

async function touched(books: Books | undefined, read: (typeof READS)[number][2]) {
  if (!books) throw new Error("the books were not made");
  const { db, url, place } = books;
  const result = (await read(db, place)) as { items?: unknown[] } | unknown[];
  const shown = Array.isArray(result) ? result.length : result.items?.length;
  return { shown, pages: await pagesTouched(url, (other) => read(other, place)) };
}
