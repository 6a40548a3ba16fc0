import { connect } from "@/db/client";
import { onDatabases } from "./database";
import { type Benchmark, compared, concurrently, type Figure, interleave } from "./figure";
import { addPending, assertCredited, openBooks, PEOPLE, settle } from "./pending-donations";

const COUNT = 10_000;
const WARM_UP = 1_000;
/** As many connections as the application has. */
const CONNECTIONS = 8;

export const hotRequest: Benchmark = {
  id: "P3",
  name: "hot-request",
  title: "settling 10,000 donations to one request, beside as many to 10,000 requests",
  run,
};

function run(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database("hot");
    process.env.DATABASE_URL = url;
    process.env.AUTH_SECRET ||= "a secret for the benchmark";
    const sql = await openBooks(url);
    const { db, close } = connect(url, { max: CONNECTIONS });
    let next = 0;
    const seconds = async (spread: number, count = COUNT) => {
      const first = next;
      next += count;
      await addPending(sql, { first, count, spread });
      const begun = performance.now();
      await concurrently(count, CONNECTIONS, (n) => settle(db, first + n, spread));
      return (performance.now() - begun) / 1000;
    };
    for (const spread of [1, PEOPLE]) await seconds(spread, WARM_UP);
    const sides = { ours: () => seconds(1), other: () => seconds(PEOPLE) };
    const rounds = await interleave(sides, { warmedUp: true });
    await assertCredited(sql);
    await close();
    await sql.end();
    return [compared("10,000 to one request, to 10,000", { unit: "s", target: { atMost: 1.5 }, rounds })];
  });
}
