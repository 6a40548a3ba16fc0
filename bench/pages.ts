import postgres from "postgres";
import type { Db } from "@/db/client";
import { findHelped } from "@/lib/domain/donations/queries";
import {
  donationsByMonth,
  findOwnRank,
  listBoard,
  listLeaderboard,
  nextAbove,
} from "@/lib/domain/leaderboard/queries";
import { listNotifications } from "@/lib/domain/messages/queries";
import { listFeed, listRequestsOf, liveStats } from "@/lib/domain/requests/queries";
import { setClock } from "@/lib/ground/clock";
import { periodStarts } from "@/lib/ground/periods";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";
import { counted, type Figure } from "./figure";
import { FIXTURE_AT, loadFixture, ROWS } from "./fixture";
import { grown, pagesTouched } from "./pages-touched";
import { newDatabase } from "./running";

/** What the reads are about. */
export type Place = {
  /** A person in the middle of a period's ranking. */
  middle: Record<Period, string>;
  /** A person who gave and received. */
  person: string;
  /** A person who receives much. */
  popular: string;
  /** The cursor after a fifth of the requests: page 10,000 of a feed of the full size. */
  deep: string;
};
type Read = (db: Db, place: Place) => Promise<unknown>;

/** Searches on the leaderboard: a text in every name, and one in none. */
const SEARCHES = { everyone: "person", none: "nobody" };

/** The reads with a limit, and those that are only reported. */
export const READS: [label: string, most: number | null, read: Read][] = [
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
    (db, { middle }) => findOwnRank(db, middle[period], period),
  ]),
  [
    "leaderboard's page, weekly",
    300,
    (db, { person }) => listBoard(db, { period: "weekly", viewerId: person }),
  ],
  ["next above, all", 100, (db, { middle }) => nextAbove(db, middle.all, "all")],
  ["own donations", 250, (db, { person }) => donationsByMonth(db, person)],
  ["people helped", null, async (db, { person }) => (await findHelped(db, person)).requests],
  ...Object.entries(SEARCHES).map(([whom, search]): [string, number, Read] => [
    `search for ${whom}`,
    250,
    (db, { person }) => listLeaderboard(db, { period: "all", search, viewerId: person }),
  ]),
  ["notifications", 60, (db, { popular }) => listNotifications(db, popular, { limit: 10 })],
  ["statistics", null, (db) => liveStats(db)],
  [
    "my requests",
    null,
    (db, { person }) => listRequestsOf(db, { ownerId: person, viewerId: person, limit: 20 }),
  ],
];

/** Pages of the database that reads touch, and how many times as many of a hundred times the data (P4). */
export async function pages(): Promise<Figure[]> {
  const less = await measure(ROWS / 100);
  const all = await measure(ROWS);
  return READS.flatMap(([label, most], n) => {
    const [after = Number.NaN, before = Number.NaN] = [all[n], less[n]];
    const growth = grown(label, after, before);
    return most === null ? [growth] : [counted(label, "pages", after, { atMost: most }), growth];
  });
}

/** The pages of each read, on books with so many requests. */
async function measure(requests: number): Promise<number[]> {
  const url = await newDatabase();
  await loadFixture(url, requests);
  setClock(() => FIXTURE_AT);
  const place = await placesIn(url, requests);
  const counts: number[] = [];
  for (const [, , read] of READS) counts.push(await pagesTouched(url, (db) => read(db, place)));
  setClock();
  return counts;
}

/** Finds what the reads are about, in books with so many requests. */
export async function placesIn(url: string, requests: number): Promise<Place> {
  const sql = postgres(url, { max: 1 });
  const starts = periodStarts(FIXTURE_AT, "Europe/Amsterdam");
  const middle = {} as Record<Period, string>;
  for (const period of PERIODS) {
    const [row] = await sql<{ id: string }[]>`
      with given as (
        select * from donation_totals where period = ${period} and start = ${starts[period]} and listed and public_amount > 0)
      select user_id as id from given order by public_amount desc offset (select count(*) / 2 from given) limit 1`;
    middle[period] = row?.id ?? "";
  }
  // A popular request has the same share of donations at any size, and its owner more notifications than a page.
  const [row] = await sql<{ person: string; popular: string; rank: number; created: Date; id: string }[]>`
    select (select id from users where username = ${`person${Math.ceil(requests / 3)}`}) as person,
      (select user_id from requests order by donation_count desc offset ${Math.floor(requests / 1000)} limit 1) as popular,
      feed_rank as rank, created_at as created, id
    from requests where is_active and is_listed and deleted_at is null
    order by feed_rank desc nulls last, created_at desc nulls last, id desc nulls last
    offset ${requests / 5} limit 1`;
  await sql.end();
  if (!row) throw new Error("the feed is shorter than expected");
  const { person, popular, rank, created, id } = row;
  const deep = Buffer.from(JSON.stringify([rank, created.getTime(), id])).toString("base64url");
  return { middle, person, popular, deep };
}
