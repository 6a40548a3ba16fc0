import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { solve } from "@/components/donate/solve";
import { cardAttempts, newId, subscriptions } from "@/db/schema";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { listDeclined } from "@/lib/domain/payments/card-attempts";
import { deleteAttemptsBefore } from "@/lib/domain/payments/card-attempts-store";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import { setClock } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import type { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { createStripeGateway } from "@/lib/providers/stripe";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { log } from "@/lib/server/log";
import { watchCardPayment } from "@/lib/web/buying";
import { KEYS, openTestSandbox, payByBrowser, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { donationRow, expectBalancedBooks, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { ScriptedWallet } from "../support/scripted-wallet";

const DECLINED = { number: "4000000000000002" };
const GOOD = { number: "4242424242424242" };

const folder = temporaryFolder();
let database: TestDatabase;
let sandbox: TestSandbox;
let context: PayoutContext;
let request: { id: string };

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  sandbox = await openTestSandbox(folder.path);
  const card = createStripeGateway({ ...KEYS, apiBase: sandbox.url });
  context = { db: database.db, card, wallet: new ScriptedWallet(), payoutProviders: unconfiguredPayouts };
  request = await addRequest(database.db, await addPerson(database.db), { goal: 50_000 });
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
  await database.drop();
});
beforeEach(async () => {
  await database.db.delete(cardAttempts);
  return async () => {
    setClock();
    await expectBalancedBooks(database.db);
  };
});

const later = (milliseconds: number) => setClock(() => new Date(Date.now() + milliseconds));

/** As the door does: watched, then started. */
async function give(donor: { id: string }, address = "192.0.2.1") {
  const id = newId();
  await watchCardPayment(context, { operationId: id, viewer: donor, address });
  const { clientSecret } = await startDonation(context, donor, { amount: "1", requestId: request.id }, id);
  return { donationId: id, id: clientSecret.split("_secret_")[0] ?? "", client_secret: clientSecret };
}

/** Tries cards on a payment; the provider sends an event for each. */
async function decline(payment: { id: string; client_secret: string }, times: number): Promise<void> {
  for (let tried = 0; tried < times; tried += 1) {
    await payByBrowser(sandbox.url, payment, DECLINED);
    await tell(context, payment.id);
  }
}

const stateOf = (payments: readonly { id: string }[]) =>
  Promise.all(payments.map(async ({ id }) => (await context.card.findPayment(id))?.state));

function fail(): never {
  throw new Error("no payment was prepared");
}

const slowed = (seconds: number) => ({ code: "RATE_LIMITED", status: 429, retryAfter: seconds });

describe("trying cards", () => {
  it("is slowed down after a few declines, for longer with each, and recorded", async () => {
    const warned = vi.spyOn(log, "warn");
    const donor = await addPerson(database.db);
    await decline(await give(donor), 4);
    const last = await give(donor);
    await decline(last, 1);
    later(0);
    await expect(give(donor)).rejects.toMatchObject(slowed(300));
    expect(warned).toHaveBeenCalledWith(
      { userId: donor.id, declines: 5, per: "person", retryAfter: 300 },
      "card payments slowed down",
    );
    later(6 * MINUTE);
    const again = await give(donor);
    await decline(again, 1);
    await expect(give(donor)).rejects.toMatchObject(slowed(600));
    later(12 * 60 * MINUTE);
    await give(donor);
    expect(await listDeclined(database.db, 10)).toMatchObject([
      { personId: donor.id, declines: 6, payments: 3, addresses: 1 },
    ]);
  });

  it("ends at the provider whatever else was begun, by card or on a hosted page", async () => {
    const tester = await addPerson(database.db);
    const others = [await give(tester), await give(tester)];
    const purchase = newId();
    await watchCardPayment(context, { operationId: purchase, viewer: tester, address: "192.0.2.1" });
    const order = { boostType: "normal", quantity: 5, method: "stripe", description: "5 boosts" } as const;
    const { url } = await startBoostPurchase(
      context,
      tester,
      { ...order, locale: "en", returnPath: "/profile" },
      purchase,
    );
    const tried = await give(tester);
    await decline(tried, 5);
    for (const payment of [tried, ...others]) {
      expect((await payByBrowser(sandbox.url, payment, GOOD)).status).toBe(400);
      await tell(context, payment.id);
      expect((await donationRow(database.db, payment.donationId)).paymentStatus).toBe("failed");
    }
    const checkout = new URL(url).pathname.split("/").find((part) => part.startsWith("cs_")) ?? "";
    expect((await context.card.findPayment(checkout))?.state).toBe("cancelled");
  });

  it("closes the page of a plan that was begun, too", async () => {
    const tester = await addPerson(database.db);
    const id = newId();
    await watchCardPayment(context, { operationId: id, viewer: tester, address: "192.0.2.1" });
    const order = { tier: "gold", method: "stripe", locale: "en", returnPath: "/profile" } as const;
    const { url } = await startSubscription(context, tester, order, id);
    await decline(await give(tester), 5);
    const page = new URL(url).pathname.split("/").find((part) => part.startsWith("cs_")) ?? "";
    expect((await context.card.findSubscription(page))?.state).toBe("expired");
    expect(await subscriptionOutcome(context, tester, id)).toMatchObject({ state: "failed" });
  });

  it("trust 7: closes the page of a plan that is given up, so that nobody pays there untold", async () => {
    const buyer = await addPerson(database.db);
    const id = newId();
    const order = { tier: "gold", method: "stripe", locale: "en", returnPath: "/profile" } as const;
    const { url } = await startSubscription(context, buyer, order, id);
    const page = new URL(url).pathname.split("/").find((part) => part.startsWith("cs_")) ?? "";
    later(25 * 60 * MINUTE);
    await reconcile(context, (subject, error) => {
      throw new Error(subject, { cause: error });
    });
    expect((await context.card.findPayment(page))?.state).toBe("cancelled");
    expect(await subscriptionOutcome(context, buyer, id)).toMatchObject({ state: "failed" });
  });

  it("counts each decline once, however often it is told, and what was never told as well", async () => {
    const donor = await addPerson(database.db);
    const payment = await give(donor);
    for (let tried = 0; tried < 3; tried += 1) await payByBrowser(sandbox.url, payment, DECLINED);
    for (let told = 0; told < 4; told += 1) await tell(context, payment.id);
    expect(await listDeclined(database.db, 10)).toMatchObject([{ personId: donor.id, declines: 3 }]);
    await payByBrowser(sandbox.url, payment, GOOD);
    expect(await tell(context, payment.id)).toBe("credited");
  });

  it("trust 35: keeps ten payments open at most, prepared one after another or all at once", async () => {
    const donor = await addPerson(database.db);
    const inTurn: Awaited<ReturnType<typeof give>>[] = [];
    for (let made = 0; made < 12; made += 1) inTurn.push(await give(donor));
    expect(await stateOf(inTurn)).toEqual([...Array(2).fill("cancelled"), ...Array(10).fill("open")]);
    const crowd = await addPerson(database.db);
    const made = await Promise.allSettled(Array.from({ length: 25 }, () => give(crowd)));
    const prepared = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect((await stateOf(prepared)).filter((state) => state === "open")).toHaveLength(10);
    for (const each of made) {
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "PURCHASE_CLOSED", status: 409 });
    }
    for (const payment of inTurn.slice(0, 2)) {
      await tell(context, payment.id);
      expect((await donationRow(database.db, payment.donationId)).paymentStatus).toBe("failed");
    }
  });

  it("trust 35: keeps ten pages of subscriptions open at most, however many are opened at once", async () => {
    const buyer = await addPerson(database.db);
    const wish = { tier: "gold", method: "stripe", locale: "en", returnPath: "/profile" } as const;
    const subscribe = async () => {
      const id = newId();
      await watchCardPayment(context, { operationId: id, viewer: buyer, address: "192.0.2.1" });
      return startSubscription(context, buyer, wish, id);
    };
    const made = await Promise.allSettled(Array.from({ length: 25 }, subscribe));
    for (const each of made) {
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "PURCHASE_CLOSED" });
    }
    const pages = await database.db.select({ id: subscriptions.stripeCheckoutId }).from(subscriptions);
    const states = await Promise.all(
      pages.map(async ({ id }) => (await context.card.findPayment(id ?? ""))?.state),
    );
    expect(states.filter((state) => state === "open")).toHaveLength(10);
  });

  it("trust 35: ends a payment that the provider opens while another call ends it, however slow the commit", async () => {
    await database.db.execute(sql`create function slow_commit() returns trigger language plpgsql
      as $$ begin perform pg_sleep(1); return null; end $$`);
    await database.db.execute(sql`create constraint trigger slow_commit after update of ended_at on card_attempts
      deferrable initially deferred for each row execute function slow_commit()`);
    const isCommitting = async () =>
      (await database.db.execute(sql`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0;
    try {
      const donor = await addPerson(database.db);
      const [oldest, latest] = [newId(), newId()];
      const watch = (operationId: string) =>
        watchCardPayment(context, { operationId, viewer: donor, address: "192.0.2.1" });
      await watch(oldest);
      for (let made = 0; made < 9; made += 1) await give(donor);
      const ending = watch(latest);
      await vi.waitFor(async () => expect(await isCommitting()).toBe(true), {
        timeout: 60_000,
        interval: 20,
      });
      const opened = startDonation(context, donor, { amount: "1", requestId: request.id }, oldest);
      await Promise.allSettled([ending, opened]);
      const { stripePaymentIntentId } = await donationRow(database.db, oldest);
      expect(await stateOf([{ id: stripePaymentIntentId ?? "" }])).toEqual(["cancelled"]);
    } finally {
      await database.db.execute(sql`drop function slow_commit cascade`);
    }
  });

  it("counts what was declined on all open payments before another is prepared, without any event", async () => {
    const donor = await addPerson(database.db);
    const open = [await give(donor), await give(donor), await give(donor)];
    for (const payment of [...open, ...open.slice(0, 2)]) await payByBrowser(sandbox.url, payment, DECLINED);
    await expect(give(donor)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await stateOf(open)).toEqual(Array(3).fill("cancelled"));
    expect(await listDeclined(database.db, 10)).toMatchObject([{ personId: donor.id, declines: 5 }]);
  });

  it("goes on with a payment that could not be ended because the provider was away", async () => {
    const donor = await addPerson(database.db);
    const open = [await give(donor), await give(donor)];
    for (let tried = 0; tried < 5; tried += 1) await payByBrowser(sandbox.url, open[0] ?? fail(), DECLINED);
    const scope = { call: "POST /v1/payment_intents/:id/cancel" };
    await sandbox.call("POST", "/_sandbox/faults", { failNext: 500, times: 20, scope });
    await expect(give(donor)).rejects.toThrow(ProviderUnavailable);
    await sandbox.call("DELETE", "/_sandbox/faults");
    await tell(context, open[0]?.id ?? "");
    expect(await stateOf(open)).toEqual(["cancelled", "cancelled"]);
  });

  it("locks nobody out who shares the address with one who does", async () => {
    const tester = await addPerson(database.db);
    const payment = await give(tester);
    await decline(payment, 4);
    await database.db.update(cardAttempts).set({ declines: 500, declinedAt: new Date() });
    await expect(give(tester)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await give(await addPerson(database.db));
  });

  it("is slowed down at an address that many people try cards from, and nowhere else", async () => {
    const here = "198.51.100.7";
    for (let person = 0; person < 10; person += 1) await give(await addPerson(database.db), here);
    await database.db.update(cardAttempts).set({ declines: 5, declinedAt: new Date() });
    later(0);
    const newcomer = await addPerson(database.db);
    await expect(give(newcomer, here)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await give(newcomer, "198.51.100.8");
    expect(JSON.stringify(await database.db.select().from(cardAttempts))).not.toContain(here);
    later(61 * MINUTE);
    await give(await addPerson(database.db), here);
  });

  it("is forgotten after a day", async () => {
    const donor = await addPerson(database.db);
    await decline(await give(donor), 4);
    await deleteAttemptsBefore(database.db, new Date(Date.now() + 1));
    expect(await listDeclined(database.db, 10)).toEqual([]);
  });
});

describe("trying cards over a gift link", () => {
  const link = newId();
  const other = newId();
  let guests = 0;

  /** A guest who nobody saw before, with an address and a network of their own. */
  async function asGuest({ by = link, proof }: { by?: string; proof?: string } = {}) {
    guests += 1;
    const [id, email] = [newId(), `guest${guests}@example.org`];
    const viewer = { email, giftLinkId: by, proof };
    const address = `2001:db8:${guests.toString(16)}::1`;
    await watchCardPayment(context, { operationId: id, viewer, address });
    const guest = { email, name: null, language: "en", anonymous: true } as const;
    const { clientSecret } = await startDonation(
      context,
      { guest },
      { amount: "5", requestId: request.id },
      id,
    );
    return { id: clientSecret.split("_secret_")[0] ?? "", client_secret: clientSecret };
  }

  const challenged = async () => {
    const error = await asGuest().then(fail, (thrown: unknown) => thrown as AppError);
    expect(error).toMatchObject({ code: "WORK_REQUIRED", status: 428 });
    return String(error.values.challenge);
  };

  it("costs work after a few declines, each time again, and nothing over another link", async () => {
    await decline(await asGuest(), 4);
    await decline(await asGuest(), 1);
    const proof = await solve(await challenged());
    await asGuest({ proof });
    await expect(asGuest({ proof })).rejects.toMatchObject({ code: "WORK_REQUIRED" });
    await asGuest({ by: other });
    await give(await addPerson(database.db));
  });

  it("takes no proof that is forged, eased, expired or none", async () => {
    await decline(await asGuest(), 5);
    const challenge = JSON.parse(await challenged()) as { parameters: object; signature: string };
    const eased = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: "0" } };
    const signedElsewhere = { ...eased, signature: "0".repeat(64) };
    for (const made of [eased, signedElsewhere]) {
      const proof = await solve(JSON.stringify(made));
      await expect(asGuest({ proof })).rejects.toMatchObject({ code: "WORK_REQUIRED" });
    }
    for (const proof of [
      "",
      "x",
      "{}",
      "null",
      '{"challenge":{"parameters":{},"signature":""},"solution":{}}',
    ]) {
      await expect(asGuest({ proof })).rejects.toMatchObject({ code: "WORK_REQUIRED" });
    }
    const late = await solve(await challenged());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    await expect(asGuest({ proof: late })).rejects.toMatchObject({ code: "WORK_REQUIRED" });
    vi.useRealTimers();
  });

  it("is stopped after fifty declines, whoever it says to be, with all its work", async () => {
    // As the form does: it works when it is asked to.
    const begin = () =>
      asGuest().catch(async ({ code, values }: AppError) =>
        code === "WORK_REQUIRED" ? asGuest({ proof: await solve(String(values.challenge)) }) : code,
      );
    let tried = 0;
    for (; tried < 20; tried += 1) {
      const begun = await begin();
      if (typeof begun === "string") break;
      await decline(begun, 5);
    }
    await expect(asGuest()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    // Ten payments with five cards each.
    expect(tried).toBe(10);
    await asGuest({ by: other });
  });
});
