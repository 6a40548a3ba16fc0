import { setTimeout as pause } from "node:timers/promises";
import { Random } from "@/tests/faults/random";
import { timed } from "@/tests/support/load";
import { startBareApp } from "./bare-app";
import { compared, type Figure, interleave, median, p95 } from "./figure";
import { type Call, costOf, openClient } from "./load";
import { startSignedIn } from "./running";

/** Pages per round, and connections. */
const COUNT = 600;
const CONNECTIONS = 8;

/** The screens of 100,000 people a month in their busiest second (docs/scaling.md), and for how long they are asked. */
const BUSY = 19;
const BUSY_SECONDS = 30;
/** Feeds that the idle server is asked for one by one, and the pause between them. */
const IDLE = 200;
const PAUSE_MS = 20;
/** More than ever wait at once: who asks does not wait for those before. */
const PEOPLE = 100;

/** The feed, signed in, beside a bare dynamic page of the same framework (P5). */
export async function feedRendering(): Promise<Figure[]> {
  const bare = await startBareApp();
  const { stack, server, cookie } = await startSignedIn();
  const client = openClient(CONNECTIONS);
  const feed = { url: `${stack.appUrl}/`, cookie };
  const processorOf = async (pid: number, page: Call) =>
    (await costOf([pid], COUNT, () => client.repeat(COUNT, page))).processor;
  const rounds = await interleave({
    ours: () => processorOf(server.pid, feed),
    other: () => processorOf(bare.pid, { url: `${bare.url}/` }),
  });
  return [
    compared("processor time of a feed, to a bare page", "ms", rounds, { atMost: 3 }),
    await busiestSecond(feed),
  ];
}

/** How long the slowest of twenty feeds takes while people ask at random, to a feed of the idle server. */
async function busiestSecond(feed: Call): Promise<Figure> {
  const client = openClient(PEOPLE);
  const took = () => timed(() => client.repeat(1, feed));
  const idle: number[] = [];
  for (let n = 0; n < IDLE; n += 1) {
    idle.push(await took());
    await pause(PAUSE_MS);
  }
  const busy: Promise<number>[] = [];
  const random = new Random(BUSY);
  let at = performance.now();
  for (let n = 0; n < BUSY * BUSY_SECONDS; n += 1) {
    // Independent people: the gaps between them are exponential.
    at -= (Math.log(1 - random.next()) * 1_000) / BUSY;
    await pause(Math.max(0, at - performance.now()));
    busy.push(took());
  }
  const sides = { ours: [p95(await Promise.all(busy))], other: [median(idle)] };
  return compared(`p95 at ${BUSY} feeds a second, to the idle median`, "ms", sides, { atMost: 3 });
}
