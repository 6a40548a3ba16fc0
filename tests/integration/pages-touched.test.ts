import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadFixture, part, personId, type Size } from "@/bench/fixture";
import { pagesTouched } from "@/bench/pages-touched";
import type { Db } from "@/db/client";
import { setClock } from "@/lib/clock";
import { ownStanding } from "@/lib/domain/leaderboard/queries";
import { listFeed, liveStats } from "@/lib/domain/requests/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";

const AT = new Date("2026-11-20T12:00:00Z");
const SMALL = part(10_000);
const LARGE = part(100);

/** Performance P4 at a size that tests can afford: a hundred times the data, at most half as many pages more. */
let small: TestDatabase;
let large: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  setClock(() => AT);
  [small, large] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  vi.stubEnv("DATABASE_URL", large.url);
  await loadFixture(small.url, { ...SMALL, at: AT });
  await loadFixture(large.url, { ...LARGE, at: AT });
});
afterAll(async () => {
  setClock();
  await small.drop();
  await large.drop();
});

/** The cursor of the page in the middle of the feed. */
async function middleOf(db: Db): Promise<string | null> {
  const [row] = await db.execute<{ rank: number; created: string; id: string }>(sql`
    with listed as (select * from requests where is_active and is_listed and deleted_at is null)
    select feed_rank as rank, created_at as created, id from listed
    order by feed_rank desc, created_at desc, id desc offset (select count(*) / 2 from listed) limit 1`);
  if (!row) return null;
  return Buffer.from(JSON.stringify([row.rank, new Date(row.created).getTime(), row.id])).toString(
    "base64url",
  );
}

const middling = ({ people }: Size) => personId(Math.ceil(people / 3));

describe("pages of the database", () => {
  it.each<[string, number, (db: Db, size: Size) => Promise<unknown>]>([
    ["the feed's first page", 150, (db) => listFeed(db, { limit: 20 })],
    ["the statistics", 10, (db) => liveStats(db)],
    ["one's own rank", 100, (db, size) => ownStanding(db, middling(size), "all")],
  ])("%s reads about as many, however much there is", async (_, most, read) => {
    const before = await pagesTouched(small.url, (db) => read(db, SMALL));
    const after = await pagesTouched(large.url, (db) => read(db, LARGE));
    expect(after).toBeLessThanOrEqual(most);
    expect(after).toBeLessThanOrEqual(Math.max(before, 20 * 3) * 1.5);
  });

  it("a page deep in the feed reads no more than the first", async () => {
    const first = await pagesTouched(large.url, (db) => listFeed(db, { limit: 20 }));
    const cursor = await middleOf(large.db);
    const deep = await pagesTouched(large.url, (db) => listFeed(db, { limit: 20, cursor }));
    expect(cursor).not.toBeNull();
    expect(deep).toBeLessThanOrEqual(first * 1.1);
  });
});
