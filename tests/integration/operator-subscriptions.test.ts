import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { listAudit, listUnfinished } from "@/lib/domain/operator/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { Refusal } from "@/lib/domain/operator/types";
import { listFeed } from "@/lib/domain/requests/queries";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { findMe } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { PaidTier } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import { notifyOfSubscription, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const START = new Date("2026-03-10T12:00:00Z");

const operator = { name: "ines" };
const reason = "a prize";

const { database, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });
beforeEach(() => later(0));

const later = (milliseconds: number) => {
  const at = new Date(START.getTime() + milliseconds);
  setClock(() => at);
};

/** A subscription whose first month is paid; its event may be lost. */
async function subscribe(owner: { id: string }, tier: PaidTier, { told = true } = {}) {
  const id = newId();
  const order = { tier, method: "paypal", locale: "en", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, owner, order, id);
  const providerId = url.split("/").at(-1) ?? "";
  const paymentId = wallet.subscribe(providerId);
  if (told) await notifyOfSubscription(context, providerId);
  return { id, providerId, paymentId };
}

type Changes = Partial<Parameters<typeof setSubscription>[2]>;
const set = (person: { id: string }, changes: Changes = {}) =>
  setSubscription(context, operator, {
    reference: person.id,
    tier: "gold",
    until: "2026-04-30",
    reason,
    ...changes,
  });
const take = (person: { id: string }) => set(person, { tier: "none", until: null });
const auditOf = (subjectId: string) => listAudit(database.db, { subjectId, limit: 10 });
const priorityOf = async (request: { id: string }) =>
  (await listFeed(database.db, { limit: 100 })).items.find(({ id }) => id === request.id)?.priorityLevel;
const failOnError = (subject: string, error: unknown) => {
  throw new Error(`${subject}: ${error}`);
};

describe("giving a plan", () => {
  it("lasts until the end of its last day, lifts the requests meanwhile, and is noted", async () => {
    const person = await addPerson(database.db);
    const request = await addRequest(database.db, person, { createdAt: START });
    await set(person, { tier: "diamond", until: "2026-03-12" });
    const expiry = new Date("2026-03-12T23:00:00Z");
    expect(await userRow(database.db, person.id)).toMatchObject({
      subscriptionTier: "diamond",
      subscriptionExpiry: expiry,
      subscriptionCancelled: true,
    });
    expect(await priorityOf(request)).toBe(2);
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: "set_subscription",
        subject: "person",
        before: { tier: "none", expiry: null },
        after: { tier: "diamond", expiry: expiry.toISOString() },
        reason,
      },
    ]);
    setClock(() => expiry);
    expect(await priorityOf(request)).toBe(0);
    expect(await findMe(database.db, person.id)).toMatchObject({
      subscriptionTier: "none",
      isPremium: false,
    });
  });

  it.each([
    ["2026-03-28", "2026-03-28T23:00:00.000Z"],
    ["2026-03-29", "2026-03-29T22:00:00.000Z"],
    ["2026-10-24", "2026-10-24T22:00:00.000Z"],
    ["2026-10-25", "2026-10-25T23:00:00.000Z"],
  ])("counts days where the platform is, through daylight saving: %s", async (until, end) => {
    const { after } = await set(await addPerson(database.db), { until });
    expect(after.expiry?.toISOString()).toBe(end);
  });

  it("brings no boosts and moves no money", async () => {
    const person = await addPerson(database.db);
    await set(person);
    expect(await findBoosts(database.db, person.id)).toEqual({ normal: 0, premium: 0 });
    expect(await lookUpPerson(database.db, operator, person.id)).toMatchObject({
      paid: [],
      subscriptions: [],
    });
  });

  it.each<[string, Changes, string]>([
    ["no last day", { until: null }, "needs the last day"],
    ["a day that has passed", { until: "2026-03-09" }, "has passed"],
    ["none with a day", { tier: "none" }, "takes no date"],
    ["nobody", { reference: "nobody-here" }, "Nobody has"],
  ])("is refused with %s", async (_, changes, message) => {
    const person = await addPerson(database.db);
    const refused = set(person, changes);
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toThrow(message);
  });

  it("is not done when it cannot be noted", async () => {
    const person = await addPerson(database.db);
    await expect(set(person, { reason: "" })).rejects.toThrow();
    expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionTier: "none" });
  });
});

describe("the plan of someone who pays", () => {
  it("is not replaced by another", async () => {
    const person = await addPerson(database.db);
    await subscribe(person, "diamond");
    await expect(set(person)).rejects.toThrow("They pay for diamond every month");
    expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionTier: "diamond" });
  });

  it("can be made longer, and the next payment adds to it", async () => {
    const person = await addPerson(database.db);
    const { providerId } = await subscribe(person, "gold");
    await set(person, { until: "2026-05-31" });
    expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionCancelled: false });
    later(31 * DAY);
    wallet.renew(providerId);
    await notifyOfSubscription(context, providerId);
    expect((await findMe(database.db, person.id)).subscriptionExpiry).toBe("2026-06-30T22:00:00.000Z");
  });

  it("can be taken at once, which ends what they pay", async () => {
    const person = await addPerson(database.db);
    const request = await addRequest(database.db, person, { createdAt: START });
    const { providerId } = await subscribe(person, "gold");
    expect(await priorityOf(request)).toBe(1);
    expect(await take(person)).toMatchObject({ ended: 1, after: { tier: "none", expiry: null } });
    expect(await priorityOf(request)).toBe(0);
    expect(wallet.subscription(providerId).state).toBe("cancelled");
    expect(await auditOf(person.id)).toMatchObject([{ after: { tier: "none", agreementsEnded: 1 } }]);
    await notifyOfSubscription(context, providerId);
    expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionTier: "none" });
  });

  it("is taken also while the provider is out of reach, and ended there later", async () => {
    const person = await addPerson(database.db);
    const { providerId } = await subscribe(person, "gold");
    wallet.failures.push({ call: "cancelSubscription", acted: false });
    await take(person);
    expect(wallet.subscription(providerId).state).toBe("active");
    later(HOUR);
    await reconcile(context, failOnError);
    expect(wallet.subscription(providerId).state).toBe("cancelled");
    expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionTier: "none" });
  });
});

describe("asking about a subscription", () => {
  it.each(["id", "providerId"] as const)(
    "by %s, begins what was paid although nobody told us",
    async (by) => {
      const person = await addPerson(database.db);
      const subscription = await subscribe(person, "gold", { told: false });
      expect(await askProvider(context, operator, subscription[by])).toMatchObject({
        subject: "subscription",
        outcome: "active",
        before: { state: "pending" },
        after: { state: "active" },
      });
      expect(await userRow(database.db, person.id)).toMatchObject({ subscriptionTier: "gold" });
      expect(await auditOf(subscription.id)).toMatchObject([
        { action: "ask_provider", subject: "subscription" },
      ]);
      expect(await lookUpPerson(database.db, operator, person.id)).toMatchObject({
        subscriptions: [{ id: subscription.id, state: "active", tier: "gold", amount: 499 }],
        paid: [{ kind: "subscription_payment", paysFor: "a month of gold", amount: 499 }],
      });
    },
  );
});

describe("a payment of a subscription", () => {
  it("is refunded once: the month and its boosts go, and the history tells it", async () => {
    const person = await addPerson(database.db);
    const { paymentId } = await subscribe(person, "diamond");
    later(DAY);
    const order = { reference: paymentId, reason };
    const { payment, pending } = await refundPayment(context, operator, order);
    expect({ payment, pending }).toMatchObject({ payment: { state: "refunded" }, pending: null });
    await expect(refundPayment(context, operator, order)).rejects.toThrow("this one is refunded");
    expect([...wallet.refunds]).toEqual([[`refund-subscription-${payment.id}`, 999]]);
    expect(await findMe(database.db, person.id)).toMatchObject({
      subscriptionTier: "none",
      premiumBoosts: 0,
    });
    const { timeline } = await paymentHistory(database.db, paymentId);
    expect(timeline.map(({ source, what }) => `${source} ${what}`)).toEqual([
      "payment started",
      "payment paid, credited",
      "ledger subscription: buyer",
      "ledger subscription: sales",
      "boosts subscription: +5 premium",
      "operator refund",
      "payment refunded",
      "ledger reversal: buyer",
      "ledger reversal: sales",
      "boosts reversal: -5 premium",
      "notification refund",
    ]);
  });

  it("whose refund the provider does not answer is due, and reconciliation gives it once", async () => {
    const person = await addPerson(database.db);
    const { paymentId } = await subscribe(person, "gold");
    later(DAY);
    wallet.failures.push({ call: "refundSubscriptionPayment", acted: true });
    const { payment, pending } = await refundPayment(context, operator, { reference: paymentId, reason });
    expect(pending).toContain("scripted");
    expect((await listUnfinished(database.db, { limit: 100 })).map(({ id }) => id)).toContain(payment.id);
    later(DAY + 2 * HOUR);
    await reconcile(context, failOnError);
    expect(await paymentHistory(database.db, paymentId)).toMatchObject({ payment: { state: "refunded" } });
    expect(wallet.refunds.size).toBe(1);
  });

  it("that a dispute holds up is due until the dispute has ended", async () => {
    const { paymentId } = await subscribe(await addPerson(database.db), "gold");
    wallet.disputed.add(paymentId);
    expect(await refundPayment(context, operator, { reference: paymentId, reason })).toMatchObject({
      pending: "a dispute holds the money",
    });
    wallet.disputed.clear();
    later(2 * HOUR);
    await reconcile(context, failOnError);
    expect(await paymentHistory(database.db, paymentId)).toMatchObject({ payment: { state: "refunded" } });
  });

  it("is not refunded when the provider does not know it", async () => {
    const { paymentId, providerId } = await subscribe(await addPerson(database.db), "gold");
    wallet.subscription(providerId).payments = [];
    await expect(refundPayment(context, operator, { reference: paymentId, reason })).rejects.toThrow(
      "does not know this payment",
    );
  });
});
