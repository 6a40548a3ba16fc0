import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost } from "@/tests/support/load";
import { compared, counted, type Figure, interleave, p95 } from "./figure";
import { heapOf, REPORTS_MEMORY } from "./memory";
import { assertCredited, numbered, partiesOf } from "./pending-donations";
import { cookieOf, openDb } from "./running";
import { startSettling, WITHOUT_MAIL } from "./webhook";

/** Each of another signed-in person, with the first page of the feed open. */
const STREAMS = 1_000;
/** Requests on that page, the first ones of the books. */
const PAGE = 20;
/** Milliseconds between the donations whose way to the readers is timed: one to each request of the page. */
const PAUSE = 700;
/** Donations of a round. */
const COUNT = 1_000;
/** Sessions that are opened at a time. */
const WIDTH = 8;

/** A donation settles, and 1,000 open pages show it (P10). */
export async function live(): Promise<Figure[]> {
  // Messages take the processor too, and what they leave to one round is sent in the next.
  const { stack, server, sql, prepare, settleMany } = await startSettling({
    ...WITHOUT_MAIL,
    ...REPORTS_MEMORY,
  });
  const cookies = await signIn(stack.databaseUrl);
  const rate = async () => (await settleMany(COUNT)).rate;
  const listening = async () => {
    const close = await openStreams(stack.appUrl, cookies);
    const settled = await rate();
    await close();
    return settled;
  };
  // Warm, so that what is loaded once does not count for the streams.
  await listening();
  await rate();
  const before = await heapOf(server);
  const close = await openStreams(stack.appUrl, cookies);
  const { first, settle } = await prepare(PAGE, { fromFirst: true });
  const settledAt: number[] = [];
  for (let n = 0; n < PAGE; n += 1) {
    // At any time between two looks.
    await sleep(PAUSE * (0.5 + Math.random()));
    await settle(n);
    settledAt.push(Date.now());
  }
  await sleep(3_000);
  const after = await heapOf(server);
  const arrivals = await close();
  const delays = settledAt.flatMap((at, n) => {
    const shown = arrivals[partiesOf(first + n).requestId] ?? [];
    if (shown.length !== STREAMS) throw new Error(`${shown.length} of ${STREAMS} pages got an event`);
    return shown.map((each) => each - at);
  });
  const rounds = await interleave({ ours: listening, other: rate });
  await assertCredited(sql);
  return [
    counted("a donation, to a page: p95", "ms", delays, { atMost: 1_000 }, p95),
    counted("memory of a stream", "kB", ((after - before) * 1_000) / STREAMS, { atMost: 30 }),
    compared("settlements, to those with nobody listening", "/s", rounds, { atLeast: 0.95 }),
  ];
}

/** Opens a session for as many people as there are streams, and returns their cookies. */
async function signIn(url: string): Promise<string[]> {
  const db = openDb(url);
  const cookies: string[] = [];
  await atMost(WIDTH, STREAMS, async (n) => {
    cookies.push(await cookieOf(db, numbered(n + 1)));
  });
  return cookies;
}

/** Opens the streams; what is returned closes them, and answers when events of each request arrived. */
async function openStreams(appUrl: string, cookies: string[]) {
  const requests = Array.from({ length: PAGE }, (_, n) => partiesOf(n).requestId);
  const args = [new URL(appUrl).port, `/api/events?requests=${requests.join()}`];
  const child = fork("bench/listeners.mjs", args, { execArgv: [] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the listeners ended")));
  const ask = async (message: unknown) => {
    child.send(message as object);
    const [answer] = await Promise.race([once(child, "message"), ended]);
    return answer as unknown;
  };
  await ask(cookies);
  // The next look sends each what it may have missed.
  await sleep(2_000);
  return async () => {
    const arrivals = (await ask("close")) as Record<string, number[]>;
    await ended.catch(() => undefined);
    await sleep(1_000);
    return arrivals;
  };
}
