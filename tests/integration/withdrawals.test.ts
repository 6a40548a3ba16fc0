import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { boostPurchases, newId, subscriptionPayments, subscriptions } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { today } from "@/lib/domain/operator/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { withdrawUntil } from "@/lib/domain/payments/rules";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settlePayable } from "@/lib/domain/settlement/settle-payment";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { findMe } from "@/lib/domain/users/queries";
import { listPurchases } from "@/lib/domain/withdrawals/queries";
import { withdraw } from "@/lib/domain/withdrawals/withdraw";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import type { BoostType, PaidTier } from "@/lib/ground/vocabulary";
import { RefundRefused } from "@/lib/providers/gateway";
import { openBooks } from "../support/books";
import { answersAfterCrash } from "../support/crashed";
import { addOperator } from "../support/deciding";
import { notificationsOf, notifyOfOrder, notifyOfSubscription, tell } from "../support/donating";
import { mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const START = new Date("2026-03-10T12:00:00Z");
const { database, card, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });

beforeEach(async () => {
  setClock(() => START);
  await database.db.update(boostPurchases).set({ checkAt: null });
  await database.db.update(subscriptions).set({ checkAt: null });
});

type Buyer = { id: string };
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};
const later = (milliseconds: number) => setClock(() => new Date(START.getTime() + milliseconds));
const refusal = (code: string) => expect.objectContaining({ code });
const held = (person: Buyer) => findBoosts(database.db, person.id);
const me = (person: Buyer) => findMe(database.db, person.id);
const purchases = async (person: Buyer) => (await listPurchases(database.db, person, { limit: 50 })).items;
const kindsOf = async (person: Buyer) => (await mailsOf(database.db, person.id)).map(({ kind }) => kind);

/** Boosts that were paid for. */
async function boosts(buyer: Buyer, quantity: number, method: "stripe" | "paypal" = "stripe") {
  const id = newId();
  const order = { boostType: "normal" as BoostType, quantity, method, description: "boosts" };
  const { url } = await startBoostPurchase(
    context,
    buyer,
    { ...order, locale: "en", returnPath: "/profile" },
    id,
  );
  const page = url.split("/").at(-1) ?? "";
  if (method === "paypal") wallet.approve(page);
  const paymentId = method === "stripe" ? await card.payCheckout(page) : page;
  await settlePayable(context, { purpose: "boost_purchase", id });
  return { id, paymentId, kind: "boosts" as const };
}

async function plan(buyer: Buyer, tier: PaidTier = "gold") {
  const order = { tier, method: "paypal", locale: "en", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, buyer, order, newId());
  const providerId = url.split("/").at(-1) ?? "";
  const paymentId = wallet.subscribe(providerId);
  expect(await notifyOfSubscription(context, providerId)).toBe("active");
  const [row] = await database.db
    .select({ id: subscriptionPayments.id })
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.paypalPaymentId, paymentId));
  return { id: row?.id ?? "", paymentId, providerId, kind: "subscription" as const };
}

async function use(owner: Buyer, boostType: BoostType = "normal") {
  const request = await addRequest(database.db, owner);
  return applyBoost(database.db, owner, { requestId: request.id, boostType }, newId());
}

async function purchaseRow(id: string) {
  const [row] = await database.db.select().from(boostPurchases).where(eq(boostPurchases.id, id));
  return row!;
}

describe.each(["stripe", "paypal"] as const)("boosts that were paid by %s", (method) => {
  const refunds = () => [...(method === "stripe" ? card : wallet).refunds.values()];

  it("go back in full while none is used, confirmed by one message", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 5, method);
    expect(await purchases(buyer)).toMatchObject([{ id: bought.id, used: 0, comesBack: 899, returned: 0 }]);
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 899 });
    expect(refunds()).toEqual([899]);
    expect(await held(buyer)).toEqual({ normal: 0, premium: 0 });
    expect(await purchaseRow(bought.id)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "withdrawn",
    });
    expect((await kindsOf(buyer)).sort()).toEqual(["purchase_receipt", "withdrawn"]);
    expect(await notificationsOf(database.db, buyer.id)).toMatchObject([
      { amount: 899, reason: "withdrawn" },
    ]);
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("USED"));
  });

  it("answer the retry of a run that crashed as that run would have", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2, method);
    await use(buyer);
    const { first, retry } = await answersAfterCrash(database.db, buyer, (isRetry) =>
      withdraw(context, buyer, bought, isRetry),
    );
    expect([first, retry]).toEqual([{ refunded: 199 }, { refunded: 199 }]);
    expect(refunds()).toEqual([199]);
  });

  it("answer such a retry without what a part of a lost dispute took just before", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2, method);
    const payment = method === "stripe" ? card.truth(bought.paymentId) : wallet.order(bought.paymentId);
    payment.returned = 100;
    await (method === "stripe" ? tell : notifyOfOrder)(context, bought.paymentId);
    await use(buyer);
    const { first, retry } = await answersAfterCrash(database.db, buyer, (isRetry) =>
      withdraw(context, buyer, bought, isRetry),
    );
    expect([first, retry]).toEqual([{ refunded: 99 }, { refunded: 99 }]);
    expect(refunds()).toEqual([99]);
  });

  it("go back as far as they are not used; the rest stays paid", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2, method);
    await use(buyer);
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
    expect(refunds()).toEqual([199]);
    expect(await purchaseRow(bought.id)).toMatchObject({ paymentStatus: "completed", returnedAmount: 199 });
    expect(await purchases(buyer)).toMatchObject([{ used: 1, comesBack: 0, returned: 199 }]);
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("USED"));
  });

  it("go back once when the provider's answer was lost, it was unreachable, or refused for any reason", async () => {
    const provider = method === "stripe" ? card : wallet;
    const fails = (acted: boolean) => provider.failures.push({ call: "refundPayment", acted });
    const refuses = () => vi.spyOn(provider, "refundPayment").mockRejectedValueOnce(new Error("refused"));
    for (const goWrong of [() => fails(true), () => fails(false), refuses]) {
      const buyer = await addPerson(database.db);
      const bought = await boosts(buyer, 2, method);
      await use(buyer);
      goWrong();
      expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
      expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 0, withdrawnAmount: 199 });
      later(11 * MINUTE);
      await reconcile(context, failOnError);
      expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 199 });
      later(0);
    }
    expect(refunds()).toEqual([199, 199, 199]);
  });
});

describe("withdrawing from boosts", () => {
  it("acts once, however often it is asked for at once", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => withdraw(context, buyer, bought)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([...card.refunds.values()]).toEqual([597]);
  });

  it("gives back a boost or lets it be used, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const buyer = await addPerson(database.db);
      const bought = await boosts(buyer, 1);
      const [withdrawn, used] = await Promise.allSettled([withdraw(context, buyer, bought), use(buyer)]);
      expect([withdrawn.status, used.status].sort()).toEqual(["fulfilled", "rejected"]);
      expect(await held(buyer)).toEqual({ normal: 0, premium: 0 });
    }
  });

  it("waits for a dispute, and loses with it what was kept too", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2);
    await use(buyer);
    card.disputed.add(bought.paymentId);
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
    expect(card.refunds.size).toBe(0);
    expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 0, paymentStatus: "completed" });
    card.disputed.clear();
    later(11 * MINUTE);
    await reconcile(context, failOnError);
    expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 199 });
    Object.assign(card.truth(bought.paymentId), { disputeLost: true, returned: 398 });
    await tell(context, bought.paymentId);
    expect(await purchaseRow(bought.id)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "dispute",
    });
    expect(await held(buyer)).toEqual({ normal: 0, premium: 0 });
  });

  it("stays due when the provider refuses the refund, and is not asked for again", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2);
    await use(buyer);
    const refused = vi.spyOn(card, "refundPayment").mockRejectedValue(new RefundRefused("TOO_OLD"));
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
    later(HOUR);
    await reconcile(context, failOnError);
    expect(refused).toHaveBeenCalledTimes(1);
    expect(await purchaseRow(bought.id)).toMatchObject({ refundRefusal: "TOO_OLD", returnedAmount: 0 });
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("USED"));
    const order = { reference: bought.id, reason: "they asked" };
    await expect(refundPayment(context, { name: "ines" }, order)).rejects.toThrow("refund is due");
  });

  it("is for the buyer, until the end of the fourteenth day", async () => {
    const [buyer, other] = [await addPerson(database.db), await addPerson(database.db)];
    const bought = await boosts(buyer, 1);
    expect(withdrawUntil(START)).toEqual(new Date("2026-03-24T23:00:00Z"));
    await expect(withdraw(context, other, bought)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(withdraw(context, buyer, { ...bought, kind: "subscription" })).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    setClock(() => withdrawUntil(START));
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("TOO_LATE"));
    expect(await purchases(buyer)).toMatchObject([{ comesBack: 0 }]);
    setClock(() => new Date(withdrawUntil(START).getTime() - 1));
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
  });

  it("books once what was refunded in part by hand at the provider", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2, "paypal");
    wallet.order(bought.paymentId).returned = 100;
    await notifyOfOrder(context, bought.paymentId);
    await notifyOfOrder(context, bought.paymentId);
    expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 100, paymentStatus: "completed" });
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 298 });
    expect(await purchaseRow(bought.id)).toMatchObject({ paymentStatus: "refunded" });
    const withdrawn = (await sendOutbox(database.db)).find(
      ({ to, headers }) => to === buyer.email && headers["X-Steuntje-Kind"] === "withdrawn",
    );
    expect(withdrawn?.text).toContain("€2.98 goes back to you");
  });

  it("asks once for what goes back, also of a provider that counts a lost dispute apart from refunds", async () => {
    const buyer = await addPerson(database.db);
    const bought = await boosts(buyer, 2, "paypal");
    await use(buyer);
    const order = wallet.order(bought.paymentId);
    const asked = vi.spyOn(wallet, "refundPayment");
    order.returned = 100;
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 199 });
    expect(await purchaseRow(bought.id)).toMatchObject({ returnedAmount: 199 });
    order.returned = 100;
    await notifyOfOrder(context, bought.paymentId);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe("withdrawing from a plan", () => {
  it("ends the tier and the agreement at once, and gives the month back in full", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer);
    expect(await purchases(buyer)).toMatchObject([{ kind: "subscription", what: "gold", comesBack: 499 }]);
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 499 });
    expect(wallet.subscription(bought.providerId).state).toBe("cancelled");
    expect([...wallet.refunds.values()]).toEqual([499]);
    later(1);
    expect(await me(buyer)).toMatchObject({
      isPremium: false,
      normalBoosts: 0,
      subscriptionCancelled: false,
    });
    expect((await kindsOf(buyer)).filter((kind) => kind === "withdrawn")).toHaveLength(1);
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("USED"));
  });

  it("answers the retry of a run that crashed as that run would have", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer);
    const { first, retry } = await answersAfterCrash(database.db, buyer, (isRetry) =>
      withdraw(context, buyer, bought, isRetry),
    );
    expect([first, retry]).toEqual([{ refunded: 499 }, { refunded: 499 }]);
  });

  it("answers such a retry without what a part of a lost dispute took just before", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer);
    wallet.payment(bought.paymentId).returned = 100;
    await notifyOfSubscription(context, bought.providerId);
    const { first, retry } = await answersAfterCrash(database.db, buyer, (isRetry) =>
      withdraw(context, buyer, bought, isRetry),
    );
    expect([first, retry]).toEqual([{ refunded: 399 }, { refunded: 399 }]);
  });

  it.each(["cancelSubscription", "refundSubscriptionPayment"] as const)(
    "is done in the books where the provider refuses %s, and there later",
    async (call) => {
      const buyer = await addPerson(database.db);
      const bought = await plan(buyer);
      vi.spyOn(wallet, call).mockRejectedValueOnce(new Error("refused"));
      expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 499 });
      // One that is refused does not keep the other from being done.
      const isRefund = call === "refundSubscriptionPayment";
      expect(wallet.subscription(bought.providerId).state).toBe(isRefund ? "cancelled" : "active");
      expect([...wallet.refunds.values()]).toEqual(isRefund ? [] : [499]);
      later(11 * MINUTE);
      await reconcile(context, failOnError);
      expect(wallet.subscription(bought.providerId).state).toBe("cancelled");
      expect([...wallet.refunds.values()]).toEqual([499]);
    },
  );

  it("keeps the list price of the boosts that were used, and what was kept can be lost later", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer, "diamond");
    await use(buyer, "premium");
    wallet.failures.push({ call: "refundSubscriptionPayment", acted: true });
    expect(await withdraw(context, buyer, bought)).toEqual({ refunded: 700 });
    later(11 * MINUTE);
    await reconcile(context, failOnError);
    expect([...wallet.refunds.values()]).toEqual([700]);
    expect(await purchases(buyer)).toMatchObject([{ used: 1, returned: 700 }]);
    wallet.payment(bought.paymentId).disputeLost = true;
    expect(await notifyOfSubscription(context, bought.providerId)).toBe("ended");
    expect(await purchases(buyer)).toMatchObject([{ returned: 999 }]);
  });

  it("is refused when nothing would come back, and the plan goes on", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer);
    for (let used = 0; used < 3; used += 1) await use(buyer);
    await expect(withdraw(context, buyer, bought)).rejects.toEqual(refusal("USED"));
    expect(await me(buyer)).toMatchObject({ subscriptionTier: "gold", normalBoosts: 2 });
  });

  it("restores the plan that it replaced, and is not for a later month", async () => {
    const buyer = await addPerson(database.db);
    await plan(buyer, "gold");
    later(DAY);
    const upgrade = await plan(buyer, "diamond");
    later(2 * DAY);
    expect(await withdraw(context, buyer, upgrade)).toEqual({ refunded: 999 });
    expect(await me(buyer)).toMatchObject({ subscriptionTier: "gold", normalBoosts: 5, premiumBoosts: 0 });

    const other = await addPerson(database.db);
    const first = await plan(other);
    later(32 * DAY);
    wallet.renew(first.providerId);
    await notifyOfSubscription(context, first.providerId);
    const [renewal] = await purchases(other);
    expect(renewal).toMatchObject({ withdrawUntil: null, comesBack: 0 });
    const month = { kind: "subscription" as const, id: renewal?.id ?? "" };
    await expect(withdraw(context, other, month)).rejects.toEqual(refusal("TOO_LATE"));
  });

  it("acts once, however often it is asked for at once, also beside a renewal that comes", async () => {
    const buyer = await addPerson(database.db);
    const bought = await plan(buyer);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => withdraw(context, buyer, bought)),
      notifyOfSubscription(context, bought.providerId),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect([...wallet.refunds.values()]).toEqual([499]);
  });
});

it("a refund that is refused waits in the office since then, not since its payment", async () => {
  const operator = await addOperator(database.db);
  for (const table of [boostPurchases, subscriptionPayments]) {
    await database.db.update(table).set({ refundRefusal: null });
  }
  const buyer = await addPerson(database.db);
  const [bought, month] = [await boosts(buyer, 2), await plan(buyer)];
  const refuse = new RefundRefused("TOO_OLD");
  vi.spyOn(card, "refundPayment").mockRejectedValueOnce(refuse);
  vi.spyOn(wallet, "refundSubscriptionPayment").mockRejectedValueOnce(refuse);
  later(12 * DAY);
  await withdraw(context, buyer, month);
  const first = new Date(START.getTime() + 12 * DAY);
  expect((await today(database.db, operator)).refunds).toEqual({ count: 1, first });
  later(13 * DAY);
  await withdraw(context, buyer, bought);
  expect((await today(database.db, operator)).refunds).toEqual({ count: 2, first });
  // It was refused before that was stored.
  await database.db
    .update(boostPurchases)
    .set({ refundRefusedAt: null })
    .where(eq(boostPurchases.id, bought.id));
  const { refunds } = await today(database.db, operator);
  expect(refunds).toEqual({ count: 2, first: (await purchaseRow(bought.id)).createdAt });
});
