import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/client";
import { openSession } from "@/lib/domain/sessions/open-session";
import {
  type Benchmark,
  beside,
  compared,
  concurrently,
  counted,
  type Figure,
  interleave,
  median,
} from "./figure";
import { type Destination, numbered, PAGE, partiesOf } from "./pending-donations";
import { partOf } from "./processor";
import { memoryOf, REPORTS_MEMORY } from "./server-memory";
import { type Settling, WITHOUT_MAIL, withSettling } from "./settling";

/** Each of another signed-in person, with the first page of the feed open. */
const STREAMS = 1_000;
/** The pause in milliseconds between the gifts whose way to the readers is timed: one to each request of the page. */
const PAUSE = 700;
/** Gifts of a round. */
const COUNT = 1_000;
/** Rounds of the figure that has no target. */
const FEW_ROUNDS = 3;
/** Sessions that are opened at a time. */
const WIDTH = 8;

export const live: Benchmark = {
  id: "P10",
  name: "live",
  title: "a gift settles, and 1,000 open pages show it",
  // Messages take the processor too, and what they leave to one round is sent in the next.
  run: () => withSettling({ ...WITHOUT_MAIL, ...REPORTS_MEMORY }, measure),
};

async function measure({ stack, server, prepare, settleMany }: Settling): Promise<Figure[]> {
  const cookies = await signIn(stack.databaseUrl);
  const readers = startReaders(Number(new URL(stack.appUrl).port), cookies);
  const rate = (to?: Destination) => settleMany(COUNT, to);
  const listening = async (to?: Destination) => {
    await readers.open();
    const cost = await rate(to);
    await readers.close();
    return cost;
  };

  async function timed(): Promise<number[]> {
    const { first, settle } = await prepare(PAGE, "page");
    await readers.tell({ record: true });
    const settledAt: number[] = [];
    for (let n = 0; n < PAGE; n += 1) {
      // At any time between two looks.
      await sleep(PAUSE * (0.5 + Math.random()));
      await settle(n);
      settledAt.push(Date.now());
    }
    await sleep(3_000);
    const arrivals = (await readers.tell({ arrivals: true })) as Record<string, number[]>;
    await readers.tell({ record: false });
    return settledAt.flatMap((at, n) => {
      const shown = arrivals[partiesOf(first + n, PAGE).requestId] ?? [];
      if (shown.length !== STREAMS) throw new Error(`${shown.length} of ${STREAMS} pages got an event`);
      return shown.map((each) => each - at);
    });
  }

  try {
    // Warm, so that what is loaded once does not count for the streams.
    await readers.open();
    await rate();
    await readers.close();
    await rate();
    const before = await memoryOf(server);
    await readers.open();
    const delays = (await timed()).sort((a, b) => a - b);
    const after = await memoryOf(server);
    await readers.close();
    const rounds = await interleave({ ours: () => listening(), other: () => rate() });
    const shown = await interleave(
      { ours: () => listening("page"), other: () => rate("page") },
      { warmedUp: true, rounds: FEW_ROUNDS },
    );
    const processor = partOf(rounds, "processor");
    console.log(
      `  processor time of the server for a settlement: ${median(processor.ours).toFixed(1)} ms, with nobody listening ${median(processor.other).toFixed(1)} ms`,
    );
    const resident = ((after.resident - before.resident) * 1_000) / STREAMS;
    console.log(`  resident memory of a stream: ${resident.toFixed(1)} kB`);
    return [
      counted("a gift, to a page: p95", {
        unit: "ms",
        target: { atMost: 1_000 },
        ours: delays[Math.floor(delays.length * 0.95)] ?? Number.NaN,
        spread: `${delays[0]}–${delays.at(-1)}`,
      }),
      counted("memory of a stream", {
        unit: "kB",
        target: { atMost: 30 },
        ours: ((after.heap - before.heap) * 1_000) / STREAMS,
      }),
      compared("settlements, to those with nobody listening", {
        unit: "/s",
        target: { atLeast: 0.95 },
        rounds: partOf(rounds, "rate"),
      }),
      beside("the same, all of them to the page that is open", {
        unit: "/s",
        rounds: partOf(shown, "rate"),
      }),
    ];
  } finally {
    readers.stop();
  }
}

/** Opens a session for as many people as there are streams, and returns their cookies. */
async function signIn(url: string): Promise<string[]> {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
  const { db, close } = connect(url);
  const cookies: string[] = [];
  await concurrently(STREAMS, WIDTH, async (n) => {
    const { token } = await openSession(db, numbered(n + 1), { replaces: null });
    cookies.push(`steuntje.session=${token}`);
  });
  await close();
  return cookies;
}

/** Those who listen, in a process of their own. */
function startReaders(port: number, cookies: string[]) {
  const requests = Array.from({ length: PAGE }, (_, n) => partiesOf(n, PAGE).requestId);
  const args = ["--conditions=react-server", "--import", "tsx", "bench/listeners.ts"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const tell = async (command: unknown): Promise<unknown> => {
    const told = once(lines, "line");
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const [answer = "null"] = (await told) as [string];
    return JSON.parse(answer);
  };
  return {
    tell,
    open: async () => {
      const opened = await tell({ open: { port, cookies, requests } });
      if (opened !== STREAMS) throw new Error(`${opened} of ${STREAMS} streams are open`);
      // The next look sends each what it may have missed.
      await sleep(2_000);
    },
    close: async () => {
      const ended = await tell({ close: true });
      if (ended !== 0) throw new Error(`${ended} streams were ended`);
      await sleep(1_000);
    },
    stop: () => void child.stdin.end(),
  };
}
