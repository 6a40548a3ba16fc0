import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { payouts } from "@/db/schema";
import { MINUTE } from "@/lib/ground/durations";
import { openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { perform } from "./commands";
import { FLOWS, type Flow, type Stage } from "./flows";
import { Gate, type Steps } from "./gate";
import { KillablePostgres } from "./killable-postgres";
import { KillableServer } from "./killable-server";
import { providersAt } from "./providers";
import { releaseAtOnce } from "./release-at-once";
import type { Answered } from "./settling-server";
import type { ProviderState } from "./system";
import { verifyBooks } from "./verify";
import { verifyPayouts } from "./verify-payouts";

/**
 * A server changes the world only through its connections to PostgreSQL and the providers. So each answer from one of
 * them is a step: what it answers is done, and what follows is not. Every flow is killed after each of its steps by a
 * real SIGKILL. The server is the domain in a process of its own, without Next.js and without background work; the
 * random run kills the whole application.
 */
/** Answers may come in another order, or one more may be needed: so many steps are tried beyond those counted. */
const MORE = 2;
/** How many flows hang at once when something is killed; each takes one or two of PostgreSQL's 200 connections. */
const AT_ONCE = 60;
/**
 * `npm run test:long` stops every flow at every step. `npm test` skips flows that write as another does, and stops most
 * of the others only where something may last.
 */
const IS_LONG = process.env.TEST_LONG !== undefined;
const ALIKE = new Set([
  "boosts by card are handed out",
  "an upgrade ends the plan before",
  "a month that the provider gave back is taken back",
  "an upgrade by card ends the plan by wallet",
  "a month by card that buys nothing is given back",
  "a month by card that the provider gave back is taken back",
]);
/**
 * The ways of writing: one statement, one transaction, or around a refund. For PostgreSQL nothing else matters, and
 * these flows are stopped at every step.
 */
const WAYS_OF_WRITING = new Set([
  "a donation by card is settled",
  "a donation that cannot be credited is given back",
  "boosts by wallet are handed out",
]);

const folder = temporaryFolder();
let postgres: KillablePostgres;
let sandbox: TestSandbox;
let stage: Stage;
let closeBooks: () => Promise<void>;
let environment: Record<string, string>;
let steps: Map<string, number>;

beforeAll(async () => {
  releaseAtOnce();
  postgres = await KillablePostgres.start();
  await migrateDatabase(postgres.url);
  sandbox = await openTestSandbox(folder.path);
  environment = {
    APP_URL: "https://steuntje.example",
    AUTH_SECRET: randomUUID(),
    DATABASE_URL: postgres.url,
    PAYPAL_CLIENT_ID: WALLET.clientId,
    PAYPAL_CLIENT_SECRET: WALLET.clientSecret,
    PAYPAL_WEBHOOK_ID: WALLET.webhookId,
    PAYPAL_API_BASE: sandbox.url,
    PAYPAL_DONATIONS: "on",
    PAYPAL_PAYOUTS: "on",
    PAYOUT_REVIEW: "off",
  };
  Object.assign(process.env, environment);
  const { db, close } = connect(postgres.url);
  closeBooks = close;
  stage = {
    context: { db, ...providersAt(sandbox.url) },
    act: async (path, order = {}) => {
      const { status, body } = await sandbox.call("POST", `/_sandbox${path}`, order);
      if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    },
    record: async () => (await sandbox.call("GET", "/_sandbox/state")).body as unknown as ProviderState,
  };
  steps = await countSteps();
}, 2 * MINUTE);
afterAll(async () => {
  await closeBooks();
  await sandbox.stop();
  await postgres.stop();
  folder.remove();
}, MINUTE);

/** A flow that hangs after one of its steps. */
type Hanging = { name: string; step: number; flow: Flow; gate: Gate; answered: Promise<Answered> };

const kindOf = (name: string): Steps => (IS_LONG || WAYS_OF_WRITING.has(name) ? "all" : "lasting");
const stepsOf = (name: string) => steps.get(name) ?? 0;
const behind = () => ({ databaseUrl: postgres.url, apiUrl: sandbox.url });

/**
 * Starts a server that already has PayPal's token: the library shares one request for it in a process, so a flow that
 * hangs there would block all others.
 */
async function startServer(): Promise<KillableServer> {
  const server = KillableServer.start(environment);
  const { command } = await prepare("a donation by wallet is settled");
  expect(await server.perform(command, behind())).toMatchObject({ outcome: "credited" });
  return server;
}

function prepare(name: string): Promise<Flow> {
  const prepared = FLOWS[name]?.(stage);
  if (!prepared) throw new Error(`there is no flow ${name}`);
  return prepared;
}

/** How many steps each flow has when nothing happens to it. */
async function countSteps(): Promise<Map<string, number>> {
  const server = await startServer();
  const counted = Object.keys(FLOWS).map(async (name) => {
    const flow = await prepare(name);
    const gate = await Gate.open(behind(), kindOf(name));
    const { error } = await server.perform(flow.command, gate);
    expect(error, name).toBeUndefined();
    const steps = gate.passed;
    await flow.afterwards?.();
    await flow.holds();
    gate.close();
    return [name, steps] as const;
  });
  const steps = new Map(await Promise.all(counted));
  await server.kill();
  return steps;
}

/** The steps of some flows, in lots that hang at once. */
function* lots(isAsked: (name: string) => boolean): Generator<{ name: string; step: number }[]> {
  const asked = [...steps].filter(([name]) => isAsked(name));
  const all = asked.flatMap(([name, count]) =>
    Array.from({ length: count + MORE }, (_, index) => ({ name, step: index + 1 })),
  );
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

/**
 * Prepares a flow, lets the server at it, and waits until it hangs after a step, or has ended before.
 */
async function hang(server: KillableServer, name: string, step: number): Promise<Hanging> {
  const flow = await prepare(name);
  const gate = await Gate.open(behind(), kindOf(name));
  gate.keep(step);
  const answered = server.perform(flow.command, gate);
  const early = await Promise.race([gate.shut, answered, late(`${name} hangs before step ${step}`)]);
  expect(gate.passed, `${name}, before step ${step}: ${JSON.stringify(early)}`).toBeGreaterThanOrEqual(
    Math.min(step, stepsOf(name) - MORE) - 1,
  );
  return { name, step, flow, gate, answered };
}

/** @throws Error when something takes longer than it can */
async function late(what: string): Promise<never> {
  await sleep(60_000, undefined, { ref: false });
  throw new Error(what);
}

/**
 * Sends the events of half of the flows again, which must suffice for them. Answers the flows that reconciliation must
 * find.
 */
async function tellAgain(hanging: Hanging[], tell: (one: Hanging) => Promise<unknown>): Promise<Hanging[]> {
  const told = hanging.filter(({ step }) => step % 2 === 0);
  await Promise.all(told.map(tell));
  const isDone = (one: Hanging) => told.includes(one) && !one.flow.isByPerson;
  await Promise.all(hanging.filter(isDone).map(expectToHold));
  return hanging.filter((one) => !isDone(one));
}

/** Reconciles the other flows; people repeat what got no answer. Then our books agree with the providers'. */
async function recover(left: Hanging[]): Promise<void> {
  await reconcile([15, 45, 120]);
  const people = left.filter(({ flow }) => flow.isByPerson);
  await inLots(people, ({ flow }) => perform(stage.context, flow.command).catch(() => undefined));
  await inLots(people, async ({ flow }) => flow.afterwards?.());
  // The provider's clock moved on for later flows, and payouts arrived that are asked about only an hour later.
  await stage.context.db.update(payouts).set({ checkAt: new Date() }).where(isNotNull(payouts.checkAt));
  await reconcile([15, 25 * 60]);
  await inLots(left, expectToHold);
  const record = await stage.record();
  await verifyBooks(stage.context.db, record);
  await verifyPayouts(stage.context.db, record);
}

/** A few at a time, so that the sandbox answers each before the application stops waiting, also on a slow machine. */
async function inLots(all: Hanging[], act: (one: Hanging) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await Promise.all(all.slice(from, from + AT_ONCE).map(act));
  }
}

async function reconcile(later: number[]): Promise<void> {
  for (const minutes of later) {
    const at = new Date(Date.now() + minutes * MINUTE).toISOString();
    expect(await perform(stage.context, { do: "reconcile", at })).toBe("");
  }
}

async function expectToHold({ name, step, flow }: Hanging): Promise<void> {
  await flow.holds().catch((error: unknown) => {
    throw new Error(`${name}, stopped after step ${step} of ${stepsOf(name)}`, { cause: error });
  });
}

describe("trust 9: killed at each step, nothing is lost or doubled", () => {
  it("knows the steps of every flow", () => {
    console.log([...steps].map(([name, count]) => `${count} steps: ${name}`).join("\n"));
    expect(Math.min(...steps.values())).toBeGreaterThan(4);
  });

  it("the server", { timeout: 10 * MINUTE }, async () => {
    let server = await startServer();
    const left: Hanging[] = [];
    for (const lot of lots((name) => IS_LONG || !ALIKE.has(name))) {
      const hanging = await Promise.all(lot.map(({ name, step }) => hang(server, name, step)));
      await server.kill();
      for (const { gate } of hanging) gate.close();
      server = await startServer();
      left.push(...(await tellAgain(hanging, ({ flow }) => server.perform(flow.command, behind()))));
    }
    await recover(left);
    await server.kill();
  });

  it("PostgreSQL, while the server lives on", { timeout: 10 * MINUTE }, async () => {
    const server = await startServer();
    const left: Hanging[] = [];
    for (const lot of lots((name) => IS_LONG || WAYS_OF_WRITING.has(name))) {
      const hanging = await Promise.all(lot.map(({ name, step }) => hang(server, name, step)));
      await postgres.kill();
      for (const { gate } of hanging) gate.reopen();
      await Promise.all(
        hanging.map(({ name, step, answered }) =>
          Promise.race([answered, late(`${name} never ends after step ${step}`)]),
        ),
      );
      await postgres.revive();
      left.push(...(await tellAgain(hanging, ({ flow, gate }) => server.perform(flow.command, gate))));
      for (const { gate } of hanging) gate.close();
    }
    await recover(left);
    await server.kill();
  });
});
