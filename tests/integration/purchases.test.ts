import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { boostPurchases, newId } from "@/db/schema";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settlePayable } from "@/lib/domain/settlement/settle-payment";
import { setClock } from "@/lib/ground/clock";
import { HOUR, MINUTE } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { notificationsOf, notifyOfOrder, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });
beforeEach(async () => {
  await database.db.update(boostPurchases).set({ checkAt: null });
});

const later = (milliseconds: number) => setClock(() => new Date(Date.now() + milliseconds));
const refusal = (code: string) => expect.objectContaining({ code });

type Order = Partial<Parameters<typeof startBoostPurchase>[2]>;

async function start(buyer: { id: string }, order: Order = {}, id = newId()) {
  const { url } = await startBoostPurchase(
    context,
    buyer,
    {
      boostType: "normal",
      quantity: 5,
      method: "paypal",
      description: "5 normal boosts",
      locale: "en",
      returnPath: "/profile",
      ...order,
    },
    id,
  );
  return { id, url, providerId: url.split("/").at(-1) ?? "" };
}

/** A purchase whose buyer agreed to it at either provider. Answers the payment's id as well. */
async function agreed(buyer: { id: string }, order: Order = {}) {
  const started = await start(buyer, order);
  if (order.method === card.provider) {
    return { ...started, paymentId: await card.payCheckout(started.providerId) };
  }
  wallet.approve(started.providerId);
  return { ...started, paymentId: started.providerId };
}

async function purchaseRow(id: string) {
  const [row] = await database.db.select().from(boostPurchases).where(eq(boostPurchases.id, id));
  return row!;
}

const held = (person: { id: string }) => findBoosts(database.db, person.id);

describe("starting", () => {
  it("asks the wallet provider for what the server says it costs, and leads back to us", async () => {
    const buyer = await addPerson(database.db);
    const createOrder = vi.spyOn(wallet, "openPage");
    const { id, url } = await start(buyer, { quantity: 7, amount: 1393, currency: "EUR" });
    expect(url).toMatch(/^https:\/\/wallet\.example\/approve\//);
    expect(createOrder).toHaveBeenCalledWith({
      amount: 1393,
      currency: "eur",
      description: "5 normal boosts",
      locale: "en",
      idempotencyKey: `boosts-${id}`,
      metadata: { purchaseId: id },
      returnUrl: `https://steuntje.example/profile?purchase=${id}`,
      cancelUrl: `https://steuntje.example/profile?purchase=${id}&cancelled=1`,
    });
    expect(await purchaseRow(id)).toMatchObject({ paymentStatus: "pending", totalAmount: 1393, quantity: 7 });
  });

  it("refuses another price and another currency before anything is written", async () => {
    const buyer = await addPerson(database.db);
    for (const amount of [898, 900, 995, 0]) {
      await expect(start(buyer, { amount })).rejects.toEqual(refusal("AMOUNT_MISMATCH"));
    }
    await expect(start(buyer, { currency: "usd" })).rejects.toEqual(refusal("CURRENCY_MISMATCH"));
    expect(await database.db.$count(boostPurchases, eq(boostPurchases.userId, buyer.id))).toBe(0);
  });

  it.each([card.provider, "paypal"] as const)(
    "by %s, continues one purchase when the answer was lost and it is asked again",
    async (method) => {
      const buyer = await addPerson(database.db);
      const id = newId();
      card.failures.push({ call: "openPage", acted: true });
      wallet.failures.push({ call: "openPage", acted: true });
      await expect(start(buyer, { method }, id)).rejects.toThrow("after acting");
      const first = await start(buyer, { method }, id);
      expect(await start(buyer, { method }, id)).toEqual(first);
      expect(card.pages.size + wallet.orders.size).toBe(1);
    },
  );

  it("does not continue somebody else's purchase, or one that is over", async () => {
    const [buyer, other] = [await addPerson(database.db), await addPerson(database.db)];
    const { id } = await agreed(buyer);
    await expect(start(other, {}, id)).rejects.toEqual(refusal("PURCHASE_CLOSED"));
    await settlePayable(context, { purpose: "boost_purchase", id: id });
    await expect(start(buyer, {}, id)).rejects.toEqual(refusal("PURCHASE_CLOSED"));
  });
});

describe.each([card.provider, "paypal"] as const)("paid by %s", (method) => {
  const told = (paymentId: string) =>
    method === card.provider ? tell(context, paymentId) : notifyOfOrder(context, paymentId);

  it("hands the boosts out once when return page, webhooks and reconciliation come at once", async () => {
    const buyer = await addPerson(database.db);
    const { id, paymentId } = await agreed(buyer, { method, boostType: "premium", quantity: 3 });
    later(11 * MINUTE);
    await Promise.all([
      purchaseOutcome(context, buyer, id),
      purchaseOutcome(context, buyer, id),
      told(paymentId),
      told(paymentId),
      reconcile(context, failOnError),
    ]);
    expect(await held(buyer)).toEqual({ normal: 0, premium: 3 });
    expect(wallet.captures).toBe(method === "paypal" ? 1 : 0);
    expect(await purchaseOutcome(context, buyer, id)).toEqual({
      state: "completed",
      approvalUrl: null,
      boostType: "premium",
      quantity: 3,
      totalAmount: 897,
    });
    expect(await notificationsOf(database.db, buyer.id)).toEqual([]);
  });

  it("finds the purchase of an event that overtook the answer telling us the payment's id", async () => {
    const buyer = await addPerson(database.db);
    const { id, paymentId } = await agreed(buyer, { method });
    await database.db
      .update(boostPurchases)
      .set({ stripeCheckoutId: null, paypalOrderId: null })
      .where(eq(boostPurchases.id, id));
    expect(await told(paymentId)).toBe("credited");
    expect(await held(buyer)).toMatchObject({ normal: 5 });
  });

  it("trust 9: books what the provider took when we died before writing it down", async () => {
    const buyer = await addPerson(database.db);
    const { id } = await agreed(buyer, { method });
    wallet.failures.push({ call: "capturePayment", acted: true });
    card.failures.push({ call: "findPayment", acted: true });
    await expect(settlePayable(context, { purpose: "boost_purchase", id: id })).rejects.toThrow(
      "after acting",
    );
    expect(await purchaseRow(id)).toMatchObject({ paymentStatus: "pending" });
    later(11 * MINUTE);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ credited: 1 });
    expect(await held(buyer)).toMatchObject({ normal: 5 });
    expect(wallet.captures).toBe(method === "paypal" ? 1 : 0);
  });

  it("trust 13: hands nothing out for a payment that is not what was asked, and gives it back", async () => {
    const buyer = await addPerson(database.db);
    for (const changed of [{ amount: 1, received: 1 }, { received: 898 }, { currency: "usd" }]) {
      const { id, paymentId } = await agreed(buyer, { method });
      if (method === "paypal") await wallet.capturePayment(paymentId);
      const truth = method === "paypal" ? wallet.order(paymentId) : card.truth(paymentId);
      Object.assign(truth, changed);
      expect(await told(paymentId)).toBe("refunded");
      expect(await purchaseRow(id)).toMatchObject({ paymentStatus: "refunded", refundReason: "mismatch" });
      expect(truth.refunded).toBe(true);
    }
    expect(await held(buyer)).toEqual({ normal: 0, premium: 0 });
    expect(await notificationsOf(database.db, buyer.id)).toHaveLength(3);
  });

  it("gives a refund back that failed, at the next reconciliation", async () => {
    const buyer = await addPerson(database.db);
    const { paymentId } = await agreed(buyer, { method });
    if (method === "paypal") await wallet.capturePayment(paymentId);
    Object.assign(method === "paypal" ? wallet.order(paymentId) : card.truth(paymentId), { received: 898 });
    card.failures.push({ call: "refundPayment", acted: true });
    wallet.failures.push({ call: "refundPayment", acted: true });
    await expect(told(paymentId)).rejects.toThrow("after acting");
    later(2 * MINUTE);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ refunded: 1 });
    expect(card.refunds.size + wallet.refunds.size).toBe(1);
  });

  it.each([
    ["a refund", ["refunded"]],
    ["a lost dispute, then a refund", ["disputeLost", "refunded"]],
  ] as [string, ("refunded" | "disputeLost")[]][])(
    "trust 12: %s takes back what is left, once, and tells the buyer",
    async (_, steps) => {
      const buyer = await addPerson(database.db);
      const { id, paymentId } = await agreed(buyer, { method });
      await told(paymentId);
      const request = await addRequest(database.db, buyer);
      await applyBoost(database.db, buyer, { requestId: request.id, boostType: "normal" }, newId());
      expect(await held(buyer)).toMatchObject({ normal: 4 });
      for (const step of steps) {
        (method === "paypal" ? wallet.order(paymentId) : card.truth(paymentId))[step] = true;
        await Promise.all([told(paymentId), settlePayable(context, { purpose: "boost_purchase", id: id })]);
      }
      expect(await held(buyer)).toMatchObject({ normal: 0 });
      expect(await notificationsOf(database.db, buyer.id)).toMatchObject([
        { type: "refund", amount: 899, requestId: null, progress: null, boostPurchaseId: id },
      ]);
      expect(await purchaseOutcome(context, buyer, id)).toMatchObject({ state: "refunded" });
    },
  );

  it("takes no more than what is left of all boosts, and leaves what other purchases paid for", async () => {
    const buyer = await addPerson(database.db);
    const first = await agreed(buyer, { method, quantity: 2 });
    await told(first.paymentId);
    for (let used = 0; used < 2; used += 1) {
      const request = await addRequest(database.db, buyer);
      await applyBoost(database.db, buyer, { requestId: request.id, boostType: "normal" }, newId());
    }
    const truthOf = (paymentId: string) =>
      method === "paypal" ? wallet.order(paymentId) : card.truth(paymentId);
    truthOf(first.paymentId).refunded = true;
    expect(await told(first.paymentId)).toBe("refunded");
    expect(await held(buyer)).toMatchObject({ normal: 0 });
    const second = await agreed(buyer, { method, quantity: 4 });
    await told(second.paymentId);
    expect(await held(buyer)).toMatchObject({ normal: 4 });
  });

  it("learns of a refund that nobody told, by asking again at growing intervals", async () => {
    const buyer = await addPerson(database.db);
    const { paymentId } = await agreed(buyer, { method });
    await told(paymentId);
    later(50 * MINUTE);
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    later(61 * MINUTE);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ credited: 1 });
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    later(100 * MINUTE);
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    (method === "paypal" ? wallet.order(paymentId) : card.truth(paymentId)).refunded = true;
    later(130 * MINUTE);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ refunded: 1 });
    expect(await held(buyer)).toMatchObject({ normal: 0 });
    later(400 * 24 * HOUR);
    expect((await reconcile(context, failOnError)).checked).toBe(0);
  });

  it("closes what nobody paid within a day, and never takes money for it afterwards", async () => {
    const buyer = await addPerson(database.db);
    const { id, providerId } = await start(buyer, { method });
    later(11 * MINUTE);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ open: 1 });
    expect(await purchaseOutcome(context, buyer, id)).toMatchObject({ state: "open" });
    later(25 * HOUR);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ failed: 1 });
    if (method === "paypal") {
      wallet.approve(providerId);
      expect(await notifyOfOrder(context, providerId)).toBe("failed");
      expect(wallet.captures).toBe(0);
    } else {
      await expect(card.payCheckout(providerId)).rejects.toThrow("is not open");
    }
    expect(await purchaseOutcome(context, buyer, id)).toMatchObject({ state: "failed" });
    expect(await held(buyer)).toEqual({ normal: 0, premium: 0 });
  });

  it("tells nobody but the buyer, and leaves the payment alone for anyone else", async () => {
    const [buyer, other] = [await addPerson(database.db), await addPerson(database.db)];
    const { id } = await agreed(buyer, { method });
    for (const asked of [id, newId(), "no-id", "\0"]) {
      expect(await purchaseOutcome(context, other, asked)).toEqual({ state: "unknown" });
    }
    expect(await held(buyer)).toMatchObject({ normal: 0 });
    expect(wallet.captures).toBe(0);
    wallet.failures.push({ call: "findPayment", acted: false });
    card.failures.push({ call: "findPayment", acted: false });
    expect(await purchaseOutcome(context, buyer, id)).toEqual({ state: "unavailable" });
    expect(await purchaseOutcome(context, buyer, id)).toMatchObject({ state: "completed" });
  });
});

it("closes a hosted page on which a card was declined, once its day is over", async () => {
  const buyer = await addPerson(database.db);
  const { id } = await start(buyer, { method: card.provider });
  const declined = { amount: 899, currency: "eur", description: "", metadata: { purchaseId: id } };
  const payment = await card.createPayment({ ...declined, idempotencyKey: "declined" });
  expect(await tell(context, payment.id)).toBe("open");
  later(25 * HOUR);
  expect((await reconcile(context, failOnError)).outcomes).toEqual({ failed: 1 });
  expect((await reconcile(context, failOnError)).checked).toBe(0);
});

it("settles many purchases of one person at once, in any order, to the last boost", async () => {
  const buyer = await addPerson(database.db);
  const started = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      agreed(buyer, { method: n % 2 ? card.provider : "paypal", quantity: 1 + (n % 4) }),
    ),
  );
  await Promise.all(
    [...started, ...started].map(({ id }) => settlePayable(context, { purpose: "boost_purchase", id: id })),
  );
  expect(await held(buyer)).toMatchObject({ normal: 50 });
});

function failOnError(subject: string, error: unknown): never {
  throw new Error(`reconciliation of ${subject} failed`, { cause: error });
}
