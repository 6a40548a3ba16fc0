import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/client";
import { openSession } from "@/lib/domain/sessions/open-session";
import { atMost } from "@/tests/support/load";
import { configure } from "./database";
import { compared, counted, type Figure, interleave, percentile } from "./figure";
import { partOf } from "./load";
import { memoryOf, REPORTS_MEMORY } from "./memory";
import { numbered, PAGE, partiesOf } from "./pending-donations";
import { type Settling, WITHOUT_MAIL, withSettling } from "./settling";

/** Each of another signed-in person, with the first page of the feed open. */
const STREAMS = 1_000;
/** Milliseconds between the donations whose way to the readers is timed: one to each request of the page. */
const PAUSE = 700;
/** Donations of a round. */
const COUNT = 1_000;
/** Sessions that are opened at a time. */
const WIDTH = 8;

/** A donation settles, and 1,000 open pages show it (P10). */
export function live(): Promise<Figure[]> {
  // Messages take the processor too, and what they leave to one round is sent in the next.
  return withSettling({ ...WITHOUT_MAIL, ...REPORTS_MEMORY }, measure);
}

async function measure({ stack, server, prepare, settleMany }: Settling): Promise<Figure[]> {
  const cookies = await signIn(stack.databaseUrl);
  const readers = startReaders(Number(new URL(stack.appUrl).port), cookies);
  const rate = () => settleMany(COUNT);
  const listening = async () => {
    await readers.open();
    const cost = await rate();
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
    const delays = await timed();
    const after = await memoryOf(server);
    await readers.close();
    const rounds = await interleave({ ours: listening, other: rate });
    const ofStream = ((after.heap - before.heap) * 1_000) / STREAMS;
    return [
      counted("a donation, to a page: p95", {
        unit: "ms",
        target: { atMost: 1_000 },
        ours: delays,
        typical: (values) => percentile(values, 0.95),
      }),
      counted("memory of a stream", { unit: "kB", target: { atMost: 30 }, ours: ofStream }),
      compared("settlements, to those with nobody listening", {
        unit: "/s",
        target: { atLeast: 0.95 },
        rounds: partOf(rounds, "rate"),
      }),
    ];
  } finally {
    readers.stop();
  }
}

/** Opens a session for as many people as there are streams, and returns their cookies. */
async function signIn(url: string): Promise<string[]> {
  configure(url);
  const { db, close } = connect(url);
  const cookies: string[] = [];
  await atMost(WIDTH, STREAMS, async (n) => {
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
