import { eq, isNotNull, or } from "drizzle-orm";
import {
  boostPurchases,
  donations,
  payeeAccounts,
  payouts,
  subscriptions,
  transferReturns,
  transfers,
} from "@/db/schema";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { setClock } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { countDecisions, liftEverything, verifyDecisions } from "./deciding";
import { verifyGiven } from "./given";
import { countGuests, verifyGuests } from "./guests";
import { verifyOpenBooks } from "./open-books";
import { backToNow } from "./pay-out";
import { payOut } from "./paying-out";
import { Random } from "./random";
import { STEPS } from "./steps";
import { System } from "./system";
import { verifyBooks } from "./verify";
import { verifyPayouts } from "./verify-payouts";
import { World } from "./world";

type Options = {
  seed: number;
  steps: number;
  /** How many steps pass between two checks of the books. */
  stretch?: number;
  log?: (line: string) => void;
};

/**
 * Runs seeded random steps, some of them faults, against the whole product and checks the books after every stretch
 * (trust 11).
 * @throws Error with the seed and the last steps when the books are wrong
 */
export async function runFaults({
  seed,
  steps,
  stretch = 100,
  log = () => undefined,
}: Options): Promise<void> {
  const system = await System.start();
  const world = new World(new Random(seed), system);
  try {
    for (let done = 0; done < steps; done += stretch) {
      await takeSteps(world, Math.min(stretch, steps - done));
      await verify(world);
      log(world.diary.findLast((line) => line.startsWith("reconciled")) ?? "");
      log(`${world.steps} steps: ${world.started.length} payments of ${world.people.length} people agree`);
    }
    await liftEverything(world);
    await verify(world);
    log(await system.withBooks(({ db }) => countDecisions(db)));
    log(await system.withBooks(({ db }) => countGuests(db)));
  } catch (error) {
    throw foundBy(world, error);
  } finally {
    await system.stop();
  }
}

/** Takes random steps, some of them faults. */
export async function takeSteps(world: World, count: number, steps = STEPS): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    world.steps += 1;
    const step = world.random.weighted(steps);
    const what = await step.run(world);
    if (what !== undefined) world.note(`${world.steps} ${step.name}: ${what}`);
  }
}

/**
 * Ends all faults, lets everything be finished, and compares the books with the providers' records.
 * @throws Error when they differ by a cent
 */
export async function verify(world: World): Promise<void> {
  await settle(world);
  const record = await world.system.provider();
  await world.system.withBooks(async (context) => {
    const { db } = context;
    await verifyBooks(db, record);
    await verifyPayouts(db, record);
    await verifyDecisions(db);
    await verifyGuests(db);
    await verifyGiven(db);
    await verifyOpenBooks(context);
  });
}

/** An error with the seed and the last steps. */
export function foundBy({ diary, random }: World, error: unknown): Error {
  const last = diary.slice(-60).join("\n");
  return new Error(
    `seed ${random.seed} found something:\n${last}\n${error instanceof Error ? error.stack : error}`,
  );
}

/** Ends all faults, sends the events that wait, and reconciles what is unfinished. */
async function settle(world: World): Promise<void> {
  const { system } = world;
  await system.tellProvider("DELETE", "/faults");
  await system.answering();
  const { events } = await system.provider();
  for (const { id, state } of events) {
    // The provider would try by itself, after waits that grow to a minute.
    if (state === "pending" || state === "held")
      await system.tellProvider("POST", `/events/${id}/resend`, {});
  }
  await system.withBooks(async (context) => {
    // Settled payments are reviewed after hours and days, for refunds and disputes whose events were lost.
    const at = new Date();
    const isOpen = or(isNotNull(donations.checkAt), eq(donations.paymentStatus, "completed"));
    await context.db.update(donations).set({ checkAt: at }).where(isOpen);
    await context.db.update(boostPurchases).set({ checkAt: at }).where(isNotNull(boostPurchases.checkAt));
    // Twice, each time late enough for every review: the second finishes what the first began.
    for (const minutes of [15, 45]) {
      const later = new Date(Date.now() + minutes * MINUTE);
      setClock(() => later);
      const { outcomes } = await reconcile(context, (id, error) => {
        throw new Error(`reconciling ${id}: ${error}`);
      }).finally(() => setClock());
      await backToNow(context.db, minutes * MINUTE);
      world.note(`reconciled ${JSON.stringify(outcomes)}`);
    }
    for (const table of [transfers, transferReturns, payouts, payeeAccounts])
      await context.db.update(table).set({ checkAt: at }).where(isNotNull(table.checkAt));
    // Refunds that payouts led to are made by the next run.
    for (const run of [1, 2, 3]) {
      const onError = (subject: string, error: unknown) => {
        throw new Error(`paying out, run ${run}, ${subject}: ${error}`, { cause: error });
      };
      world.note(`paid out ${await payOut(context, { onError })}`);
    }
    // So are subscriptions, once a day.
    for (const { id } of await context.db.select({ id: subscriptions.id }).from(subscriptions))
      await settleSubscription(context, id);
  });
}
