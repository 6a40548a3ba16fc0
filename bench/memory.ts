import { request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { atMost, times } from "@/tests/support/load";
import type { Server } from "@/tests/support/stack";
import { compared, counted, type Figure } from "./figure";
import { openClient } from "./load";
import { startSignedIn } from "./signed-in";

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

/** A server's memory after garbage collection, in megabytes. */
export type Memory = { heap: number; resident: number };

const MB = 1024 ** 2;
const REPORT = /^memory (\{.*\})$/gm;

/** Reads the memory of a server that was started with `REPORTS_MEMORY`. */
export async function memoryOf(server: Server): Promise<Memory> {
  // The output is the last of what it printed: the number of reports in it may fall.
  const last = () => [...server.output().matchAll(REPORT)].at(-1)?.[1];
  const before = last();
  server.signal("SIGUSR2");
  for (let patience = 0; patience < 600; patience += 1) {
    const report = last();
    if (report !== undefined && report !== before) {
      const { heapUsed = 0, external = 0, rss = 0 } = JSON.parse(report) as Record<string, number>;
      return { heap: (heapUsed + external) / MB, resident: rss / MB };
    }
    await pause(100);
  }
  throw new Error(`the server does not tell its memory:\n${server.output()}`);
}

/**
 * The server's memory after many requests, beside after a few (P9). Meanwhile clients leave, and the database closes
 * all connections as in a failover: a request may fail only if that happened during it, or just before.
 */
export async function memory(): Promise<Figure[]> {
  const { stack, server, cookie, stop } = await startSignedIn("community", REPORTS_MEMORY);
  const sql = postgres(stack.databaseUrl, { max: 1, connection: { application_name: "memory" } });
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
    return memoryOf(server);
  };
  const hangUp = async () => {
    hungUpAt = Number.POSITIVE_INFINITY;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'memory'`;
    hungUpAt = Date.now();
  };
  const disturb = async (signal: AbortSignal) => {
    for (let n = 0; !signal.aborted; n += 1) {
      await (n % 2 === 0 ? hangUp() : walkAway(`${stack.appUrl}/`, cookie));
      await pause(FAULT_EVERY_MS, null, { signal }).catch(() => null);
    }
  };

  try {
    const few = await ask(FEW);
    const done = new AbortController();
    const [many] = await Promise.all([ask(MANY - FEW).finally(() => done.abort()), disturb(done.signal)]);
    console.log(`  ${failedByFault} failed while the database was cut off`);
    const [open] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name <> 'memory'`;
    const rejections = server.output().split(/unhandled ?rejection/i).length - 1;
    const most = (label: string, unit: string, ours: number, atMost: number) =>
      counted(label, { unit, ours, target: { atMost } });
    return [
      ...(["heap", "resident"] as const).map((of) =>
        compared(`${of} after ${MANY} requests, to ${FEW}`, {
          unit: "MB",
          target: NOISE,
          rounds: { ours: [many[of]], other: [few[of]] },
        }),
      ),
      most("connections to the database at the end", "connections", open?.count ?? 0, POOL),
      most("requests that failed without a fault", "times", failed, 0),
      most("unhandled rejections", "times", rejections, 0),
    ];
  } finally {
    client.close();
    await sql.end();
    await stop();
  }
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
