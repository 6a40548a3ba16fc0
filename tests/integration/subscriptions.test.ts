import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId, requests, subscriptionPayments, subscriptions } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { listFeed } from "@/lib/domain/requests/queries";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { addMonth } from "@/lib/domain/subscriptions/rules";
import { settleSubscription } from "@/lib/domain/subscriptions/settle-subscription";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import { findMe } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { PaidTier } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import { answersAfterCrash } from "../support/crashed";
import {
  notificationsOf,
  notifyOfSubscription,
  requestRow,
  start as startDonation,
  tell,
  userRow,
} from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const START = new Date("2026-03-10T12:00:00Z");
const END = addMonth(START);
/** When a renewal that has not come is too late. */
const LATE = new Date(END.getTime() + 48 * HOUR);

const { database, card, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });
beforeEach(async () => {
  await database.db.update(subscriptions).set({ checkAt: null });
  at(START);
});

const at = (moment: Date) => setClock(() => moment);
const later = (milliseconds: number) => at(new Date(START.getTime() + milliseconds));
const refusal = (code: string) => expect.objectContaining({ code });

async function start(owner: { id: string }, tier: PaidTier = "gold", id = newId()) {
  const order = { tier, method: "paypal", locale: "en", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, owner, order, id);
  return { id, url, providerId: url.split("/").at(-1) ?? "" };
}

/** A subscription whose first month is paid and whose event arrived. */
async function subscribe(owner: { id: string }, tier: PaidTier = "gold") {
  const started = await start(owner, tier);
  const paymentId = wallet.subscribe(started.providerId);
  expect(await notifyOfSubscription(context, started.providerId)).toBe("active");
  return { ...started, paymentId };
}

/** Its owner ends it in the provider's pages, and its event arrives. */
async function endThere(providerId: string) {
  wallet.subscription(providerId).state = "cancelled";
  await notifyOfSubscription(context, providerId);
}

const me = (person: { id: string }) => findMe(database.db, person.id);
const held = (person: { id: string }) => findBoosts(database.db, person.id);

async function subscriptionRow(id: string) {
  const [row] = await database.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row!;
}

describe("beginning", () => {
  it("asks the provider for the plan, and leads back to us", async () => {
    const owner = await addPerson(database.db);
    const createSubscription = vi.spyOn(wallet, "createSubscription");
    const { id, url } = await start(owner, "diamond");
    expect(url).toMatch(/^https:\/\/wallet\.example\/subscribe\//);
    expect(createSubscription).toHaveBeenCalledWith({
      plan: { key: "diamond-999-eur", name: "Steuntje Diamond", amount: 999, currency: "eur" },
      subscriptionId: id,
      idempotencyKey: `subscription-${id}`,
      locale: "en",
      returnUrl: `https://steuntje.example/profile?subscription=${id}`,
      cancelUrl: `https://steuntje.example/profile?subscription=${id}&cancelled=1`,
    });
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none", isPremium: false });
    expect(await subscriptionOutcome(context, owner, id)).toEqual({
      state: "open",
      tier: "diamond",
      expiry: null,
    });
  });

  it.each([
    ["gold", { normal: 5, premium: 0 }],
    ["diamond", { normal: 0, premium: 5 }],
  ] as const)(
    "gives %s and its boosts once when return page, webhooks and reconciliation come at once",
    async (tier, boosts) => {
      const owner = await addPerson(database.db);
      const { id, providerId } = await start(owner, tier);
      wallet.subscribe(providerId);
      later(11 * 60_000);
      await Promise.all([
        subscriptionOutcome(context, owner, id),
        subscriptionOutcome(context, owner, id),
        notifyOfSubscription(context, providerId),
        notifyOfSubscription(context, providerId),
        reconcile(context, failOnError),
      ]);
      expect(await me(owner)).toMatchObject({
        subscriptionTier: tier,
        subscriptionExpiry: END.toISOString(),
        subscriptionCancelled: false,
        isPremium: true,
      });
      expect(await held(owner)).toEqual(boosts);
      expect(await subscriptionOutcome(context, owner, id)).toEqual({
        state: "active",
        tier,
        expiry: END.toISOString(),
      });
    },
  );

  it("waits for the first payment", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await start(owner);
    wallet.subscription(providerId).state = "active";
    expect(await subscriptionOutcome(context, owner, id)).toMatchObject({ state: "processing" });
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    await expect(start(owner)).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    wallet.renew(providerId);
    expect(await subscriptionOutcome(context, owner, id)).toMatchObject({ state: "active" });
  });

  it("continues one subscription when the answer was lost and it is asked again", async () => {
    const owner = await addPerson(database.db);
    const id = newId();
    wallet.failures.push({ call: "createSubscription", acted: true });
    await expect(start(owner, "gold", id)).rejects.toThrow("after acting");
    expect(await start(owner, "gold", id)).toEqual(await start(owner, "gold", id));
    expect(wallet.subscriptions.size).toBe(1);
  });

  it("trust 5: finds the subscription of an event that overtook the answer telling us its id", async () => {
    const owner = await addPerson(database.db);
    wallet.failures.push({ call: "createSubscription", acted: true });
    await expect(start(owner)).rejects.toThrow("after acting");
    const [agreement] = [...wallet.subscriptions.values()];
    wallet.subscribe(agreement!.id);
    expect(await notifyOfSubscription(context, agreement!.id)).toBe("active");
    expect(await held(owner)).toMatchObject({ normal: 5 });
  });

  it("tells nobody but its owner, and nothing while the provider is away", async () => {
    const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
    const { id, providerId } = await start(owner);
    wallet.subscribe(providerId);
    for (const asked of [id, newId(), "no-id"]) {
      expect(await subscriptionOutcome(context, other, asked)).toEqual({ state: "unknown" });
    }
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    wallet.failures.push({ call: "findSubscription", acted: false });
    expect(await subscriptionOutcome(context, owner, id)).toEqual({ state: "unavailable" });
    await expect(start(other, "gold", id)).rejects.toEqual(refusal("PURCHASE_CLOSED"));
  });

  it("closes what nobody approved within a day, and still honours a payment that was taken after all", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await start(owner);
    later(11 * 60_000);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ open: 1 });
    later(25 * HOUR);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ failed: 1 });
    expect(await subscriptionOutcome(context, owner, id)).toMatchObject({ state: "failed" });
    wallet.subscribe(providerId);
    expect(await notifyOfSubscription(context, providerId)).toBe("active");
    expect(await subscriptionRow(id)).toMatchObject({ status: "active", endedAt: null });
  });
});

describe("time", () => {
  it("ends to the second, without a job (D11): once cancelled with what was paid, else when a renewal is too late (D40)", async () => {
    const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
    await subscribe(owner);
    await subscribe(other);
    await cancelSubscription(context, other);
    const request = await addRequest(database.db, owner);
    at(new Date(END.getTime() - 1));
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", isPremium: true });
    expect(await me(other)).toMatchObject({ subscriptionTier: "gold", isPremium: true });
    at(END);
    expect(await me(other)).toMatchObject({ subscriptionTier: "none", isPremium: false });
    at(new Date(LATE.getTime() - 1));
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", isPremium: true });
    at(LATE);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none", isPremium: false });
    const { items } = await listFeed(database.db, { limit: 50, cursor: null });
    expect(items.find(({ id }) => id === request.id)).toMatchObject({
      priorityLevel: 0,
      user: { subscriptionTier: "none" },
    });
  });

  it("holds everywhere while a renewal is late, and is shown as paid until then (D40, trust 37)", async () => {
    const { db } = database;
    const [owner, donor] = [await addPerson(db), await addPerson(db)];
    const { id, providerId } = await subscribe(owner);
    const [open, done] = [await addRequest(db, owner), await addRequest(db, owner, { goal: 1_000 })];
    at(new Date(END.getTime() + 47 * HOUR));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ active: 1 });
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      isPremium: true,
      subscriptionExpiry: END.toISOString(),
      subscriptionCancelled: false,
    });
    expect(await subscriptionOutcome(context, owner, id)).toMatchObject({
      state: "active",
      expiry: END.toISOString(),
    });
    const { items } = await listFeed(db, { limit: 50, cursor: null });
    expect(items.find(({ id }) => id === open.id)).toMatchObject({
      priorityLevel: 1,
      user: { subscriptionTier: "gold" },
    });
    const given = await startDonation(context, donor, done, "10");
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    const beyond = await startDonation(context, donor, done, "10");
    card.pay(beyond.paymentId);
    expect(await tell(context, beyond.paymentId)).toBe("credited");
    wallet.renew(providerId);
    await notifyOfSubscription(context, providerId);
    const paid = addMonth(new Date(END.getTime() + 47 * HOUR)).toISOString();
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionExpiry: paid });
    expect(await held(owner)).toMatchObject({ normal: 10 });
  });

  it("ends with what was paid when the provider suspends or ends the agreement, and when a refund takes the month back", async () => {
    for (const deed of ["suspended", "cancelled", "expired", "refunded"] as const) {
      const owner = await addPerson(database.db);
      at(START);
      const { providerId, paymentId } = await subscribe(owner);
      const request = await addRequest(database.db, owner);
      later(10 * DAY);
      if (deed === "refunded") wallet.payment(paymentId).refunded = true;
      else wallet.subscription(providerId).state = deed;
      await notifyOfSubscription(context, providerId);
      expect(await requestRow(database.db, request.id)).toMatchObject(
        deed === "refunded" ? { priorityLevel: 0 } : { priorityLevel: 1, priorityUntil: END },
      );
      at(END);
      expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    }
  });

  it("looks again minutes after an approval whose payment has not come, not a day (trust 37)", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await start(owner);
    wallet.subscription(providerId).state = "active";
    expect(await notifyOfSubscription(context, providerId)).toBe("processing");
    const looks: number[] = [];
    for (let minute = 1; minute <= 70; minute += 1) {
      later(minute * 60_000);
      const { checked } = await reconcile(context, failOnError);
      if (checked > 0) looks.push(minute);
    }
    expect(looks).toEqual([1, 2, 4, 8, 16, 32, 64]);
    wallet.renew(providerId);
    later(128 * 60_000);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ active: 1 });
    expect(await subscriptionRow(id)).toMatchObject({ paymentAwaitedSince: null });
  });

  it("looks again soon when the provider's list lacks the payment that its event told of (trust 37)", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await subscribe(owner);
    at(new Date(END.getTime() + 6 * HOUR));
    const truth = wallet.subscription(providerId);
    const paymentId = wallet.renew(providerId);
    const late = truth.payments.splice(1);
    const event = { type: "PAYMENT.SALE.COMPLETED", paymentId: null, subscriptionId: providerId };
    const told = { ...event, id: "WH-lag", subscriptionPaymentId: paymentId };
    expect(await handleEvent(context, "paypal", told)).toBe("active");
    expect(await held(owner)).toMatchObject({ normal: 5 });
    const soon = (await subscriptionRow(id)).checkAt?.getTime() ?? 0;
    expect(soon - END.getTime() - 6 * HOUR).toBe(60_000);
    truth.payments.push(...late);
    at(new Date(soon));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ active: 1 });
    expect(await held(owner)).toMatchObject({ normal: 10 });
    expect(await subscriptionRow(id)).toMatchObject({ paymentAwaitedSince: null });
  });

  it("each paid month follows the last, with its boosts, in whatever order and however often it is told", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await subscribe(owner);
    at(new Date(END.getTime() - HOUR));
    wallet.renew(providerId);
    at(new Date(END.getTime() + 40 * DAY));
    wallet.renew(providerId);
    await Promise.all(Array.from({ length: 10 }, () => notifyOfSubscription(context, providerId)));
    await settleSubscription(context, id);
    expect(await held(owner)).toMatchObject({ normal: 15 });
    const paid = new Date(END.getTime() + 40 * DAY);
    expect(await me(owner)).toMatchObject({ subscriptionExpiry: addMonth(paid).toISOString() });
    const periods = await database.db
      .select({ start: subscriptionPayments.periodStart, end: subscriptionPayments.periodEnd })
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments.subscriptionId, id))
      .orderBy(subscriptionPayments.paidAt);
    expect(periods).toEqual([
      { start: START, end: END },
      { start: END, end: addMonth(END) },
      { start: paid, end: addMonth(paid) },
    ]);
  });

  it("runs out when the provider suspends it, and comes back with the payment that follows", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    at(new Date(END.getTime() + HOUR));
    wallet.subscription(providerId).state = "suspended";
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    wallet.subscription(providerId).state = "active";
    wallet.renew(providerId);
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: false });
    expect(await held(owner)).toMatchObject({ normal: 10 });
  });

  it("trust 7: finds a renewal that nobody told", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    at(new Date(END.getTime() - HOUR));
    wallet.renew(providerId);
    at(new Date(END.getTime() + HOUR));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ active: 1 });
    expect(await me(owner)).toMatchObject({ subscriptionExpiry: addMonth(END).toISOString() });
    expect((await reconcile(context, failOnError)).checked).toBe(0);
  });
});

describe("the feed", () => {
  it("moves all of a person's requests in the same transaction, and lists completed ones again", async () => {
    const owner = await addPerson(database.db);
    const [open, done] = [await addRequest(database.db, owner), await addRequest(database.db, owner)];
    const completedAt = new Date(START.getTime() - 30 * DAY);
    const db = database.db;
    await db
      .update(requests)
      .set({ goal: 1, isListed: false, listedUntil: new Date(completedAt.getTime() + 7 * DAY) })
      .where(eq(requests.id, done.id));
    await completeWithoutBooks(done.id, completedAt);
    const { paymentId, providerId } = await subscribe(owner, "diamond");
    expect(await requestRow(db, open.id)).toMatchObject({ priorityLevel: 2, priorityUntil: LATE });
    expect(await requestRow(db, done.id)).toMatchObject({ isListed: true, listedUntil: LATE });
    wallet.payment(paymentId).refunded = true;
    await notifyOfSubscription(context, providerId);
    expect(await requestRow(db, open.id)).toMatchObject({ priorityLevel: 0, priorityUntil: null });
    expect(await requestRow(db, done.id)).toMatchObject({ isListed: false });
    await db.delete(requests).where(eq(requests.id, done.id));
  });
});

describe("cancelling", () => {
  it("answers the retry of a run that crashed as that run would have", async () => {
    const owner = await addPerson(database.db);
    await subscribe(owner);
    const { first, retry } = await answersAfterCrash(database.db, owner, (isRetry) =>
      cancelSubscription(context, owner, isRetry),
    );
    expect(retry).toEqual(first);
    expect(first.subscriptionExpiry).not.toBeNull();
    const without = await addPerson(database.db);
    await expect(
      cancelSubscription(context, without, true),
      "of a run that did nothing",
    ).rejects.toMatchObject({
      code: "NOT_SUBSCRIBED",
    });
  });

  it("keeps the tier until it has run out, and ends it at the provider", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await subscribe(owner);
    later(10 * DAY);
    expect(await cancelSubscription(context, owner)).toEqual({ subscriptionExpiry: END.toISOString() });
    expect(wallet.subscription(providerId).state).toBe("cancelled");
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
    expect(await subscriptionRow(id)).toMatchObject({ status: "cancelled" });
    await expect(cancelSubscription(context, owner)).rejects.toEqual(refusal("NOT_SUBSCRIBED"));
    at(END);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
  });

  it("is refused to whoever has nothing to cancel", async () => {
    const owner = await addPerson(database.db);
    await expect(cancelSubscription(context, owner)).rejects.toEqual(refusal("NOT_SUBSCRIBED"));
    await start(owner);
    await expect(cancelSubscription(context, owner)).rejects.toEqual(refusal("NOT_SUBSCRIBED"));
  });

  it("holds while the provider is away: it is ended later, and what was taken meanwhile goes back", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    later(10 * DAY);
    wallet.failures.push({ call: "cancelSubscription", acted: false });
    await cancelSubscription(context, owner);
    expect(wallet.subscription(providerId).state).toBe("active");
    at(new Date(END.getTime() - HOUR));
    const paymentId = wallet.renew(providerId);
    await reconcile(context, failOnError);
    expect(wallet.subscription(providerId).state).toBe("cancelled");
    expect(wallet.payment(paymentId).refunded).toBe(true);
    expect(await me(owner)).toMatchObject({ subscriptionExpiry: END.toISOString(), normalBoosts: 5 });
    expect(await notificationsOf(database.db, owner.id)).toMatchObject([
      { type: "refund", amount: 499, reason: "plan_ended", requestId: null },
    ]);
  });

  it("holds where the provider refuses: the others end, what is due goes back, and the log says why", async () => {
    const owner = await addPerson(database.db);
    const gold = await subscribe(owner);
    later(10 * DAY);
    wallet.failures.push({ call: "cancelSubscription", acted: false });
    const diamond = await subscribe(owner, "diamond");
    const cancel = wallet.cancelSubscription.bind(wallet);
    const refusing = vi.spyOn(wallet, "cancelSubscription").mockImplementation(async (id) => {
      if (id === gold.providerId) throw new Error("refused");
      return cancel(id);
    });
    expect((await cancelSubscription(context, owner)).subscriptionExpiry).not.toBeNull();
    expect(wallet.subscription(gold.providerId).state).toBe("active");
    expect(wallet.subscription(diamond.providerId).state).toBe("cancelled");
    at(END);
    const paymentId = wallet.renew(gold.providerId);
    const problems: string[] = [];
    await reconcile(context, (_, error) => problems.push((error as Error).message));
    expect(problems).toContain("refused");
    expect(wallet.payment(paymentId).refunded).toBe(true);
    refusing.mockRestore();
    at(new Date(END.getTime() + HOUR));
    await reconcile(context, failOnError);
    expect(wallet.subscription(gold.providerId).state).toBe("cancelled");
  });

  it("is noticed when it was done at the provider", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    wallet.subscription(providerId).state = "cancelled";
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
  });

  it("lets one subscribe again before and after the end, without losing a paid day", async () => {
    const owner = await addPerson(database.db);
    await subscribe(owner);
    await expect(start(owner)).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    later(10 * DAY);
    await cancelSubscription(context, owner);
    await subscribe(owner);
    expect(await me(owner)).toMatchObject({
      subscriptionExpiry: addMonth(END).toISOString(),
      subscriptionCancelled: false,
      normalBoosts: 10,
    });
    await cancelSubscription(context, owner);
    at(new Date(addMonth(END).getTime() + DAY));
    await subscribe(owner, "diamond");
    expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond" });
  });
});

describe("changing plans", () => {
  it("takes diamond at once, and ends gold at the provider", async () => {
    const owner = await addPerson(database.db);
    const gold = await subscribe(owner);
    later(10 * DAY);
    await subscribe(owner, "diamond");
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "diamond",
      subscriptionExpiry: addMonth(new Date(START.getTime() + 10 * DAY)).toISOString(),
      subscriptionCancelled: false,
      normalBoosts: 5,
      premiumBoosts: 5,
    });
    expect(wallet.subscription(gold.providerId).state).toBe("cancelled");
    expect(await subscriptionRow(gold.id)).toMatchObject({ status: "cancelled" });
    await notifyOfSubscription(context, gold.providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond", subscriptionCancelled: false });
  });

  it("ends gold later when the provider was away, and gives back what gold took meanwhile", async () => {
    const owner = await addPerson(database.db);
    const gold = await subscribe(owner);
    later(20 * DAY);
    const { providerId } = await start(owner, "diamond");
    wallet.subscribe(providerId);
    wallet.failures.push({ call: "cancelSubscription", acted: false });
    expect(await notifyOfSubscription(context, providerId)).toBe("active");
    expect(wallet.subscription(gold.providerId).state).toBe("active");
    at(END);
    const paymentId = wallet.renew(gold.providerId);
    await reconcile(context, failOnError);
    expect(wallet.subscription(gold.providerId).state).toBe("cancelled");
    expect(wallet.payment(paymentId).refunded).toBe(true);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond", normalBoosts: 5, premiumBoosts: 5 });
  });

  it("does not go down while diamond runs, not even by a gold page that was open before", async () => {
    const owner = await addPerson(database.db);
    const gold = await start(owner);
    await subscribe(owner, "diamond");
    await expect(start(owner)).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    const paymentId = wallet.subscribe(gold.providerId);
    expect(await notifyOfSubscription(context, gold.providerId)).toBe("ended");
    expect(wallet.payment(paymentId).refunded).toBe(true);
    expect(wallet.subscription(gold.providerId).state).toBe("cancelled");
    expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond", subscriptionCancelled: false });
    await cancelSubscription(context, owner);
    await expect(start(owner)).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    at(END);
    await subscribe(owner);
  });

  it("is open to whoever agreed to a plan that was never paid", async () => {
    const owner = await addPerson(database.db);
    const unpaid = await start(owner, "diamond");
    wallet.subscription(unpaid.providerId).state = "active";
    expect(await notifyOfSubscription(context, unpaid.providerId)).toBe("processing");
    await expect(start(owner, "diamond")).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    at(new Date((await subscriptionRow(unpaid.id)).createdAt.getTime() + DAY));
    await subscribe(owner, "diamond");
    expect(wallet.subscription(unpaid.providerId).state).toBe("cancelled");
    await expect(start(owner, "diamond")).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
  });

  it.each([
    ["here", (owner: { id: string }) => cancelSubscription(context, owner)],
    ["at the provider", (_: unknown, providerId: string) => endThere(providerId)],
  ])(
    "is not undone by a month of the plan that was cancelled %s, of which we hear late",
    async (_, cancel) => {
      const owner = await addPerson(database.db);
      const gold = await subscribe(owner);
      at(END);
      const renewal = wallet.renew(gold.providerId);
      const unheard = wallet.subscription(gold.providerId).payments.splice(-1);
      await cancel(owner, gold.providerId);
      at(new Date(END.getTime() + HOUR));
      const diamond = await start(owner, "diamond");
      wallet.subscription(diamond.providerId).state = "active";
      expect(await notifyOfSubscription(context, diamond.providerId)).toBe("processing");
      // The provider's list lags behind (trust 37).
      wallet.subscription(gold.providerId).payments.push(...unheard);
      expect(await notifyOfSubscription(context, gold.providerId)).toBe("active");
      at(new Date(END.getTime() + 2 * HOUR));
      const first = wallet.renew(diamond.providerId);
      expect(await notifyOfSubscription(context, diamond.providerId)).toBe("active");
      expect([wallet.payment(renewal).refunded, wallet.payment(first).refunded]).toEqual([false, false]);
      expect(wallet.subscription(diamond.providerId).state).toBe("active");
      expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond", subscriptionCancelled: false });
    },
  );

  it("keeps one agreement when two pages of the same plan are both approved, and honours both payments", async () => {
    const owner = await addPerson(database.db);
    const [first, second] = [await start(owner), await start(owner)];
    for (const { providerId } of [first, second]) wallet.subscribe(providerId);
    await Promise.all([first, second].map(({ providerId }) => notifyOfSubscription(context, providerId)));
    await Promise.all([first, second].map(({ providerId }) => notifyOfSubscription(context, providerId)));
    const states = [first, second].map(({ providerId }) => wallet.subscription(providerId).state);
    expect(states.sort()).toEqual(["active", "cancelled"]);
    expect(await me(owner)).toMatchObject({
      subscriptionExpiry: addMonth(END).toISOString(),
      subscriptionCancelled: false,
      normalBoosts: 10,
    });
  });
});

describe("reversal (D27)", () => {
  it.each([
    ["a refund", ["refunded"]],
    ["a refund, then a lost dispute", ["refunded", "disputeLost"]],
    ["a lost dispute, then a refund", ["disputeLost", "refunded"]],
  ] as [string, ("refunded" | "disputeLost")[]][])(
    "trust 12: %s takes the period back and what is left of its boosts, once",
    async (_, steps) => {
      const owner = await addPerson(database.db);
      const { paymentId, providerId, id } = await subscribe(owner);
      const request = await addRequest(database.db, owner);
      await applyBoost(database.db, owner, { requestId: request.id, boostType: "normal" }, newId());
      later(5 * DAY);
      for (const step of steps) {
        wallet.payment(paymentId)[step] = true;
        await Promise.all([notifyOfSubscription(context, providerId), settleSubscription(context, id)]);
      }
      expect(await me(owner)).toMatchObject({ subscriptionTier: "none", normalBoosts: 0 });
      expect(await notificationsOf(database.db, owner.id)).toHaveLength(1);
      expect(await subscriptionOutcome(context, owner, id)).toMatchObject({ state: "failed", expiry: null });
    },
  );

  it("books a payment that had gone back before we looked, and ends its own agreement, beside another, for it", async () => {
    const owner = await addPerson(database.db);
    const gold = await subscribe(owner);
    const diamond = await start(owner, "diamond");
    const paymentId = wallet.subscribe(diamond.providerId);
    wallet.payment(paymentId).refunded = true;
    await notifyOfSubscription(context, diamond.providerId);
    expect(wallet.subscription(gold.providerId).state).toBe("active");
    expect(wallet.subscription(diamond.providerId).state).toBe("cancelled");
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: END.toISOString(),
      subscriptionCancelled: false,
      normalBoosts: 5,
      premiumBoosts: 0,
    });
    const told = await notificationsOf(database.db, owner.id);
    expect(told).toMatchObject([{ type: "refund", amount: 999, reason: "requested" }]);
  });

  it.each([
    ["a refund", { refunded: true }],
    ["a lost dispute", { refunded: true, disputeLost: true }],
  ])("gives back the days of gold when %s takes an upgrade back", async (_, gone) => {
    const owner = await addPerson(database.db);
    await subscribe(owner);
    later(10 * DAY);
    const { providerId, paymentId } = await subscribe(owner, "diamond");
    later(12 * DAY);
    Object.assign(wallet.payment(paymentId), gone);
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: END.toISOString(),
      subscriptionCancelled: true,
    });
  });

  it("gives back no gold that was given back itself, or has passed", async () => {
    const owner = await addPerson(database.db);
    const gold = await subscribe(owner);
    later(10 * DAY);
    const diamond = await subscribe(owner, "diamond");
    wallet.payment(gold.paymentId).refunded = true;
    await notifyOfSubscription(context, gold.providerId);
    wallet.payment(diamond.paymentId).refunded = true;
    await notifyOfSubscription(context, diamond.providerId);
    expect((await me(owner))?.subscriptionTier).toBe("none");
  });

  it("takes nothing from a later period", async () => {
    const owner = await addPerson(database.db);
    const { paymentId, providerId } = await subscribe(owner);
    at(END);
    wallet.renew(providerId);
    await notifyOfSubscription(context, providerId);
    later(40 * DAY);
    wallet.payment(paymentId).refunded = true;
    await notifyOfSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: addMonth(END).toISOString(),
      normalBoosts: 5,
    });
  });

  it.each(["amount", "currency", "plan", "our id"])(
    "trust 13: gives nothing for another %s, ends it and gives the money back",
    async (what) => {
      const owner = await addPerson(database.db);
      const { providerId } = await start(owner);
      const paymentId = wallet.subscribe(providerId);
      const { id } = await start(await addPerson(database.db), "diamond");
      if (what === "amount") wallet.payment(paymentId).amount = 1;
      if (what === "currency") wallet.payment(paymentId).currency = "usd";
      if (what === "plan") wallet.subscription(providerId).plan = "diamond-999-eur";
      if (what === "our id") wallet.subscription(providerId).subscriptionId = id;
      expect(await notifyOfSubscription(context, providerId)).toBe("ended");
      expect(wallet.payment(paymentId).refunded).toBe(true);
      expect(wallet.subscription(providerId).state).toBe("cancelled");
      expect(await me(owner)).toMatchObject({ subscriptionTier: "none", normalBoosts: 0, premiumBoosts: 0 });
    },
  );

  it("trust 10: refunds once when the provider times out after it refunded", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await start(owner);
    const paymentId = wallet.subscribe(providerId);
    wallet.payment(paymentId).amount = 1;
    wallet.failures.push({ call: "refundSubscriptionPayment", acted: true });
    await expect(notifyOfSubscription(context, providerId)).rejects.toThrow("after acting");
    later(11 * 60_000);
    await reconcile(context, failOnError);
    expect(wallet.refunds.size).toBe(1);
    expect(await notificationsOf(database.db, owner.id)).toHaveLength(1);
  });

  it("lets a refund wait for a dispute to end, and meanwhile ends the agreement and gives back the rest", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await start(owner);
    const held = wallet.subscribe(providerId, 1);
    wallet.disputed.add(held);
    wallet.failures.push({ call: "cancelSubscription", acted: false });
    expect(await notifyOfSubscription(context, providerId)).toBe("ended");
    later(HOUR);
    const next = wallet.renew(providerId);
    await reconcile(context, failOnError);
    expect(wallet.subscription(providerId).state).toBe("cancelled");
    expect([wallet.payment(held).refunded, wallet.payment(next).refunded]).toEqual([false, true]);
    wallet.disputed.clear();
    later(2 * HOUR);
    await reconcile(context, failOnError);
    expect(wallet.payment(held).refunded).toBe(true);
    expect(wallet.refunds.size).toBe(2);
  });

  it("ends the agreement also while a refund cannot be given", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await start(owner);
    wallet.subscribe(providerId, 1);
    wallet.failures.push({ call: "refundSubscriptionPayment", acted: false });
    await expect(notifyOfSubscription(context, providerId)).rejects.toThrow("scripted");
    expect(wallet.subscription(providerId).state).toBe("cancelled");
  });

  it("learns of a refund after the end that nobody told", async () => {
    const owner = await addPerson(database.db);
    const { paymentId } = await subscribe(owner);
    await cancelSubscription(context, owner);
    wallet.payment(paymentId).refunded = true;
    later(8 * DAY);
    await reconcile(context, failOnError);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none", normalBoosts: 0 });
    later(300 * DAY);
    await reconcile(context, failOnError);
    expect((await reconcile(context, failOnError)).checked).toBe(0);
  });
});

describe("many at once", () => {
  it("creating requests and changing plans never disagree about where a request stands", async () => {
    const { createRequest } = await import("@/lib/domain/requests/create-request");
    for (let round = 0; round < 5; round += 1) {
      const owner = await addPerson(database.db);
      const { providerId, id } = await start(owner, "diamond");
      wallet.subscribe(providerId);
      const input = { item: "A bicycle", description: "To get to work.", goal: 10_000 };
      const photos = {} as Parameters<typeof createRequest>[0]["photos"];
      await Promise.all([
        settleSubscription(context, id),
        createRequest({ db: database.db, photos }, owner, input, newId()),
        settleSubscription(context, id),
        createRequest({ db: database.db, photos }, owner, input, newId()),
      ]);
      const rows = await database.db.select().from(requests).where(eq(requests.userId, owner.id));
      expect(rows.map(({ priorityLevel }) => priorityLevel)).toEqual([2, 2]);
    }
  });

  it("leaves a tier alone that nobody pays for", async () => {
    const owner = await addPerson(database.db, { subscriptionTier: "gold" });
    await start(owner, "diamond").then(({ id }) => settleSubscription(context, id));
    expect(await userRow(database.db, owner.id)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: null,
      subscriptionCancelled: false,
    });
  });
});

/** A request that was completed long ago; its donations do not matter here. */
async function completeWithoutBooks(id: string, completedAt: Date): Promise<void> {
  await database.db
    .update(requests)
    .set({ raised: 1, isCompleted: true, completedAt })
    .where(eq(requests.id, id));
}

function failOnError(subject: string, error: unknown): never {
  throw new Error(`reconciliation of ${subject} failed`, { cause: error });
}
