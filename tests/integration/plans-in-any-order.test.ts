import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { boostPurchases, newId, requests, subscriptionPayments, subscriptions } from "@/db/schema";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { createRequest } from "@/lib/domain/requests/create-request";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { listRequestsOf, sweepExpired } from "@/lib/domain/requests/queries";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import { AppError } from "@/lib/ground/errors";
import { TIER_RULES } from "@/lib/ground/tiers";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "../support/database";
import {
  expectBalancedBooks,
  notifyOfCardSubscription,
  notifyOfOrder,
  notifyOfSubscription,
  tell,
} from "../support/donating";
import fc from "../support/fast-check";
import { addPerson } from "../support/people";
import { agreementOf, ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

/** No request here has a photo. */
const NO_PHOTOS = {} as Parameters<typeof createRequest>[0]["photos"];

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  setClock();
  await database.drop();
});

/** One person, both providers, and whatever they bought so far. */
class World {
  readonly card = new ScriptedCard();
  readonly wallet = new ScriptedWallet();
  readonly context: PayoutContext = {
    db: database.db,
    card: this.card,
    wallet: this.wallet,
    payoutProviders: unconfiguredPayouts,
  };
  readonly purchases: { id: string; method: "stripe" | "paypal"; providerId: string }[] = [];
  readonly agreements: { id: string; method: "stripe" | "paypal"; providerId: string; at: ScriptedWallet }[] =
    [];
  time = Date.now();

  constructor(readonly person: { id: string }) {
    setClock(() => new Date(this.time));
  }
}

/** What anyone, or time, may do next; `pick` chooses among what there is. */
const ACTIONS: Record<string, (world: World, pick: number) => Promise<unknown>> = {
  buy: async ({ context, person, purchases }, pick) => {
    const method = pick % 2 ? "stripe" : "paypal";
    const id = newId();
    const order = { boostType: pick % 3 ? "normal" : "premium", quantity: 1 + (pick % 7), method } as const;
    const page = { description: "boosts", locale: "en", returnPath: "/profile" } as const;
    const { url } = await startBoostPurchase(context, person, { ...order, ...page }, id);
    purchases.push({ id, method, providerId: url.split("/").at(-1) ?? "" });
  },
  subscribe: async ({ context, card, wallet, person, agreements }, pick) => {
    const id = newId();
    const method = pick % 3 ? "stripe" : "paypal";
    const tier = pick % 2 ? "gold" : "diamond";
    const order = { tier, method, locale: "en", returnPath: "/profile" } as const;
    const { url } = await startSubscription(context, person, order, id);
    const at = method === "stripe" ? card.agreements : wallet;
    agreements.push({ id, method, at, providerId: agreementOf(url.split("/").at(-1) ?? "") });
  },
  cancel: ({ context, person }) => cancelSubscription(context, person),
  boost: async ({ context: { db }, person }, pick) => {
    const { items } = await listRequestsOf(db, { ownerId: person.id, viewerId: person.id, limit: 100 });
    const oldest = items.at(-1);
    if (oldest && items.length >= TIER_RULES.none.activeLimit) await deleteRequest(db, person, oldest.id);
    const asked = { item: "A bicycle", description: "To get to work.", goal: 10_000 };
    const { id } = await createRequest({ db, photos: NO_PHOTOS }, person, asked, newId());
    await applyBoost(db, person, { requestId: id, boostType: pick % 2 ? "normal" : "premium" }, newId());
  },
  pay: async ({ card, wallet, purchases }, pick) => {
    const bought = of(purchases, pick);
    if (bought?.method === "paypal") {
      if (wallet.order(bought.providerId).state === "open") wallet.approve(bought.providerId);
    } else if (bought && card.pages.get(bought.providerId)?.state === "open") {
      await card.payCheckout(bought.providerId);
    }
  },
  month: async ({ agreements }, pick) => {
    const agreement = of(agreements, pick);
    if (!agreement) return;
    const { at, providerId } = agreement;
    const { state } = at.subscription(providerId);
    if (state === "open") at.subscribe(providerId, pick % 9 ? undefined : 1);
    if (state === "active") at.renew(providerId);
  },
  suspend: async ({ agreements }, pick) => {
    const agreement = of(agreements, pick);
    const truth = agreement?.at.subscription(agreement.providerId);
    if (truth?.state === "active") truth.state = pick % 2 ? "suspended" : "cancelled";
  },
  goBack: async ({ card, wallet, purchases, agreements }, pick) => {
    const paid = [
      ...purchases.flatMap(({ method, providerId }) =>
        method === "paypal"
          ? [wallet.order(providerId)]
          : [card.payments.get(card.pages.get(providerId)?.paymentId ?? "")],
      ),
      ...agreements.flatMap(({ at, providerId }) => at.subscription(providerId).payments),
    ].filter((payment) => payment && (!("state" in payment) || payment.state === "succeeded"));
    const payment = of(paid, pick);
    if (payment) payment[pick % 2 ? "refunded" : "disputeLost"] = true;
  },
  tell: async ({ context, card, purchases, agreements }, pick) => {
    const bought = of(purchases, pick);
    const agreement = of(agreements, pick);
    if (bought?.method === "paypal") await notifyOfOrder(context, bought.providerId);
    const paymentId = bought && card.pages.get(bought.providerId)?.paymentId;
    if (paymentId) await tell(context, paymentId);
    const tellOf = agreement?.method === "stripe" ? notifyOfCardSubscription : notifyOfSubscription;
    if (agreement) await tellOf(context, agreement.providerId);
  },
  comeBack: async ({ context, person, purchases, agreements }, pick) => {
    const [bought, agreement] = [of(purchases, pick), of(agreements, pick)];
    if (bought) await purchaseOutcome(context, person, bought.id);
    if (agreement) await subscriptionOutcome(context, person, agreement.id);
  },
  fault: async ({ card, wallet }, pick) => {
    const acted = pick % 2 === 0;
    const call = (
      ["capturePayment", "refundPayment", "cancelSubscription", "refundSubscriptionPayment"] as const
    )[pick % 4]!;
    wallet.failures.push({ call, acted });
    const byCard = (
      ["findPayment", "refundPayment", "cancelSubscription", "refundSubscriptionPayment"] as const
    )[(pick % 5) % 4]!;
    card.failures.push({ call: byCard, acted });
  },
  wait: async (world, pick) => {
    world.time += [10 * 60_000, HOUR, DAY, 9 * DAY, 31 * DAY][pick % 5]!;
  },
  reconcile: async ({ context }) => {
    await reconcile(context, ignoreAway);
  },
};

function of<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

/** A refusal, or a provider that is away, is an answer; everything else is a fault of ours. */
async function attempt(action: Promise<unknown>): Promise<void> {
  await action.catch((error: unknown) => {
    if (!(error instanceof AppError) && !(error instanceof ProviderUnavailable)) throw error;
  });
}

function ignoreAway(subject: string, error: unknown): void {
  if (!(error instanceof ProviderUnavailable)) throw new Error(`looking at ${subject}`, { cause: error });
}

it("trust 11: whatever is bought, paid, told, lost and given back in any order, the books balance and nobody is charged for nothing", async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.nat(1_000), fc.boolean()), {
    minLength: 20,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { db } = database;
      const world = new World(await addPerson(db));
      for (const [name, pick, twice] of plan) {
        const action = ACTIONS[name]!;
        const runs = twice ? [action(world, pick), action(world, pick)] : [action(world, pick)];
        await Promise.all(runs.map(attempt));
      }
      world.wallet.failures = [];
      world.card.failures = [];
      // Long enough for all reviews, and for what was not paid to expire.
      for (const days of [2, 4, 8, 16]) {
        world.time += days * DAY;
        await db
          .update(boostPurchases)
          .set({ checkAt: new Date(world.time) })
          .where(ofWorld(boostPurchases.userId, world));
        await db
          .update(subscriptions)
          .set({ checkAt: new Date(world.time) })
          .where(ofWorld(subscriptions.userId, world));
        await reconcile(world.context, ignoreAway);
      }
      await expectBalancedBooks(db);
      await expectNobodyChargedForNothing(world);
      await db.update(boostPurchases).set({ checkAt: null });
      await db.update(subscriptions).set({ checkAt: null });
    }),
    // A try takes seconds, so a failure is reported with its seed and not shrunk.
    { numRuns: 12, endOnFailure: true },
  );
});

const ofWorld = (column: typeof boostPurchases.userId | typeof subscriptions.userId, { person }: World) =>
  eq(column, person.id);

/**
 * Every payment that the provider kept bought what it was for, every other was given back, and requests are where
 * they should.
 */
async function expectNobodyChargedForNothing({ card, wallet, person, purchases, agreements }: World) {
  const { db } = database;
  const bought = await db.select().from(boostPurchases).where(eq(boostPurchases.userId, person.id));
  for (const { id, method, providerId } of purchases) {
    const row = bought.find((each) => each.id === id)!;
    const truth =
      method === "paypal"
        ? wallet.order(providerId)
        : card.payments.get(card.pages.get(providerId)?.paymentId ?? "");
    const kept = truth?.state === "succeeded" && !truth.refunded && !truth.disputeLost;
    expect(row.paymentStatus, `purchase ${id}`).toBe(
      kept ? "completed" : truth?.state === "succeeded" ? "refunded" : "failed",
    );
    if (kept) expect(row.grantedAt).not.toBeNull();
  }
  const paid = await db.select().from(subscriptionPayments).where(eq(subscriptionPayments.userId, person.id));
  for (const { at, providerId } of agreements) {
    for (const { id, refunded, disputeLost } of at.subscription(providerId).payments) {
      const row = paid.find((each) => (each.stripePaymentIntentId ?? each.paypalPaymentId) === id);
      const kept = !refunded && !disputeLost;
      expect(row, `payment ${id}`).toMatchObject({ paymentStatus: kept ? "completed" : "refunded" });
      if (kept) expect(row?.grantedAt).not.toBeNull();
    }
  }
  const renewing = agreements.filter(({ at, providerId }) => at.subscription(providerId).state === "active");
  expect(renewing.length, "agreements that go on").toBeLessThanOrEqual(1);
  const { items } = await listRequestsOf(db, { ownerId: person.id, viewerId: person.id, limit: 100 });
  await sweepExpired(db);
  const stored = await db
    .select({ id: requests.id, level: requests.priorityLevel })
    .from(requests)
    .where(eq(requests.userId, person.id));
  for (const { id, priorityLevel } of items) {
    expect(stored.find((row) => row.id === id)?.level, `place of request ${id}`).toBe(priorityLevel);
  }
}
