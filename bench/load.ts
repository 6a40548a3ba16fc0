import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { atMost } from "@/tests/support/load";
import { perSecond } from "./figure";
import { atEnd } from "./running";

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
  atEnd(() => agent.destroy());

  async function call({ url, cookie, method = "GET", body, headers }: Call): Promise<Answer> {
    const { origin } = new URL(url);
    const sent = { ...HEADERS, origin, ...(cookie && { cookie }), ...headers };
    const ask = (by: Agent | false) => request(url, { agent: by, method, headers: sent }).end(body);
    const asked = ask(agent);
    const [answer] = (await once(asked, "response").catch((error: unknown) => {
      // The server may have closed the connection while it was idle.
      if (asked.reusedSocket && method === "GET") return once(ask(false), "response");
      throw error;
    })) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of answer) bytes += chunk.length;
    return { status: answer.statusCode ?? 0, bytes };
  }

  /** Asks the same so often; any failure ends the benchmark. */
  function repeat(count: number, asked: Call): Promise<void> {
    return atMost(connections, count, async () => {
      const { status } = await call(asked);
      if (status >= 300) throw new Error(`${asked.url} answered ${status}`);
    });
  }

  return { call, repeat };
}

/** What some work of a server cost: milliseconds of its processor time, and how often per second it was done. */
export type Cost = { processor: number; rate: number };

/** Of a tick of the kernel, in which it counts processor time: the same on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** What `/proc` tells about a process: its parent, and the ticks that it and its children that ended have used. */
async function statOf(pid: number): Promise<{ pid: number; parent: number; ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Before it is the program's name, which may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  return { pid, parent, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) };
}

export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid)).parent;
}

/** The processor time that processes and their children have used, also those that ended, in ms. Linux only. */
async function processorOf(roots: readonly number[]): Promise<number> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const stats = await Promise.all(pids.map(statOf));
  const ticksOf = (process: (typeof stats)[number]): number =>
    stats
      .filter(({ parent }) => parent === process.pid)
      .reduce((sum, child) => sum + ticksOf(child), process.ticks);
  const own = stats.filter(({ pid }) => roots.includes(pid));
  return own.reduce((sum, process) => sum + ticksOf(process), 0) * TICK_MS;
}

/** What `count` things cost servers each, which `work` does. */
export async function costOf(
  pids: readonly number[],
  count: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = await processorOf(pids);
  const rate = await perSecond(count, work);
  return { rate, processor: ((await processorOf(pids)) - before) / count };
}
