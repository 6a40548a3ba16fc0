import { setTimeout as pause } from "node:timers/promises";
import { Random } from "@/tests/faults/random";
import { timed } from "@/tests/support/load";
import { startBareApp } from "./bare-app";
import { compared, type Figure, interleave, median, p95 } from "./figure";
import { type Call, costOf, openClient, partOf } from "./load";
import { startSignedIn } from "./signed-in";

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
  const { stack, server, cookie, stop } = await startSignedIn();
  const client = openClient(CONNECTIONS);
  const feed = { url: `${stack.appUrl}/`, cookie };
  try {
    const rounds = await interleave({
      ours: () => costOf([server.pid], COUNT, () => client.rate(COUNT, feed)),
      other: () => costOf([bare.pid], COUNT, () => client.rate(COUNT, { url: `${bare.url}/` })),
    });
    return [
      compared("processor time of a feed, to a bare page", {
        unit: "ms",
        target: { atMost: 3 },
        rounds: partOf(rounds, "processor"),
      }),
      compared("feeds, to bare pages", { unit: "/s", rounds: partOf(rounds, "rate") }),
      await busiestSecond(feed),
    ];
  } finally {
    client.close();
    await stop();
    await bare.stop();
  }
}

/** How long the slowest of twenty feeds takes while people ask at random, to a feed of the idle server. */
async function busiestSecond(feed: Call): Promise<Figure> {
  const client = openClient(PEOPLE);
  const took = () => timed(() => client.rate(1, feed));
  try {
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
    return compared(`p95 at ${BUSY} feeds a second, to the idle median`, {
      unit: "ms",
      target: { atMost: 3 },
      rounds: { ours: [p95(await Promise.all(busy))], other: [median(idle)] },
    });
  } finally {
    client.close();
  }
}
