import { expect, it } from "vitest";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { expectBalancedBooks, tell } from "../support/donating";
import { endEarlier, expectProvidersAgree, ledgerOf, openPayoutBooks, payoutsOf } from "../support/payouts";

const { database, card, context, bank, paypal, addPayee, give, later, addRequest } = openPayoutBooks();

/** A server that is killed. Nothing after this step happens in it. */
class Killed extends Error {}

/** Counts the steps of a server, and kills it at one of them. */
class Steps {
  made = 0;

  constructor(readonly killedAt: number) {}

  step(): void {
    this.made += 1;
    if (this.made >= this.killedAt) throw new Killed(`killed at step ${this.made}`);
  }
}

/** A server whose steps are: before and after each call that moves money, and after each commit. */
function serverOf(steps: Steps): PayoutContext {
  bank.onCall = () => steps.step();
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name !== "transaction") return Reflect.get(target, name, target);
      return async (...args: Parameters<Db["transaction"]>) => {
        const result = await target.transaction(...args);
        steps.step();
        return result;
      };
    },
  });
  return { ...context, db };
}

/** What a server does until it is killed; whether it was. */
async function until(killedAt: number, run: (server: PayoutContext) => Promise<unknown>): Promise<boolean> {
  const steps = new Steps(killedAt);
  await run(serverOf(steps)).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  bank.onCall = () => undefined;
  return steps.made >= killedAt;
}

/** Once a server is killed it reports nothing and does nothing more. */
async function housekeeping(server: PayoutContext): Promise<void> {
  await reconcile(server, (_, error) => {
    throw error;
  });
}

/** The others continue, once what the killed server had claimed is free again. */
async function goOn(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    later(0, 6);
    await housekeeping(context);
  }
}

type Scene = { owner: { id: string }; donations: { paymentId: string }[]; payoutId: string };

async function refundFirst({ donations: [first] }: Scene): Promise<void> {
  if (!first) return;
  card.truth(first.paymentId).refunded = true;
  await tell(context, first.paymentId);
}

type Way = {
  /** Cents: reached by the donations, or not. */
  goal: number;
  before: (scene: Scene) => Promise<unknown>;
  run: (server: PayoutContext, scene: Scene) => Promise<unknown>;
  /** The recipient's accounts in the ledger afterwards. */
  ledger: Record<string, number>;
};

const WAYS: Record<string, Way> = {
  "moved and paid out": {
    goal: 3000,
    before: async () => {},
    run: housekeeping,
    ledger: { recipient: 3000, held: -3000, bank: 3000 },
  },
  "asked for": {
    goal: 9000,
    before: () => housekeeping(context),
    run: (server, { owner, payoutId }) => askPayout(server, owner, {}, payoutId),
    ledger: { recipient: 3000, held: -3000, bank: 3000 },
  },
  "taken back from the account": {
    goal: 9000,
    before: async (scene) => {
      await housekeeping(context);
      await refundFirst(scene);
    },
    run: housekeeping,
    ledger: { recipient: 2000, held: -2000, payee: 2000 },
  },
  "lost after the payout, and recovered when that failed": {
    goal: 9000,
    before: async (scene) => {
      await housekeeping(context);
      await askPayout(context, scene.owner, {});
      await refundFirst(scene);
      for (const payout of bank.payouts.values()) bank.come(payout, "failed");
      later(0, 61);
    },
    run: housekeeping,
    ledger: { recipient: 2000, held: -2000, payee: 2000 },
  },
};

for (const [name, { goal, before, run, ledger }] of Object.entries(WAYS)) {
  // In `npm test` each-step.test.ts kills real servers at the steps of payouts.
  it(`a server can be killed at every step: ${name}`, { tags: "long", timeout: 300_000 }, async () => {
    let killedAt = 0;
    for (let wasKilled = true; wasKilled; ) {
      killedAt += 1;
      const owner = await addPayee();
      const request = await addRequest(owner, goal);
      const scene: Scene = {
        owner,
        donations: [await give(request, 1000), await give(request, 2000)],
        payoutId: newId(),
      };
      later(7);
      await before(scene);
      wasKilled = await until(killedAt, (server) => run(server, scene));
      await goOn();
      // Who asked and got no answer asks again.
      if (name === "asked for") await askPayout(context, owner, {}, scene.payoutId);
      expect({ killedAt, ...(await ledgerOf(database.db, owner.id)) }).toEqual({ killedAt, ...ledger });
      expect((await payoutsOf(database.db, owner.id)).length).toBeLessThanOrEqual(1);
      await expectBalancedBooks(database.db);
      await expectProvidersAgree(database.db, { stripe: bank, paypal });
      await endEarlier(database.db);
      for (const known of [bank.accounts, bank.transfers, bank.payouts, bank.reversals]) known.clear();
    }
    expect(killedAt).toBeGreaterThan(5);
  });
}
