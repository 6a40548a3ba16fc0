import type { Server } from "@/tests/support/stack";
import { type Benchmark, compared, concurrently, type Figure } from "./figure";
import { openClient } from "./load";
import { type Memory, memoryOf, REPORTS_MEMORY } from "./server-memory";
import { startSignedIn } from "./signed-in";

const CONNECTIONS = 8;
const FEW = 1_000;
const STEPS = 4;
/** Enough to show a leak of two kilobytes per HTTP request; BENCH_REQUESTS=100000 is the full run. */
const MANY = Number(process.env.BENCH_REQUESTS ?? 10_000);
/** How much caches and compiled code may add. */
const NOISE = 1.15;

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

export const memory: Benchmark = {
  id: "P9",
  name: "memory",
  title: "memory of the server after many requests, beside after a few",
  run,
};

async function run(): Promise<Figure[]> {
  const { stack, server, cookie, stop } = await startSignedIn({ server: REPORTS_MEMORY });
  const client = openClient(CONNECTIONS);
  try {
    const ask = (count: number) =>
      concurrently(count, CONNECTIONS, async (n) => {
        const path = MIXTURE[n % MIXTURE.length] ?? "/";
        const { status } = await client.call({ url: stack.appUrl + path, cookie });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      });
    await ask(FEW);
    const few = await look(server, FEW);
    let many = few;
    for (let step = 1; step <= STEPS; step += 1) {
      await ask((MANY - FEW) / STEPS);
      many = await look(server, FEW + ((MANY - FEW) * step) / STEPS);
    }
    const figure = (label: string, of: keyof Memory) =>
      compared(`${label} after ${MANY} requests, to ${FEW}`, {
        unit: "MB",
        target: { atMost: NOISE },
        rounds: { ours: [many[of]], other: [few[of]] },
      });
    return [figure("heap", "heap"), figure("resident", "resident")];
  } finally {
    client.close();
    await stop();
  }
}

async function look(server: Server, asked: number): Promise<Memory> {
  const memory = await memoryOf(server);
  const { heap, resident } = memory;
  console.log(`  after ${asked}: heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB`);
  return memory;
}
