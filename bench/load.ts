import { readdir, readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { atMost } from "@/tests/support/load";
import { perSecond, type Rounds } from "./figure";

/** The headers of a browser: pages are compressed for it, and it gets what clients that run no scripts do not. */
const HEADERS = {
  accept: "text/html",
  "accept-language": "en",
  "accept-encoding": "gzip, deflate, br",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};

export type Call = {
  url: string;
  cookie?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
};
export type Answer = { status: number; bytes: number };

/** Sends HTTP requests over a fixed number of open connections. */
export function openClient(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function call({ url, cookie, method = "GET", body, headers }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const origin = new URL(url).origin;
      const sent = request(url, {
        agent,
        method,
        headers: { ...HEADERS, origin, ...(cookie && { cookie }), ...headers },
      });
      sent.on("response", (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
        answer.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Successful answers per second; any failure ends the benchmark. */
  function rate(count: number, asked: Call): Promise<number> {
    return perSecond(count, () =>
      atMost(connections, count, async () => {
        const { status } = await call(asked);
        if (status >= 300) throw new Error(`${asked.url} answered ${status}`);
      }),
    );
  }

  return { call, rate, close: () => agent.destroy() };
}

/** What some work of a server cost: milliseconds of its processor time, and how often per second it was done. */
export type Cost = { processor: number; rate: number };

/** Of a tick of the kernel, in which it counts processor time: the same on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** The positions, after the name of the program, which may contain spaces, of the parent's id and of the times. */
const PARENT = 1;
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14];

/** What `/proc` tells about a process; zeros about one that ended. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid))[PARENT] ?? 0;
}

/** The processor time that processes and their children have used, also those that ended, in ms. Linux only. */
async function processorOf(roots: readonly number[]): Promise<number> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  let ticks = 0;
  const count = (pid: number) => {
    const stat = stats.find((each) => each.pid === pid)?.stat ?? [];
    for (const field of [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM]) ticks += stat[field] ?? 0;
    for (const child of stats.filter((each) => each.stat[PARENT] === pid)) count(child.pid);
  };
  roots.forEach(count);
  return ticks * TICK_MS;
}

/** What `count` things cost servers each, of which `work` returns how many were done per second. */
export async function costOf(
  pids: number | readonly number[],
  count: number,
  work: () => Promise<number>,
): Promise<Cost> {
  const roots = [pids].flat();
  const before = await processorOf(roots);
  const rate = await work();
  return { rate, processor: ((await processorOf(roots)) - before) / count };
}

/** One part of the costs of both sides. */
export function partOf({ ours, other }: Rounds<Cost>, part: keyof Cost): Rounds {
  const pick = (costs: Cost[]) => costs.map((cost) => cost[part]);
  return { ours: pick(ours), other: pick(other) };
}
