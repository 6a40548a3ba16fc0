import { request } from "node:http";
import postgres from "postgres";
import type { Server } from "@/tests/support/stack";
import { type Benchmark, counted, type Figure } from "./figure";
import { openClient } from "./load";
import { MIXTURE } from "./memory";
import { type Memory, memoryOf, REPORTS_MEMORY } from "./server-memory";
import { startSignedIn } from "./signed-in";

/** BENCH_SECONDS=600 is the full run. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const CONNECTIONS = 8;
/** The time between two faults. */
const FAULT_EVERY_MS = 5_000;
/** How long after the database closed all connections an HTTP request may still get a dead one. */
const RECOVERY_MS = 2_000;
const POOL = 8;
const NOISE = 1.15;

export const soak: Benchmark = {
  id: "P9",
  name: "soak",
  title: "people, broken connections and a database that hangs up",
  run,
};

/** The results. An HTTP request may fail only if the database closed the connections during it, or just before. */
type Tally = { answered: number; failed: number; failedByFault: number };

async function run(): Promise<Figure[]> {
  const { stack, server, cookie, stop } = await startSignedIn({ server: REPORTS_MEMORY });
  const client = openClient(CONNECTIONS);
  const sql = postgres(stack.databaseUrl, { max: 1, connection: { application_name: "soak" } });
  try {
    const tally: Tally = { answered: 0, failed: 0, failedByFault: 0 };
    let hungUpAt = Number.NEGATIVE_INFINITY;
    const people = async (until: number) => {
      const person = async (offset: number) => {
        for (let n = offset; Date.now() < until; n += 1) {
          const path = MIXTURE[n % MIXTURE.length] ?? "/";
          const begun = Date.now();
          const { status } = await client.call({ url: stack.appUrl + path, cookie });
          if (status === 200) tally.answered += 1;
          else if (hungUpAt > begun - RECOVERY_MS) tally.failedByFault += 1;
          else tally.failed += 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, offset) => person(offset)));
    };
    const faults = async (until: number) => {
      for (let n = 0; Date.now() + FAULT_EVERY_MS < until; n += 1) {
        await pause(FAULT_EVERY_MS);
        if (n % 2 === 1) await walkAway(stack.appUrl, cookie);
        else {
          hungUpAt = Number.POSITIVE_INFINITY;
          await hangUp(sql);
          hungUpAt = Date.now();
        }
      }
    };
    await people(Date.now() + 10_000);
    const before = await memoryOf(server);
    const end = Date.now() + SECONDS * 1_000;
    await Promise.all([people(end), faults(end)]);
    await pause(2_000);
    const after = await memoryOf(server);
    return figuresOf({ before, after, tally, connections: await connectionsOf(sql), server });
  } finally {
    client.close();
    await sql.end();
    await stop();
  }
}

type Seen = { before: Memory; after: Memory; tally: Tally; connections: number; server: Server };

function figuresOf({ before, after, tally, connections, server }: Seen): Figure[] {
  console.log(`  ${tally.answered} answered, ${tally.failedByFault} failed while the database was cut off`);
  const none = { unit: "times", target: { atMost: 0 } } as const;
  return [
    counted("heap, to its size at the beginning", {
      unit: "x",
      target: { atMost: NOISE },
      ours: after.heap / before.heap,
    }),
    counted("connections to the database at the end", {
      unit: "connections",
      target: { atMost: POOL },
      ours: connections,
    }),
    counted("requests that failed without a fault", { ...none, ours: tally.failed }),
    counted("unhandled rejections", {
      ...none,
      ours: server.output().split(/unhandled ?rejection/i).length - 1,
    }),
  ];
}

/** The database ends every connection of the application, as a restart or a failover would. */
async function hangUp(sql: postgres.Sql): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'soak'`;
}

/** Clients that leave in the middle of an answer, like phones in a tunnel. */
async function walkAway(appUrl: string, cookie: string): Promise<void> {
  const left = Array.from(
    { length: 20 },
    () =>
      new Promise<void>((resolve) => {
        const sent = request(`${appUrl}/`, { headers: { cookie } });
        sent.on("response", (answer) => answer.destroy());
        sent.on("close", resolve);
        sent.on("error", () => resolve());
        sent.end();
        setTimeout(() => sent.destroy(), 5 + Math.random() * 40);
      }),
  );
  await Promise.all(left);
}

async function connectionsOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name <> 'soak'`;
  return row?.count ?? 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
