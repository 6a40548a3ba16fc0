import postgres from "postgres";
import type { Db } from "@/db/client";
import { setClock } from "@/lib/clock";
import { listLeaderboard, ownStanding } from "@/lib/domain/leaderboard/queries";
import { listNotifications } from "@/lib/domain/notifications/queries";
import { listFeed, listRequestsOf, liveStats } from "@/lib/domain/requests/queries";
import { PERIODS } from "@/lib/vocabulary";
import { onDatabases } from "./database";
import { type Benchmark, compared, counted, type Figure } from "./figure";
import { loadFixture, part, personId, type Size } from "./fixture";
import { pagesTouched } from "./pages-touched";

/** Where a read looks: somebody in the middle, who gave and was given to, and the cursor of page 10,000 of a feed of the full size. */
type Place = { person: string; deep: string | null };
type Read = (db: Db, place: Place) => Promise<unknown>;

/** What is held to a limit, and what is only told. */
const READS: [label: string, most: number | null, read: Read][] = [
  ["feed, page 1", 150, (db) => listFeed(db, { limit: 20 })],
  ["feed, page 10,000", 150, (db, { deep }) => listFeed(db, { limit: 20, cursor: deep })],
  ...PERIODS.map((period): [string, number, Read] => [
    `leaderboard, ${period}`,
    250,
    (db, { person }) => listLeaderboard(db, { period, viewerId: person }),
  ]),
  ...PERIODS.map((period): [string, number, Read] => [
    `own rank, ${period}`,
    100,
    (db, { person }) => ownStanding(db, person, period),
  ]),
  ["notifications", 60, (db, { person }) => listNotifications(db, person, { limit: 15 })],
  ["statistics", null, (db) => liveStats(db)],
  [
    "my requests",
    null,
    (db, { person }) => listRequestsOf(db, { ownerId: person, viewerId: person, limit: 20 }),
  ],
  [
    "search",
    null,
    (db, { person }) => listLeaderboard(db, { period: "all", search: "son777", viewerId: person }),
  ],
];

const AT = new Date("2026-11-20T12:00:00Z");
const [LESS, ALL] = [part(100), part(1)];
/** How many pages a hundred times the data may take, by those it takes without. */
const MOST_GROWTH = 1.5;

export const pages: Benchmark = {
  id: "P4",
  name: "pages",
  title: "pages of the database that reads touch",
  run,
};

function run(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const less = await measure(await database("less"), LESS);
    const all = await measure(await database("all"), ALL);
    return READS.flatMap(([label, most], n) => {
      const after = all[n] ?? Number.NaN;
      const growth = compared(`${label}: to 1/100`, {
        unit: "pages",
        target: { atMost: MOST_GROWTH },
        rounds: { ours: [after], other: [less[n] ?? Number.NaN] },
      });
      if (most === null) return [growth];
      return [counted(label, { unit: "pages", target: { atMost: most }, ours: after }), growth];
    });
  });
}

/** The pages of each read, on books of a size that are made in an empty database. */
async function measure(url: string, size: Size): Promise<number[]> {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
  const begun = performance.now();
  await loadFixture(url, { ...size, at: AT });
  console.log(`  ${size.donations} donations in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  setClock(() => AT);
  const place = {
    person: personId(Math.ceil(size.people / 3)),
    deep: await feedCursor(url, size.requests / 5),
  };
  const counts: number[] = [];
  for (const [, , read] of READS) counts.push(await pagesTouched(url, (db) => read(db, place)));
  setClock();
  return counts;
}

/** The cursor after that many requests of the feed. */
async function feedCursor(url: string, after: number): Promise<string | null> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ rank: number; created: Date; id: string }[]>`
    select feed_rank as rank, created_at as created, id from requests
    where is_active and is_listed and deleted_at is null
    order by feed_rank desc nulls last, created_at desc nulls last, id desc nulls last
    offset ${after - 1} limit 1`;
  await sql.end();
  if (!row) throw new Error(`the feed has fewer than ${after} requests`);
  return Buffer.from(JSON.stringify([row.rank, row.created.getTime(), row.id])).toString("base64url");
}
