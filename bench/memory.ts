import { request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { atMost } from "@/tests/support/load";
import type { Server } from "@/tests/support/stack";
import { compared, counted, type Figure } from "./figure";
import { openClient } from "./load";
import { startSignedIn } from "./signed-in";

const CONNECTIONS = 8;
/** How much caches and compiled code may add. */
const NOISE = { atMost: 1.15 };

const FEW = 1_000;
const STEPS = 4;
/** Enough to show a leak of two kilobytes per HTTP request; BENCH_REQUESTS=100000 is the full run. */
const MANY = Number(process.env.BENCH_REQUESTS ?? 10_000);

/** BENCH_SECONDS=600 is the full run. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/** The time between two faults. */
const FAULT_EVERY_MS = 5_000;
/** How long after the database closed all connections an HTTP request may still get a dead one. */
const RECOVERY_MS = 2_000;
const POOL = 8;

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

/** A server, and what asks it for one of the mixture after the other and tells the status. */
async function withServer(
  use: (
    app: Awaited<ReturnType<typeof startSignedIn>>,
    ask: (n: number) => Promise<number>,
  ) => Promise<Figure[]>,
): Promise<Figure[]> {
  const app = await startSignedIn("community", REPORTS_MEMORY);
  const client = openClient(CONNECTIONS);
  const ask = async (n: number) => {
    const url = app.stack.appUrl + (MIXTURE[n % MIXTURE.length] ?? "/");
    return (await client.call({ url, cookie: app.cookie })).status;
  };
  try {
    return await use(app, ask);
  } finally {
    client.close();
    await app.stop();
  }
}

/** The server's memory after many requests, beside after a few. */
export function memory(): Promise<Figure[]> {
  return withServer(async ({ server }, ask) => {
    const after = async (asked: number, count: number) => {
      await atMost(CONNECTIONS, count, async (n) => {
        if ((await ask(n)) !== 200) throw new Error(`${MIXTURE[n % MIXTURE.length]} was not answered`);
      });
      const { heap, resident } = await memoryOf(server);
      console.log(`  after ${asked}: heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB`);
      return { heap, resident };
    };
    const few = await after(FEW, FEW);
    let many = few;
    for (let step = 1; step <= STEPS; step += 1) {
      many = await after(FEW + ((MANY - FEW) * step) / STEPS, (MANY - FEW) / STEPS);
    }
    return (["heap", "resident"] as const).map((of) =>
      compared(`${of} after ${MANY} requests, to ${FEW}`, {
        unit: "MB",
        target: NOISE,
        rounds: { ours: [many[of]], other: [few[of]] },
      }),
    );
  });
}

/**
 * The server's memory, connections and failures while people use it, clients leave and the database hangs up. A request
 * may fail only if the database closed the connections during it, or just before.
 */
export function soak(): Promise<Figure[]> {
  return withServer(async ({ stack, server, cookie }, ask) => {
    const sql = postgres(stack.databaseUrl, { max: 1, connection: { application_name: "soak" } });
    const tally = { answered: 0, failed: 0, failedByFault: 0 };
    let hungUpAt = Number.NEGATIVE_INFINITY;
    const people = async (until: number) => {
      const person = async (offset: number) => {
        for (let n = offset; Date.now() < until; n += 1) {
          const begun = Date.now();
          if ((await ask(n)) === 200) tally.answered += 1;
          else if (hungUpAt > begun - RECOVERY_MS) tally.failedByFault += 1;
          else tally.failed += 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, offset) => person(offset)));
    };
    const faults = async (until: number) => {
      for (let n = 0; Date.now() + FAULT_EVERY_MS < until; n += 1) {
        await pause(FAULT_EVERY_MS);
        if (n % 2 === 1) await walkAway(`${stack.appUrl}/`, cookie);
        else {
          hungUpAt = Number.POSITIVE_INFINITY;
          // As a restart or a failover would.
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name <> 'soak'`;
          hungUpAt = Date.now();
        }
      }
    };
    try {
      await people(Date.now() + 10_000);
      const before = await memoryOf(server);
      const end = Date.now() + SECONDS * 1_000;
      await Promise.all([people(end), faults(end)]);
      await pause(2_000);
      const after = await memoryOf(server);
      console.log(
        `  ${tally.answered} answered, ${tally.failedByFault} failed while the database was cut off`,
      );
      const [left] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name <> 'soak'`;
      const rejections = server.output().split(/unhandled ?rejection/i).length - 1;
      const none = { unit: "times", target: { atMost: 0 } };
      return [
        counted("heap, to its size at the beginning", {
          unit: "x",
          target: NOISE,
          ours: after.heap / before.heap,
        }),
        counted("connections to the database at the end", {
          unit: "connections",
          target: { atMost: POOL },
          ours: left?.count ?? 0,
        }),
        counted("requests that failed without a fault", { ...none, ours: tally.failed }),
        counted("unhandled rejections", { ...none, ours: rejections }),
      ];
    } finally {
      await sql.end();
    }
  });
}

/** Clients that leave in the middle of an answer, like phones in a tunnel. */
async function walkAway(url: string, cookie: string): Promise<void> {
  const leave = () =>
    new Promise<void>((left) => {
      const sent = request(url, { headers: { cookie } });
      sent.on("response", (answer) => answer.destroy());
      sent.on("close", left);
      sent.on("error", () => left());
      sent.end();
      setTimeout(() => sent.destroy(), 5 + Math.random() * 40);
    });
  await Promise.all(Array.from({ length: 20 }, leave));
}
