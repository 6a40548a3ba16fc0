import { request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { atMost, times } from "@/tests/support/load";
import type { Server } from "@/tests/support/stack";
import { compared, counted, type Figure } from "./figure";
import { openClient } from "./load";
import { atEnd, startSignedIn } from "./running";

const CONNECTIONS = 8;
/** The connections of the application to its database. */
const POOL = 8;
/** How much caches and compiled code may add. */
export const NOISE = { atMost: 1.15 };

const FEW = 1_000;
/** Enough to show a leak of two kilobytes per HTTP request; BENCH_REQUESTS=100000 is the full run. */
const MANY = Number(process.env.BENCH_REQUESTS ?? 10_000);

/** The time between two faults, and how long after one an HTTP request may still get a dead connection. */
const [FAULT_EVERY_MS, RECOVERY_MS] = [5_000, 2_000];
const LEAVING = 20;

/** The pages and calls of people's browsers. */
export const MIXTURE = [
  "/",
  "/leaderboard",
  "/api/requests?limit=20",
  "/notifications",
  "/api/notifications",
  "/profile",
  "/api/leaderboard?period=weekly",
  "/request",
  "/api/auth/user",
  "/subscription",
] as const;

/** The environment with which a server reports its memory. */
export const REPORTS_MEMORY = { NODE_OPTIONS: `--require ${resolve("bench/report-memory.cjs")}` };

const REPORT = /^memory (\d+)$/gm;

/** The heap of a server that was started with `REPORTS_MEMORY`, after garbage collection, in megabytes. */
export async function heapOf(server: Server): Promise<number> {
  // The output is the last of what it printed: the number of reports in it may fall.
  const last = () => [...server.output().matchAll(REPORT)].at(-1)?.[1];
  const before = last();
  server.signal("SIGUSR2");
  for (let patience = 0; patience < 600; patience += 1) {
    const report = last();
    if (report !== undefined && report !== before) return Number(report) / 1024 ** 2;
    await pause(100);
  }
  throw new Error(`the server does not tell its memory:\n${server.output()}`);
}

/** How many connections a database has, but for the caller's, and what closes those. */
export function watchConnections(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 });
  atEnd(() => sql.end());
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return {
    countConnections: async () => (await sql`select ${others}`).length,
    closeConnections: () => sql`select pg_terminate_backend(pid) ${others}`,
  };
}

/**
 * The server's memory after many requests, beside after a few (P9). Meanwhile clients leave, and the database closes
 * all connections as in a failover: a request may fail only if that happened during it, or just before.
 */
export async function memory(): Promise<Figure[]> {
  const { stack, server, cookie } = await startSignedIn("community", REPORTS_MEMORY);
  const { countConnections, closeConnections } = watchConnections(stack.databaseUrl);
  const client = openClient(CONNECTIONS);
  let [failed, failedByFault, hungUpAt] = [0, 0, Number.NEGATIVE_INFINITY];

  const ask = async (count: number) => {
    await atMost(CONNECTIONS, count, async (n) => {
      const begun = Date.now();
      const url = stack.appUrl + (MIXTURE[n % MIXTURE.length] ?? "/");
      if ((await client.call({ url, cookie })).status === 200) return;
      if (hungUpAt > begun - RECOVERY_MS) failedByFault += 1;
      else failed += 1;
    });
    return heapOf(server);
  };
  const hangUp = async () => {
    hungUpAt = Number.POSITIVE_INFINITY;
    await closeConnections();
    hungUpAt = Date.now();
  };
  const disturb = async (signal: AbortSignal) => {
    for (let n = 0; !signal.aborted; n += 1) {
      await (n % 2 === 0 ? hangUp() : walkAway(`${stack.appUrl}/`, cookie));
      await pause(FAULT_EVERY_MS, null, { signal }).catch(() => null);
    }
  };

  const few = await ask(FEW);
  const done = new AbortController();
  const [many] = await Promise.all([ask(MANY - FEW).finally(() => done.abort()), disturb(done.signal)]);
  console.log(`  ${failedByFault} failed while the database was cut off`);
  const rejections = server.output().split(/unhandled ?rejection/i).length - 1;
  return [
    compared(`heap after ${MANY} requests, to ${FEW}`, "MB", { ours: [many], other: [few] }, NOISE),
    counted("connections to the database at the end", "", await countConnections(), { atMost: POOL }),
    counted("requests that failed without a fault", "times", failed, { atMost: 0 }),
    counted("unhandled rejections", "times", rejections, { atMost: 0 }),
  ];
}

/** Clients that leave in the middle of an answer, like phones in a tunnel. */
async function walkAway(url: string, cookie: string): Promise<void> {
  await times(LEAVING, async () => {
    const sent = request(url, { headers: { cookie } });
    sent.on("response", (answer) => answer.destroy());
    sent.on("error", () => undefined);
    sent.end();
    await pause(5 + Math.random() * 40);
    sent.destroy();
  });
}
