import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AGREEMENT_ID, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { newId, subscriptionPayments, subscriptions } from "@/db/schema";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import { findOwnAgreement } from "@/lib/domain/subscriptions/queries";
import { addMonth, isRunning } from "@/lib/domain/subscriptions/rules";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import { findMe } from "@/lib/domain/users/queries";
import { now, setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { PaidTier, PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderSubscription } from "@/lib/providers/gateway";
import { openBooks } from "../support/books";
import { notifyOfCardSubscription, notifyOfSubscription, userRow } from "../support/donating";
import { addPerson } from "../support/people";
import { agreementOf } from "../support/scripted-card";

const START = new Date("2026-03-10T12:00:00Z");
const END = addMonth(START);

const { database, card, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });
beforeEach(async () => {
  await database.db.update(subscriptions).set({ checkAt: null });
  at(START);
});

const at = (moment: Date) => setClock(() => moment);
const later = (milliseconds: number) => at(new Date(START.getTime() + milliseconds));
const refusal = (code: string) => expect.objectContaining({ code });
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

/** A subscription before its payer agreed: the checkout page and the agreement that it makes. */
async function start(
  owner: { id: string },
  tier: PaidTier = "gold",
  method: PaymentProvider = card.provider,
) {
  const id = newId();
  const order = { tier, method, locale: "en", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, owner, order, id);
  const pageId = url.split("/").at(-1) ?? "";
  return { id, url, pageId, providerId: agreementOf(pageId) };
}

/** One whose first month is paid by card, and whose event has reached us. */
async function subscribe(owner: { id: string }, tier: PaidTier = "gold") {
  const started = await start(owner, tier);
  const paymentId = card.agreements.subscribe(started.providerId);
  expect(await notifyOfCardSubscription(context, started.providerId)).toBe("active");
  return { ...started, paymentId };
}

async function subscribeByWallet(owner: { id: string }, tier: PaidTier = "gold") {
  const started = await start(owner, tier, "paypal");
  const paymentId = wallet.subscribe(started.providerId);
  expect(await notifyOfSubscription(context, started.providerId)).toBe("active");
  return { ...started, paymentId };
}

const me = (person: { id: string }) => findMe(database.db, person.id);
const held = (person: { id: string }) => findBoosts(database.db, person.id);
async function row(id: string) {
  const [found] = await database.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return found!;
}

/** An event of a refund or a dispute names the payment alone. */
const notifyOfPayment = (paymentId: string) =>
  handleEvent(context, card.provider, { id: newId(), type: "charge.refunded", paymentId });

describe("beginning by card", () => {
  it("asks the card provider what the wallet would be asked, and leads back to us", async () => {
    const owner = await addPerson(database.db);
    const asked = vi.spyOn(card, "createSubscription");
    const { id, url, pageId } = await start(owner, "diamond");
    expect(url).toBe(`https://checkout.example/${pageId}`);
    expect(asked).toHaveBeenCalledWith({
      plan: { key: "diamond-999-eur", name: "Steuntje Diamond", amount: 999, currency: "eur" },
      subscriptionId: id,
      idempotencyKey: `subscription-${id}`,
      locale: "en",
      returnUrl: `https://steuntje.example/profile?subscription=${id}`,
      cancelUrl: `https://steuntje.example/profile?subscription=${id}&cancelled=1`,
    });
    expect(await row(id)).toMatchObject({
      paymentMethod: card.provider,
      [AGREEMENT_ID[card.provider].asked]: pageId,
      [AGREEMENT_ID[card.provider].agreed]: null,
      paypalSubscriptionId: null,
    });
    expect(wallet.subscriptions.size).toBe(0);
    expect(await subscriptionOutcome(context, owner, id)).toMatchObject({ state: "open" });
  });

  it.each([
    ["gold", { normal: 5, premium: 0 }],
    ["diamond", { normal: 0, premium: 5 }],
  ] as const)("gives %s and its boosts once, whoever asks at once (D10)", async (tier, boosts) => {
    const owner = await addPerson(database.db);
    const { id, providerId, pageId } = await start(owner, tier);
    const paymentId = card.agreements.subscribe(providerId);
    later(11 * 60_000);
    await Promise.all([
      subscriptionOutcome(context, owner, id),
      notifyOfCardSubscription(context, providerId),
      notifyOfCardSubscription(context, providerId),
      notifyOfCardSubscription(context, pageId),
      reconcile(context, failOnError),
    ]);
    expect(await me(owner)).toMatchObject({
      subscriptionTier: tier,
      subscriptionExpiry: END.toISOString(),
      subscriptionCancelled: false,
    });
    expect(await held(owner)).toEqual(boosts);
    expect(await row(id)).toMatchObject({
      status: "active",
      [AGREEMENT_ID[card.provider].agreed]: providerId,
    });
    const payments = await database.db
      .select()
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments.subscriptionId, id));
    expect(payments).toMatchObject([
      { [SUBSCRIPTION_PAYMENT_ID[card.provider]]: paymentId, paypalPaymentId: null },
    ]);
    expect(await findOwnAgreement(database.db, owner.id)).toEqual({
      tier,
      method: card.provider,
      failing: false,
    });
  });

  it("trust 5: finds the subscription of an event that overtook the answer telling us of its page", async () => {
    const owner = await addPerson(database.db);
    card.failures.push({ call: "createSubscription", acted: true });
    await expect(start(owner)).rejects.toThrow("after acting");
    const [agreement] = [...card.agreements.subscriptions.values()];
    card.agreements.subscribe(agreement!.id);
    expect(await notifyOfCardSubscription(context, agreement!.id)).toBe("active");
    expect(await held(owner)).toMatchObject({ normal: 5 });
  });

  it("trust 7: books what was paid when no event ever comes", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await start(owner);
    card.agreements.subscribe(providerId);
    later(11 * 60_000);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ active: 1 });
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold" });
    expect(await row(id)).toMatchObject({ [AGREEMENT_ID[card.provider].agreed]: providerId });
  });

  it("leaves a try that was never paid alone, and closes the page's row after a day", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await start(owner);
    expect(await notifyOfCardSubscription(context, providerId)).toBe("unknown");
    later(25 * HOUR);
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ failed: 1 });
    expect(await row(id)).toMatchObject({ status: "failed", [AGREEMENT_ID[card.provider].agreed]: null });
  });

  it("does not let one provider's event claim the other's subscription", async () => {
    const owner = await addPerson(database.db);
    wallet.failures.push({ call: "createSubscription", acted: true });
    await expect(start(owner, "gold", "paypal")).rejects.toThrow("after acting");
    const [{ subscriptionId: id }] = [...wallet.subscriptions.values()] as [ProviderSubscription];
    const forged = await card.agreements.createSubscription({
      plan: { key: "gold-499-eur", name: "Gold", amount: 499, currency: "eur" },
      subscriptionId: id,
      idempotencyKey: "forged",
      locale: "en",
      returnUrl: "",
      cancelUrl: "",
    });
    card.agreements.subscribe(forged.id);
    expect(await notifyOfCardSubscription(context, forged.id)).toBe("unknown");
    expect(await row(id)).toMatchObject({
      paypalSubscriptionId: null,
      [AGREEMENT_ID[card.provider].agreed]: null,
    });
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
  });
});

describe("going on by card", () => {
  it("each paid month follows the last, with its boosts once; one that failed suspends until it is paid", async () => {
    const owner = await addPerson(database.db);
    const { id, providerId } = await subscribe(owner);
    at(new Date(END.getTime() - HOUR));
    card.agreements.renew(providerId);
    await Promise.all(Array.from({ length: 5 }, () => notifyOfCardSubscription(context, providerId)));
    const second = addMonth(END);
    expect(await me(owner)).toMatchObject({ subscriptionExpiry: second.toISOString() });
    expect(await held(owner)).toMatchObject({ normal: 10 });

    at(new Date(second.getTime() + HOUR));
    card.agreements.subscription(providerId).state = "suspended";
    await notifyOfCardSubscription(context, providerId);
    expect(await row(id)).toMatchObject({ status: "suspended", endedAt: null });
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    expect(await findOwnAgreement(database.db, owner.id)).toMatchObject({ tier: "gold", failing: true });

    at(new Date(second.getTime() + 3 * DAY));
    card.agreements.subscription(providerId).state = "active";
    card.agreements.renew(providerId);
    await notifyOfCardSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: false });
    expect(await held(owner)).toMatchObject({ normal: 15 });
  });

  it("cancelling keeps the tier, ends the agreement, and gives back what is taken afterwards", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    later(HOUR);
    card.failures.push({ call: "cancelSubscription", acted: false });
    expect(await cancelSubscription(context, owner)).toEqual({ subscriptionExpiry: END.toISOString() });
    expect(card.agreements.subscription(providerId).state).toBe("active");
    expect(await findOwnAgreement(database.db, owner.id)).toBeNull();
    later(2 * HOUR);
    const late = card.agreements.renew(providerId);
    await reconcile(context, failOnError);
    expect(card.agreements.subscription(providerId).state).toBe("cancelled");
    expect(card.agreements.payment(late).refunded).toBe(true);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
    expect(await held(owner)).toMatchObject({ normal: 5 });
  });

  it("one whose payment failed can be cancelled, so that it is not tried again", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    at(new Date(END.getTime() + DAY));
    card.agreements.subscription(providerId).state = "suspended";
    await notifyOfCardSubscription(context, providerId);
    await cancelSubscription(context, owner);
    expect(card.agreements.subscription(providerId).state).toBe("cancelled");
    expect(await findOwnAgreement(database.db, owner.id)).toBeNull();
  });

  it.each([
    ["by wallet to diamond by card", subscribeByWallet, subscribe],
    ["by card to diamond by wallet", subscribe, subscribeByWallet],
  ])(
    "gold %s: the new agreement starts, and the old one is ended at its own provider",
    async (_, first, then) => {
      const owner = await addPerson(database.db);
      const gold = await first(owner, "gold");
      const diamond = await then(owner, "diamond");
      const stateOf = (id: string) =>
        (wallet.subscriptions.get(id) ?? card.agreements.subscriptions.get(id))?.state;
      expect([stateOf(gold.providerId), stateOf(diamond.providerId)]).toEqual(["cancelled", "active"]);
      expect(await me(owner)).toMatchObject({ subscriptionTier: "diamond", subscriptionCancelled: false });
      expect(await held(owner)).toEqual({ normal: 5, premium: 5 });
      await expect(start(owner, "gold")).rejects.toEqual(refusal("ALREADY_SUBSCRIBED"));
    },
  );

  it("two agreements paid at once, one at each provider, leave one that goes on", async () => {
    const owner = await addPerson(database.db);
    const [byCard, byWallet] = [await start(owner), await start(owner, "gold", "paypal")];
    card.agreements.subscribe(byCard.providerId);
    wallet.subscribe(byWallet.providerId);
    const told = () =>
      Promise.all([
        notifyOfCardSubscription(context, byCard.providerId),
        notifyOfSubscription(context, byWallet.providerId),
      ]);
    await told();
    await told();
    const states = [
      card.agreements.subscription(byCard.providerId).state,
      wallet.subscription(byWallet.providerId).state,
    ];
    expect(states.toSorted()).toEqual(["active", "cancelled"]);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: false });
  });
});

describe("late renewals at both providers (D40)", () => {
  const late = (hours: number) => at(new Date(END.getTime() + hours * HOUR));
  const runsFor = async ({ id }: { id: string }) => {
    const { subscriptionTier: tier, subscriptionExpiry: expiry } = await userRow(database.db, id);
    return isRunning({ tier, expiry }, now());
  };

  it("by card: holds while the month is billed, ends where the card fails, and comes back once it is paid", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    const truth = card.agreements.subscription(providerId);
    late(0.5);
    truth.nextPaymentAt = addMonth(END);
    await notifyOfCardSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: END.toISOString(),
    });
    late(1);
    truth.state = "suspended";
    await notifyOfCardSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    late(72);
    truth.state = "active";
    card.agreements.renew(providerId);
    await notifyOfCardSubscription(context, providerId);
    const paidUntil = addMonth(now());
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionExpiry: paidUntil.toISOString(),
    });
    expect(await held(owner)).toMatchObject({ normal: 10 });
    at(new Date(paidUntil.getTime() + 49 * HOUR));
    await notifyOfCardSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
  });

  it.each([
    ["wallet", "card", subscribeByWallet, subscribe],
    ["card", "wallet", subscribe, subscribeByWallet],
  ] as const)(
    "gold by %s that is late, and diamond by %s: gold's month goes back, diamond stays",
    async (first, _, gold, diamond) => {
      const owner = await addPerson(database.db);
      const old = await gold(owner, "gold");
      const oldProvider = first === "wallet" ? wallet : card.agreements;
      const tellOld = first === "wallet" ? notifyOfSubscription : notifyOfCardSubscription;
      late(10);
      const collected = oldProvider.renew(old.providerId);
      late(11);
      const next = await diamond(owner, "diamond");
      expect(await me(owner)).toMatchObject({
        subscriptionTier: "diamond",
        subscriptionExpiry: addMonth(now()).toISOString(),
      });
      await tellOld(context, old.providerId);
      expect(oldProvider.payment(collected).refunded).toBe(true);
      expect(oldProvider.subscription(old.providerId).state).toBe("cancelled");
      expect(await held(owner)).toEqual({ normal: 5, premium: 5 });
      late(12);
      const nextProvider = first === "wallet" ? card.agreements : wallet;
      Object.assign(nextProvider.payment(next.paymentId), { refunded: true });
      await (first === "wallet" ? notifyOfCardSubscription : notifyOfSubscription)(context, next.providerId);
      expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
      expect(await held(owner)).toEqual({ normal: 5, premium: 0 });
    },
  );

  it("by card: cancelled, erased or taken by an operator, it ends at once, and what is taken later goes back", async () => {
    const ends = [
      (owner: { id: string }) => cancelSubscription(context, owner),
      async (owner: { id: string }) => {
        await database.db.transaction((tx) => erasePerson(tx, owner.id, now()));
        await endAtProvider(context, owner.id);
      },
      (owner: { id: string }) =>
        setSubscription(
          context,
          { name: "ines" },
          { reference: owner.id, tier: "none", until: null, reason: "x" },
        ),
    ];
    for (const end of ends) {
      at(START);
      const owner = await addPerson(database.db);
      const { id, providerId } = await subscribe(owner);
      late(1);
      await notifyOfCardSubscription(context, providerId);
      await end(owner);
      expect(await runsFor(owner)).toBe(false);
      expect(card.agreements.subscription(providerId).state).toBe("cancelled");
      late(2);
      const taken = card.agreements.renew(providerId);
      await notifyOfCardSubscription(context, providerId);
      expect(card.agreements.payment(taken).refunded).toBe(true);
      expect(await row(id)).toMatchObject({ status: "cancelled" });
      expect(await runsFor(owner)).toBe(false);
    }
  });

  it("an operator's longer month stands beside a card's renewals", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    late(1);
    await notifyOfCardSubscription(context, providerId);
    await setSubscription(
      context,
      { name: "ines" },
      { reference: owner.id, tier: "gold", until: "2026-04-30", reason: "x" },
    );
    const given = (await userRow(database.db, owner.id)).subscriptionExpiry;
    await notifyOfCardSubscription(context, providerId);
    expect((await userRow(database.db, owner.id)).subscriptionExpiry).toEqual(given);
    late(2);
    card.agreements.renew(providerId);
    await notifyOfCardSubscription(context, providerId);
    expect(await me(owner)).toMatchObject({
      subscriptionTier: "gold",
      subscriptionCancelled: false,
      subscriptionExpiry: addMonth(given!).toISOString(),
    });
  });
});

describe("going back by card", () => {
  it.each([
    ["a refund", { refunded: true }, "requested"],
    ["a lost dispute", { refunded: true, disputeLost: true }, "dispute"],
  ])("trust 12: %s, told by its payment alone, takes month and boosts back once", async (_, gone, reason) => {
    const owner = await addPerson(database.db);
    const { paymentId } = await subscribe(owner);
    Object.assign(card.agreements.payment(paymentId), gone);
    await Promise.all([notifyOfPayment(paymentId), notifyOfPayment(paymentId)]);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
    expect(await held(owner)).toEqual({ normal: 0, premium: 0 });
    const [payment] = await database.db
      .select()
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments[SUBSCRIPTION_PAYMENT_ID[card.provider]], paymentId));
    expect(payment).toMatchObject({ paymentStatus: "refunded", refundReason: reason });
  });

  it.each(["amount", "currency", "plan", "our id"])(
    "trust 13: another %s than we asked for buys nothing, goes back and is ended",
    async (what) => {
      const owner = await addPerson(database.db);
      const { id, providerId } = await start(owner);
      const paymentId = card.agreements.subscribe(providerId);
      const truth = card.agreements.subscription(providerId);
      if (what === "amount") card.agreements.payment(paymentId).amount = 1;
      if (what === "currency") card.agreements.payment(paymentId).currency = "usd";
      if (what === "plan") truth.plan = "diamond-999-eur";
      if (what === "our id") truth.subscriptionId = newId();
      await subscriptionOutcome(context, owner, id);
      expect(card.agreements.payment(paymentId).refunded).toBe(true);
      expect(truth.state).toBe("cancelled");
      expect(await held(owner)).toEqual({ normal: 0, premium: 0 });
    },
  );

  it("trust 10: a refund that is held by a dispute waits, and is given once", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await start(owner);
    const paymentId = card.agreements.subscribe(providerId, 1);
    card.agreements.disputed.add(paymentId);
    expect(await notifyOfCardSubscription(context, providerId)).toBe("ended");
    expect(card.agreements.payment(paymentId).refunded).toBe(false);
    card.agreements.disputed.clear();
    card.failures.push({ call: "refundSubscriptionPayment", acted: true });
    await expect(notifyOfCardSubscription(context, providerId)).rejects.toThrow("after acting");
    later(HOUR);
    await reconcile(context, failOnError);
    expect(card.agreements.refunds.size).toBe(1);
    expect(card.agreements.payment(paymentId).refunded).toBe(true);
  });

  it("an operator finds it by any of its ids, and refunds a month of it", async () => {
    const owner = await addPerson(database.db);
    const operator = { name: "ines" };
    const { id, pageId, providerId, paymentId } = await subscribe(owner);
    for (const reference of [id, pageId, providerId]) {
      const asked = await askProvider(context, operator, reference);
      expect(asked).toMatchObject({ subject: "subscription", id, outcome: "active" });
    }
    const refunded = await refundPayment(context, operator, { reference: paymentId, reason: "asked" });
    expect(refunded).toMatchObject({
      pending: null,
      payment: { provider: card.provider, providerId: paymentId, state: "refunded" },
    });
    expect(card.agreements.payment(paymentId).refunded).toBe(true);
    expect(await me(owner)).toMatchObject({ subscriptionTier: "none" });
  });

  it("an account that is erased ends the agreement, and what is taken afterwards goes back", async () => {
    const owner = await addPerson(database.db);
    const { providerId } = await subscribe(owner);
    const pending = await start(owner, "diamond");
    later(HOUR);
    await database.db.transaction((tx) => erasePerson(tx, owner.id, now()));
    await endAtProvider(context, owner.id);
    expect(card.agreements.subscription(providerId).state).toBe("cancelled");
    const late = card.agreements.subscribe(pending.providerId);
    await notifyOfCardSubscription(context, pending.providerId);
    expect(card.agreements.payment(late).refunded).toBe(true);
    expect(card.agreements.subscription(pending.providerId).state).toBe("cancelled");
  });
});
