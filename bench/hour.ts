import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { foundBy, takeSteps, verify } from "@/tests/faults/machine";
import { Random } from "@/tests/faults/random";
import { STEPS } from "@/tests/faults/steps";
import { System } from "@/tests/faults/system";
import { World } from "@/tests/faults/world";
import { compared, counted, type Figure } from "./figure";
import { heapOf, MIXTURE, NOISE, REPORTS_MEMORY, watchConnections } from "./memory";
import { atEnd } from "./running";

/** BENCH_SECONDS=3600 is the full run. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
/** How often is measured, and of which part of the time the beginning and the end are. */
const SAMPLES = 60;
const PART = 1 / 6;
const STREAMS = 50;
/** Steps until there are people, requests and donations. */
const WARM_UP = 400;
/** How many steps pass between two checks of the books. */
const STRETCH = 100;
const [STEP_MS, PAGE_MS] = [500, 200];
/** Connections of the application, and of the steps and checks. */
const POOLS = 8 + 2;

/** Megabytes after garbage collection, and counts. */
type Sample = { heap: number; descriptors: number; connections: number };

/**
 * Memory, descriptors and connections while people give by card, wallet, bank and link, subscribe, are paid out, post,
 * report and read, with mail, open streams and lost events (P18): the last sixth of the time beside the first. The
 * books must agree all the time.
 */
export async function hour(): Promise<Figure[]> {
  const system = await System.start({ env: async () => REPORTS_MEMORY });
  atEnd(() => system.stop());
  const { databaseUrl, appUrl } = system.stack;
  const { countConnections } = watchConnections(databaseUrl);
  const world = new World(new Random(18), system);
  const steps = STEPS.filter(({ name }) => !name.includes("killed"));
  let end = Number.POSITIVE_INFINITY;
  const isOver = () => Date.now() > end;
  const stop = new AbortController();

  async function live(): Promise<void> {
    while (!isOver()) {
      await takeSteps(world, 1, steps);
      // As in the fault machine: what an event says that is lost is asked for in time.
      if (world.steps % STRETCH === 0) await verify(world);
      await pause(STEP_MS);
    }
  }

  async function read(): Promise<void> {
    for (let n = 0; !isOver(); n += 1) {
      await world.call(world.people.at(n % 12) ?? null, "GET", MIXTURE[n % MIXTURE.length] ?? "/");
      await pause(PAGE_MS);
    }
  }

  /** An open page: it connects again when its session or its server ends. */
  async function listen(n: number): Promise<void> {
    while (!isOver()) {
      const cookie = world.people.at(n % 12)?.cookie ?? "";
      const requests = world.requests.map(({ id }) => id).slice(0, 20);
      const url = `${appUrl}/api/events?requests=${requests.join()}`;
      const answer = await fetch(url, { headers: { cookie }, signal: stop.signal }).catch(() => null);
      const reader = answer?.body?.getReader();
      while (reader && !(await reader.read().catch(() => ({ done: true }))).done);
      await pause(1_000);
    }
  }

  async function sample(): Promise<Sample> {
    const descriptors = readdirSync(`/proc/${system.server.pid}/fd`).length;
    return { heap: await heapOf(system.server), descriptors, connections: await countConnections() };
  }

  try {
    while (world.steps < WARM_UP) {
      await takeSteps(world, STRETCH, steps);
      await verify(world);
    }
    end = Date.now() + SECONDS * 1_000;
    const samples: Sample[] = [];
    const measured = async () => {
      while (!isOver()) {
        await pause((SECONDS * 1_000) / SAMPLES);
        samples.push(await sample());
      }
    };
    const streams = Array.from({ length: STREAMS }, (_, n) => listen(n));
    await Promise.all([live(), read(), measured()]);
    stop.abort();
    await Promise.all(streams);
    console.log(`  ${world.steps} steps, ${world.started.length} payments`);
    const count = Math.ceil(samples.length * PART);
    const figure = (label: string, unit: string, of: (each: Sample) => number) => {
      const sides = { ours: samples.slice(-count).map(of), other: samples.slice(0, count).map(of) };
      return compared(`${label}, the last sixth to the first`, unit, sides, NOISE);
    };
    const connections = Math.max(...samples.map((each) => each.connections));
    return [
      figure("heap", "MB", ({ heap }) => heap),
      figure("descriptors", "files", ({ descriptors }) => descriptors),
      counted("connections to the database, at most", "", connections, { atMost: POOLS }),
    ];
  } catch (error) {
    throw foundBy(world, error);
  } finally {
    stop.abort();
  }
}
