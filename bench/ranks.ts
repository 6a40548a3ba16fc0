import { sql } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { ownStanding } from "@/lib/domain/leaderboard/queries";
import { setClock } from "@/lib/ground/clock";
import { onDatabases } from "./database";
import { type Benchmark, compared, concurrently, counted, type Figure, interleave, median } from "./figure";
import { loadFixture, type Size } from "./fixture";
import { FIXTURE_AT, placesIn } from "./pages";
import { pagesTouched } from "./pages-touched";
import { addPending, assertCredited, openBooks, PEOPLE, settle } from "./pending-donations";
import { processorOfBackends } from "./processor";

/** Each person is there once; the first ones give often, so that about three quarters have a rank. */
const sizeOf = (people: number): Size => ({ people, requests: people / 100, donations: 3 * people });
const SIZES = [1_000, 10_000, 50_000, 1_000_000];
const READS = 101;

/** How many donations each side settles in a round, and over how many connections. */
const COUNT = 2_000;
const CONNECTIONS = 8;

export const ranks: Benchmark = {
  id: "P4",
  name: "ranks",
  title: "the rank of somebody in the middle by the histogram, beside counting those who gave more",
  byNameOnly: true,
  run: async () => [...(await reading()), await keeping()],
};

function reading(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const figures: Figure[] = [];
    for (const people of SIZES) {
      const url = await database(`ranks_${people}`);
      process.env.DATABASE_URL = url;
      process.env.AUTH_SECRET ||= "a secret for the benchmark";
      await loadFixture(url, { ...sizeOf(people), at: FIXTURE_AT });
      setClock(() => FIXTURE_AT);
      figures.push(await rankAmong(people, url));
      setClock();
    }
    return figures;
  });
}

/** Both ways on freshly vacuumed books, where counting reads the index alone. */
async function rankAmong(people: number, url: string): Promise<Figure> {
  const { middle } = await placesIn(url, sizeOf(people));
  const byHistogram = (db: Db) => ownStanding(db, middle.all, "all");
  const byCount = (db: Db) => countAhead(db, middle.all);
  const touched = [await pagesTouched(url, byHistogram), await pagesTouched(url, byCount)];
  const { db, close } = connect(url, { max: 1 });
  const [{ rank }, byCounting] = [await byHistogram(db), await byCount(db)];
  if (rank !== byCounting + 1) throw new Error(`the histogram says ${rank}, the count ${byCounting + 1}`);
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < READS; n += 1) {
    for (const [side, read] of [byHistogram, byCount].entries()) {
      const begun = performance.now();
      await read(db);
      times[side]?.push(performance.now() - begun);
    }
  }
  await close();
  const [ours, count] = times.map((each) => median(each).toFixed(2));
  const label = `rank ${rank} among ${people} people (count: ${touched[1]})`;
  console.log(`  ${label}: ${ours} ms (count: ${count} ms)`);
  return counted(label, { unit: "pages", target: { atMost: 100 }, ours: touched[0] ?? Number.NaN });
}

/** How many listed people gave more in all than a person gave publicly. */
async function countAhead(db: Db, userId: string): Promise<number> {
  const [row] = await db.execute<{ ahead: number }>(sql`
    select count(*)::int as ahead from giving_totals other
    where other.period = 'all' and other.start = '1970-01-01' and other.listed and other.public_amount > 0
      and other.public_amount > (select public_given from users where id = ${userId})`);
  return row?.ahead ?? Number.NaN;
}

/** What the histogram adds to a settlement: PostgreSQL's processor time with its triggers and without them. */
function keeping(): Promise<Figure> {
  return onDatabases(async (database) => {
    const url = await database("keeping");
    process.env.DATABASE_URL = url;
    const admin = await openBooks(url);
    const { db, close } = connect(url, { max: CONNECTIONS });
    let next = 0;
    const processorTime = async (triggers: "enable" | "disable") => {
      await admin.unsafe(`alter table giving_totals ${triggers} trigger user`);
      const first = next;
      next += COUNT;
      await addPending(admin, { first, count: COUNT, spread: PEOPLE });
      const before = await processorOfBackends(admin);
      await concurrently(COUNT, CONNECTIONS, (n) => settle(db, first + n, PEOPLE));
      return ((await processorOfBackends(admin)) - before) / COUNT;
    };
    const rounds = await interleave({
      ours: () => processorTime("enable"),
      other: () => processorTime("disable"),
    });
    await assertCredited(admin);
    await close();
    await admin.end();
    return compared("settlement keeping the histogram, to without", {
      unit: "ms",
      target: { atMost: 1.15 },
      rounds,
    });
  });
}
