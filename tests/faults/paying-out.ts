import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { holds } from "@/db/schema";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkByOwner, checkPayee } from "@/lib/domain/payouts/check-payee";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now, setClock } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { KillableServer } from "./killable-server";
import { backToNow, type OnError, payOutAt, RELEASED } from "./pay-out";
import type { Step, World } from "./world";

const PERSONS = [
  { person: "verified", weight: 8 },
  { person: "review", weight: 1 },
  { person: "document", weight: 1 },
  { person: "again", weight: 2 },
  { person: "refused", weight: 0.2 },
];

/** The sandbox's examples: pays, fails, pays and then fails, and is returned after three days. */
const BANKS = [
  { iban: "NL91ABNA0417164300", weight: 8 },
  { iban: "DE89370400440532013000", weight: 2 },
  { iban: "DE62370400440532013001", weight: 1 },
  { iban: "NL39RABO0300065264", weight: 1 },
  { iban: "NL20INGB0001234567", weight: 1 },
];

/** Ends the holds that are over by the time when donations are released. */
async function endHolds(db: Db): Promise<void> {
  await db
    .update(holds)
    .set({ endsAt: now() })
    .where(and(isNull(holds.liftedAt), gt(holds.endsAt, now())));
}

/** Runs something at a time when every donation is released. */
async function later<T>({ db }: PayoutContext, run: (at: Date) => Promise<T>): Promise<T> {
  await endHolds(db);
  const ahead = () => new Date(Date.now() + RELEASED);
  setClock(ahead);
  try {
    return await run(ahead());
  } finally {
    setClock();
    await backToNow(db, RELEASED);
  }
}

/** Does everything about payouts that is due, as one server or as several at once do. */
export async function payOut(
  context: PayoutContext,
  { onError, servers = 1 }: { onError: OnError; servers?: number },
): Promise<string> {
  return later(context, async (at) => {
    const runs = Array.from({ length: servers }, () => payOutAt(context, at, onError));
    return JSON.stringify(await Promise.all(runs));
  });
}

/** What people, the provider and their banks do about payouts, and what goes wrong with them. */
export const PAYING_OUT: readonly Step[] = [
  {
    name: "ask to be paid to a bank",
    weight: 6,
    run: (world) =>
      withPerson(world, "opens an account", async (context, { id }) => {
        await startOnboarding(context, { id }, { origin: world.system.stack.appUrl });
        return "page";
      }),
  },
  ordered("answer what the provider asks", 8, "accounts", (world) => ({
    command: "onboard",
    body: { person: world.random.weighted(PERSONS).person, iban: world.random.weighted(BANKS).iban },
  })),
  ordered("the provider checks a payee", 3, "accounts", (world) => ({
    command: world.random.weighted([
      { name: "verify", weight: 8 },
      { name: "ask", weight: 2 },
      { name: "restrict", weight: 1 },
      { name: "lose", weight: 1 },
      { name: "refuse", weight: 0.1 },
    ]).name,
    body: {},
  })),
  ordered("a payee changes bank", 1, "accounts", (world) => ({
    command: "bank",
    body: { iban: world.random.weighted(BANKS).iban },
  })),
  ordered("the bank acts", 4, "payouts", (world) => ({
    command: world.random.pick(["send", "pay", "pay", "fail", "pay-then-fail"]) ?? "pay",
    body: {},
  })),
  {
    name: "days pass at the provider",
    weight: 3,
    run: async (world) => {
      const days = world.random.whole(1, 8);
      await world.system.tellProvider("POST", "/clock", { days });
      return `${days} days`;
    },
  },
  {
    name: "everything about payouts that is due",
    weight: 10,
    run: (world) => world.system.withBooks((context) => payOut(context, { onError: expectTrouble })),
  },
  {
    name: "two servers pay out at once",
    weight: 2,
    run: (world) =>
      world.system.withBooks((context) => payOut(context, { onError: expectTrouble, servers: 2 })),
  },
  {
    name: "ask for a payout",
    weight: 3,
    run: (world) =>
      withPerson(world, "asks for a payout", async (context, { id }) => {
        const payout = await later(context, () => askPayout(context, { id }, {}));
        return payout.state;
      }),
  },
  {
    name: "look whether one can be paid",
    weight: 2,
    run: (world) =>
      withPerson(world, "looks", async (context, { id }) => {
        const account = await checkPayee(context, id);
        return `${account?.transfers} ${account?.payouts}`;
      }),
  },
  {
    name: "give everything back",
    weight: 0.3,
    run: (world) =>
      withPerson(world, "gives back", async (context, { id }) => {
        const { givenBack } = await giveBack(context, { id });
        return String(givenBack);
      }),
  },
  {
    name: "an operator holds or lets go",
    weight: 2,
    run: (world) =>
      withPerson(world, "is held or let go", async ({ db }, { id: userId }) => {
        const by = "ines";
        return db.transaction(async (tx) => {
          // What a decision holds is lifted with it.
          const decided = and(eq(holds.userId, userId), isNotNull(holds.decisionId), isNull(holds.liftedAt));
          if ((await tx.$count(holds, decided)) > 0) return "held by a decision";
          const hold = { subject: { userId }, cause: "operator", at: now(), by } as const;
          if (await liftHold(tx, hold)) return "let go";
          await placeHold(tx, { ...hold, decision: "a look" });
          return "held";
        });
      }),
  },
  {
    name: "say that the account is right",
    weight: 2,
    run: (world) =>
      withPerson(world, "says that it is right", async (context, { id }) => {
        const account = await checkByOwner(context, id);
        return String(account?.payouts);
      }),
  },
  {
    name: "the provider refunds a part",
    weight: 3,
    run: async (world) => {
      const payment = world.random.pick(world.started);
      if (!payment) return;
      const amount = world.random.whole(1, payment.amount);
      const done = await world.system.tellProvider("POST", `/payments/${payment.paymentId}/refund`, {
        amount,
      });
      return done ? `${amount} of ${payment.paymentId}` : undefined;
    },
  },
  {
    name: "the application is killed while it pays out",
    weight: 0.3,
    run: async (world) => {
      await world.system.withBooks(({ db }) => endHolds(db));
      const server = KillableServer.start(world.system.stack.scripts);
      const at = new Date(Date.now() + RELEASED).toISOString();
      void server.perform({ do: "payOut", at }, world.system.behind);
      await world.pause(world.random.whole(1_500, 4_000));
      await server.kill();
      await world.system.withBooks(({ db }) => backToNow(db, RELEASED));
      return "killed";
    },
  },
];

/** Refusals and silence are right while faults are injected. @throws Error otherwise */
function expectTrouble(subject: string, error: unknown): void {
  if (error instanceof ProviderUnavailable || error instanceof AppError) return;
  throw new Error(`${subject}: ${error}`, { cause: error });
}

async function withPerson(
  world: World,
  does: string,
  run: (context: PayoutContext, person: { id: string; username: string }) => Promise<string>,
): Promise<string | undefined> {
  const person = world.person();
  if (!person) return;
  const outcome = await world.system.withBooks((context) =>
    run(context, person).catch((error: unknown) => {
      expectTrouble(`${person.username} ${does}`, error);
      return String(error);
    }),
  );
  return `${person.username} ${does}: ${outcome}`;
}

/** Something that the provider, a payee or a bank does to one of the provider's objects. */
function ordered(
  name: string,
  weight: number,
  of: "accounts" | "payouts",
  make: (world: World) => { command: string; body: Record<string, unknown> },
): Step {
  return {
    name,
    weight,
    run: async (world) => {
      const objects: { id: string }[] = (await world.system.provider())[of];
      const object = world.random.pick(objects.slice(-12));
      if (!object) return;
      const { command, body } = make(world);
      const done = await world.system.tellProvider("POST", `/${of}/${object.id}/${command}`, body);
      return done ? `${command} ${object.id}` : undefined;
    },
  };
}
