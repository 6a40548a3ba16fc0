import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Db, Tx } from "@/db/client";
import { PAYMENT_ID } from "@/db/provider-ids";
import { donations, providerEvents, requests, users } from "@/db/schema";
import { paymentOutcome } from "@/lib/domain/donations/outcome";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { lockOwner, lockRequestsOf } from "@/lib/domain/requests/guards";
import { lockRequest } from "@/lib/domain/requests/store";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { settlePayment } from "@/lib/domain/settlement/settle-payment";
import { setEntitlement } from "@/lib/domain/subscriptions/store";
import { setClock } from "@/lib/ground/clock";
import type { Tier } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import { donationRow, notificationsOf, requestRow, start, tell, userRow } from "../support/donating";
import fc from "../support/fast-check";
import { addPerson, addRequest } from "../support/people";
import { ScriptedCard } from "../support/scripted-card";

const { database, card, context } = openBooks();

async function people(options: Parameters<typeof addPerson>[1] = {}, goal = 10_000) {
  const owner = await addPerson(database.db, options);
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { goal });
  return { owner, donor, request };
}

/** So many calls read the payment before any of them continues. */
function meetAtProvider(count: number): void {
  const present: (() => void)[] = [];
  const findPayment = card.findPayment.bind(card);
  vi.spyOn(card, "findPayment").mockImplementation(async (id) => {
    await new Promise<void>((resolve) => {
      present.push(resolve);
      if (present.length === count) for (const goOn of present) goOn();
    });
    return findPayment(id);
  });
}

const raised = async (id: string) => (await requestRow(database.db, id)).raised;

describe("crediting", () => {
  it("moves the bar, both totals, the periods and tells the requester", async () => {
    const { owner, donor, request } = await people();
    const given = await start(context, donor, request, "25.00");
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 2500, isCompleted: false });
    expect(await userRow(database.db, donor.id)).toMatchObject({ totalGiven: 2500, totalReceived: 0 });
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalGiven: 0, totalReceived: 2500 });
    expect(await notificationsOf(database.db, owner.id)).toMatchObject([
      { type: "donation", amount: 2500, progress: 25, read: false },
    ]);
  });

  it("completes the request, says so, and lists it for 7 more days", async () => {
    const { owner, donor, request } = await people({}, 2_500);
    const given = await start(context, donor, request, "25");
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    const row = await requestRow(database.db, request.id);
    expect(row).toMatchObject({ raised: 2500, isCompleted: true, isActive: true, isListed: true });
    expect(row.listedUntil?.getTime()).toBe((row.completedAt?.getTime() ?? 0) + 7 * 86_400_000);
    const told = await notificationsOf(database.db, owner.id);
    expect(told.map(({ type }) => type).sort()).toEqual(["donation", "goal_completed"]);
  });

  it("trust 1: credits once when the same event comes 50 times at once, and again after 3 days", async () => {
    const { owner, donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    meetAtProvider(50);
    await Promise.all(Array.from({ length: 50 }, () => tell(context, given.paymentId, "evt_same")));
    setClock(() => new Date(Date.now() + 3 * 86_400_000));
    expect(await tell(context, given.paymentId, "evt_same")).toBe("already handled");
    expect(await raised(request.id)).toBe(1000);
    expect(await notificationsOf(database.db, owner.id)).toHaveLength(1);
  });

  it("trust 2: credits once when one payment comes under two event ids", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    const each = Array.from({ length: 10 }, () => ["evt_one", "evt_two"]).flat();
    meetAtProvider(each.length);
    await Promise.all(each.map((id) => tell(context, given.paymentId, id)));
    expect(await raised(request.id)).toBe(1000);
  });

  it("trust 5: credits when the webhook comes before the answer to the call that made the payment", async () => {
    const { donor, request } = await people();
    card.failures.push({ call: "createPayment", acted: true });
    await expect(start(context, donor, request, "10")).rejects.toThrow("after acting");
    const [payment] = [...card.payments.values()];
    card.pay(payment!.id);
    expect(await tell(context, payment!.id)).toBe("credited");
    expect(await raised(request.id)).toBe(1000);
  });

  it("trust 6: a forged or foreign payment on the return page credits nothing and tells nothing", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    const other = await card.createPayment({
      amount: 1020,
      currency: "eur",
      idempotencyKey: "elsewhere",
      description: "",
      metadata: {},
    });
    card.pay(other.id);
    const forged = [
      { paymentId: "pi_\0", clientSecret: "pi_\0_secret_x" },
      { paymentId: "pi_forged", clientSecret: "pi_forged_secret_x" },
      { paymentId: other.id, clientSecret: other.clientSecret },
      { paymentId: given.paymentId, clientSecret: `${given.paymentId}_secret_guess` },
      { paymentId: given.paymentId, clientSecret: other.clientSecret },
    ];
    for (const asked of forged) expect(await paymentOutcome(context, asked)).toEqual({ state: "unknown" });
    expect(await raised(request.id)).toBe(0);
    expect(await paymentOutcome(context, given)).toMatchObject({
      state: "succeeded",
      breakdown: { donationAmount: 1000, serviceFee: 20, totalAmount: 1020 },
    });
    expect(await raised(request.id)).toBe(1000);
  });

  it("trust 6: the return page has the provider asked nothing for a wrong secret, and no more than is allowed for a right one", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    const asked = vi.spyOn(card, "findPayment");
    for (let page = 0; page < 150; page += 1) {
      const clientSecret = `${given.paymentId}_secret_${page}`;
      expect(await paymentOutcome(context, { ...given, clientSecret })).toEqual({ state: "unknown" });
    }
    expect(asked).not.toHaveBeenCalled();
    expect(await paymentOutcome(context, given, async () => false)).toEqual({ state: "unavailable" });
    expect(asked).not.toHaveBeenCalled();
    expect(await paymentOutcome(context, given)).toMatchObject({ state: "succeeded" });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("a payment that was begun before its secret was kept is known by the provider's", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    await database.db.update(donations).set({ returnSecretHash: null });
    card.pay(given.paymentId);
    const wrong = { ...given, clientSecret: `${given.paymentId}_secret_guess` };
    expect(await paymentOutcome(context, wrong)).toEqual({ state: "unknown" });
    expect(await paymentOutcome(context, given)).toMatchObject({ state: "succeeded" });
  });

  it.each([
    ["amount", { amount: 1, received: 1 }],
    ["amount received", { received: 1019 }],
    ["currency", { currency: "usd" }],
  ])("trust 13: a changed %s is never credited and goes back", async (_, changed) => {
    const { owner, donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    Object.assign(card.truth(given.paymentId), changed);
    await tell(context, given.paymentId);
    expect(await raised(request.id)).toBe(0);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "mismatch",
      creditedAt: null,
    });
    expect(card.truth(given.paymentId).refunded).toBe(true);
    expect(await notificationsOf(database.db, owner.id)).toEqual([]);
  });

  it("trust 13: a payment whose recipient or request was changed is never credited to them", async () => {
    const { donor, request } = await people();
    const other = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    Object.assign(card.truth(given.paymentId).metadata, {
      recipientId: other.owner.id,
      requestId: other.request.id,
    });
    await tell(context, given.paymentId);
    expect([await raised(request.id), await raised(other.request.id)]).toEqual([0, 0]);
  });

  it("trust 13: a payment that names somebody else's donation is not taken for it", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    const foreign = await card.createPayment({
      amount: 1020,
      currency: "eur",
      idempotencyKey: "foreign",
      description: "",
      metadata: { ...card.truth(given.paymentId).metadata },
    });
    card.pay(foreign.id);
    expect(await tell(context, foreign.id)).toBe("unknown");
    expect(await raised(request.id)).toBe(0);
  });
});

describe("money that cannot be credited goes back", () => {
  it("trust 8: fifty donors race for the last euro of a free request", async () => {
    const { request } = await people({}, 1_000);
    const first = await start(context, await addPerson(database.db), request, "9");
    card.pay(first.paymentId);
    await tell(context, first.paymentId);
    const donors = await Promise.all(Array.from({ length: 50 }, () => addPerson(database.db)));
    const started = await Promise.all(donors.map((donor) => start(context, donor, request, "1")));
    for (const { paymentId } of started) card.pay(paymentId);
    await Promise.all(started.map(({ paymentId }) => tell(context, paymentId)));
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1000, isCompleted: true });
    const rows = await Promise.all(started.map(({ donationId }) => donationRow(database.db, donationId)));
    expect(rows.filter((row) => row.paymentStatus === "completed")).toHaveLength(1);
    expect(
      rows.filter((row) => row.paymentStatus === "refunded" && row.refundReason === "goal_reached"),
    ).toHaveLength(49);
    expect(card.refunds.size).toBe(49);
    expect([...card.refunds.values()].every((cents) => cents === 102)).toBe(true);
    for (const row of rows.filter((each) => each.paymentStatus === "refunded")) {
      expect(await notificationsOf(database.db, row.donorId ?? "")).toMatchObject([
        { type: "refund", amount: 102, reason: "goal_reached" },
      ]);
    }
  });

  it("counts in full whatever settles while something remains (D26)", async () => {
    const { donor, request } = await people({}, 1_000);
    const both = await Promise.all([
      start(context, donor, request, "9"),
      start(context, donor, request, "9"),
    ]);
    for (const { paymentId } of both) {
      card.pay(paymentId);
      await tell(context, paymentId);
    }
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1800, isCompleted: true });
  });

  it("credits beyond the goal of a subscriber, not of one whose subscription ended", async () => {
    const gold = await people(
      { subscriptionTier: "gold", subscriptionExpiry: new Date(Date.now() + 86_400_000) },
      1_000,
    );
    const lapsed = await people(
      { subscriptionTier: "gold", subscriptionExpiry: new Date(Date.now() - 1) },
      1_000,
    );
    for (const { donor, request } of [gold, lapsed]) {
      const both = await Promise.all([
        start(context, donor, request, "10"),
        start(context, donor, request, "10"),
      ]);
      for (const { paymentId } of both) {
        card.pay(paymentId);
        await tell(context, paymentId);
      }
    }
    expect(await raised(gold.request.id)).toBe(2000);
    expect(await raised(lapsed.request.id)).toBe(1000);
  });

  it("refunds a payment that arrives for a deleted request (D21)", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    await database.db.update(requests).set({ deletedAt: new Date(), isActive: false });
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "request_deleted",
    });
  });

  it("tells the right reason when the request is deleted while its payment is being booked", async () => {
    const { owner, donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    let told: Promise<string> | undefined;
    await database.db.transaction(async (tx) => {
      await lockRequest(tx, request.id);
      told = tell(context, given.paymentId);
      await vi.waitFor(() => expectBooking(database.db), 30_000);
      await deleteRequest(tx, owner, request.id);
    });
    expect(await told).toBe("refunded");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      refundReason: "request_deleted",
    });
  });

  it.each([
    ["goes by", "gold", "completed"],
    ["does not go by", "none", "refunded"],
  ] as const)("%s a plan that changed while the payment was being booked", async (_, tier, state) => {
    const { owner, donor, request } = await people({}, 1_000);
    const [first, second] = [
      await start(context, donor, request, "10"),
      await start(context, donor, request, "10"),
    ];
    card.pay(first.paymentId);
    await tell(context, first.paymentId);
    const expiry = new Date(Date.now() + 40 * 86_400_000);
    const set = (tx: Tx, to: Tier) =>
      setEntitlement(tx, owner.id, { tier: to, expiry, endsAt: expiry, cancelled: false }, new Date());
    if (tier === "none") await database.db.transaction((tx) => set(tx, "gold"));
    card.pay(second.paymentId);
    let told: Promise<string> | undefined;
    await database.db.transaction(async (tx) => {
      await lockRequestsOf(tx, owner.id);
      await set(tx, tier);
      told = tell(context, second.paymentId);
      await vi.waitFor(() => expectBooking(database.db), 30_000);
    });
    await told;
    expect(await donationRow(database.db, second.donationId)).toMatchObject({ paymentStatus: state });
    if (tier === "gold") expect((await requestRow(database.db, request.id)).listedUntil).toEqual(expiry);
  });

  it("trust 10: refunds once when the provider times out after it refunded", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    await database.db.update(requests).set({ deletedAt: new Date(), isActive: false });
    card.pay(given.paymentId);
    card.failures.push({ call: "refundPayment", acted: true });
    await expect(tell(context, given.paymentId, "evt_timeout")).rejects.toThrow("after acting");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "completed" });
    expect(await tell(context, given.paymentId, "evt_timeout")).toBe("refunded");
    expect(card.refunds.size).toBe(1);
  });

  it("lets a refund wait for a dispute to end, without asking for the event again", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    await database.db.update(requests).set({ deletedAt: new Date(), isActive: false });
    card.pay(given.paymentId);
    card.disputed.add(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("refund_due");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      paymentStatus: "completed",
      refundReason: "request_deleted",
      creditedAt: null,
    });
    card.disputed.clear();
    setClock(() => new Date(Date.now() + 2 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ refunded: 1 });
    expect(card.refunds.size).toBe(1);
  });

  it("gives a refund that failed on the next reconciliation", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    await database.db.update(requests).set({ deletedAt: new Date(), isActive: false });
    card.pay(given.paymentId);
    card.failures.push({ call: "refundPayment", acted: false });
    await expect(tell(context, given.paymentId)).rejects.toThrow("scripted");
    setClock(() => new Date(Date.now() + 2 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ refunded: 1 });
  });
});

describe("reversal (D27)", () => {
  it.each([
    ["a refund", ["refunded"]],
    ["a lost dispute", ["disputeLost"]],
    ["a refund, then a lost dispute", ["refunded", "disputeLost"]],
    ["a lost dispute, then a refund", ["disputeLost", "refunded"]],
  ] as [string, ("refunded" | "disputeLost")[]][])(
    "trust 12: %s takes everything back once",
    async (_, steps) => {
      const { owner, donor, request } = await people({}, 1_000);
      const given = await start(context, donor, request, "10");
      card.pay(given.paymentId);
      await tell(context, given.paymentId);
      expect(await requestRow(database.db, request.id)).toMatchObject({ isCompleted: true });
      for (const step of steps) {
        card.truth(given.paymentId)[step] = true;
        await Promise.all([tell(context, given.paymentId), tell(context, given.paymentId)]);
      }
      expect(await requestRow(database.db, request.id)).toMatchObject({
        raised: 0,
        isCompleted: false,
        completedAt: null,
        isListed: true,
        listedUntil: null,
      });
      expect(await userRow(database.db, donor.id)).toMatchObject({ totalGiven: 0 });
      expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 0 });
      expect((await notificationsOf(database.db, donor.id)).map(({ type }) => type)).toEqual(["refund"]);
      expect(card.refunds.size).toBe(0);
    },
  );

  it("trust 4: every order of a payment's events ends in the same state", async () => {
    const steps = ["created", "processing", "succeeded", "refunded", "disputed"] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...steps, ...steps], { minLength: 10, maxLength: 10 }),
        fc.constantFrom("succeeded", "refunded", "disputeLost"),
        async (deliveries, end) => {
          const { donor, request } = await people();
          const given = await start(context, donor, request, "10");
          card.pay(given.paymentId);
          if (end !== "succeeded") card.truth(given.paymentId)[end] = true;
          await Promise.all(deliveries.map(() => tell(context, given.paymentId)));
          const row = await donationRow(database.db, given.donationId);
          expect(row.paymentStatus).toBe(end === "succeeded" ? "completed" : "refunded");
          expect(await raised(request.id)).toBe(end === "succeeded" ? 1000 : 0);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("trust 4: the truth moving on between deliveries, in any rhythm, ends in its last state", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), async (delivered) => {
        const { donor, request } = await people();
        const given = await start(context, donor, request, "10");
        const moves = [
          () => {
            card.truth(given.paymentId).state = "processing";
          },
          () => card.pay(given.paymentId),
          () => {
            card.truth(given.paymentId).disputeLost = true;
          },
          () => {
            card.truth(given.paymentId).refunded = true;
          },
        ];
        for (const [index, move] of moves.entries()) {
          move();
          if (delivered[index]) await tell(context, given.paymentId);
        }
        await tell(context, given.paymentId);
        expect((await donationRow(database.db, given.donationId)).paymentStatus).toBe("refunded");
        expect(await raised(request.id)).toBe(0);
      }),
      { numRuns: 16 },
    );
  });
});

describe("reconciliation (D28)", () => {
  it("trust 7: credits what the provider confirms when no webhook comes, and only that", async () => {
    const { donor, request } = await people();
    const paid = await start(context, donor, request, "10");
    const unpaid = await start(context, donor, request, "20");
    card.pay(paid.paymentId);
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    setClock(() => new Date(Date.now() + 11 * 60_000));
    const [a, b] = await Promise.all([reconcile(context, failOnError), reconcile(context, failOnError)]);
    expect((a.outcomes.credited ?? 0) + (b.outcomes.credited ?? 0)).toBe(1);
    expect(await raised(request.id)).toBe(1000);
    expect(await donationRow(database.db, unpaid.donationId)).toMatchObject({ paymentStatus: "pending" });
    setClock(() => new Date(Date.now() + 25 * 3_600_000));
    await reconcile(context, failOnError);
    expect(await donationRow(database.db, unpaid.donationId)).toMatchObject({ paymentStatus: "failed" });
    expect(card.truth(unpaid.paymentId).state).toBe("cancelled");
  });

  it("trust 10: finds the payment of a call that never answered", async () => {
    const { donor, request } = await people();
    card.failures.push({ call: "createPayment", acted: true });
    await expect(start(context, donor, request, "10")).rejects.toThrow("after acting");
    const [payment] = [...card.payments.values()];
    card.pay(payment!.id);
    setClock(() => new Date(Date.now() + 11 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ credited: 1 });
    expect(card.payments.size).toBe(1);
    expect(await raised(request.id)).toBe(1000);
  });

  it("gives up a payment that the provider does not know only after a day", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    const lost = await start(context, donor, request, "20");
    const otherAccount = { ...context, card: new ScriptedCard() };
    setClock(() => new Date(Date.now() + 11 * 60_000));
    await reconcile(otherAccount, failOnError);
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    setClock(() => new Date(Date.now() + 25 * 3_600_000));
    await reconcile(otherAccount, failOnError);
    expect(await donationRow(database.db, lost.donationId)).toMatchObject({ paymentStatus: "failed" });
  });

  it("books a payment that was taken after all, although its donation was given up", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    const truth = card.truth(given.paymentId);
    card.payments.delete(given.paymentId);
    setClock(() => new Date(Date.now() + 25 * 3_600_000));
    await reconcile(context, failOnError);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "failed" });
    card.payments.set(given.paymentId, truth);
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    expect(await raised(request.id)).toBe(1000);
  });

  it("hands out no second payment for a donation, even when the provider forgot the key", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    const forgetful = { ...context, card: new ScriptedCard() };
    const again = startDonation(forgetful, donor, { amount: "10", requestId: request.id }, given.donationId);
    await expect(again).rejects.toMatchObject({ code: "NOT_ACTIVE" });
    expect(await donationRow(database.db, given.donationId)).toMatchObject({
      [PAYMENT_ID[card.provider]]: given.paymentId,
    });
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
  });

  it("learns of a refund that nobody told, by asking again at growing intervals", async () => {
    await database.db.update(donations).set({ checkAt: null });
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    setClock(() => new Date(Date.now() + 50 * 60_000));
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    setClock(() => new Date(Date.now() + 61 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ credited: 1 });
    card.truth(given.paymentId).refunded = true;
    setClock(() => new Date(Date.now() + 100 * 60_000));
    expect((await reconcile(context, failOnError)).checked).toBe(0);
    setClock(() => new Date(Date.now() + 130 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toEqual({ refunded: 1 });
    expect(await raised(request.id)).toBe(0);
    setClock(() => new Date(Date.now() + 400 * 86_400_000));
    expect((await reconcile(context, failOnError)).checked).toBe(0);
  });

  it("leaves a donation for later when the provider cannot be asked", async () => {
    const { donor, request } = await people();
    const given = await start(context, donor, request, "10");
    card.pay(given.paymentId);
    setClock(() => new Date(Date.now() + 11 * 60_000));
    card.failures.push({ call: "findPayment", acted: false });
    const errors: unknown[] = [];
    await reconcile(context, (_, error) => errors.push(error));
    expect(errors).toHaveLength(1);
    setClock(() => new Date(Date.now() + 20 * 60_000));
    expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ credited: 1 });
  });
});

describe("many at once", () => {
  it("loses no cent when many people give to one request at once", async () => {
    const { owner, request } = await people({ subscriptionTier: "diamond" }, 100);
    const donors = await Promise.all(Array.from({ length: 60 }, () => addPerson(database.db)));
    const started = await Promise.all(donors.map((donor) => start(context, donor, request, "3")));
    for (const { paymentId } of started) card.pay(paymentId);
    await Promise.all(started.map(({ paymentId }) => settlePayment(context, card.provider, paymentId)));
    expect(await raised(request.id)).toBe(60 * 300);
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 60 * 300 });
    const told = await notificationsOf(database.db, owner.id);
    expect(told.filter(({ type }) => type === "goal_completed")).toHaveLength(1);
  });

  it("settles crossing donations between the same people without a deadlock", async () => {
    const [a, b] = await Promise.all([addPerson(database.db), addPerson(database.db)]);
    const [askedByA, askedByB] = await Promise.all([
      addRequest(database.db, a, { goal: 50_000 }),
      addRequest(database.db, b, { goal: 50_000 }),
    ]);
    const started = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 ? start(context, a, askedByB, "1") : start(context, b, askedByA, "1"),
      ),
    );
    for (const { paymentId } of started) card.pay(paymentId);
    await Promise.all(started.map(({ paymentId }) => settlePayment(context, card.provider, paymentId)));
    for (const { paymentId } of started.slice(0, 20)) card.truth(paymentId).refunded = true;
    await Promise.all(started.map(({ paymentId }) => settlePayment(context, card.provider, paymentId)));
    expect((await raised(askedByA.id)) + (await raised(askedByB.id))).toBe(2000);
  });

  it.each(["a booking", "a reversal"])("locks the donor before their totals in %s", async (what) => {
    const { donor, request } = await people({}, 50_000);
    const [first, second] = [
      await start(context, donor, request, "1"),
      await start(context, donor, request, "2"),
    ];
    card.pay(first.paymentId);
    await settlePayment(context, card.provider, first.paymentId);
    card.pay(second.paymentId);
    if (what === "a reversal") card.truth(first.paymentId).refunded = true;
    let settled: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      await lockOwner(tx, donor.id);
      settled = settlePayment(context, card.provider, (what === "a reversal" ? first : second).paymentId);
      await vi.waitFor(() => expectBooking(database.db), 30_000);
      await tx.execute(sql`select from donation_totals where user_id = ${donor.id} for update nowait`);
    });
    await settled;
  });

  it("keeps no event twice", async () => {
    const rows = await database.db.select().from(providerEvents);
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(rows.length);
    expect(await database.db.$count(users)).toBeGreaterThan(0);
  });
});

/** Somebody waits for a lock of another transaction. */
async function expectBooking(db: Db): Promise<void> {
  const waiting = sql`select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`;
  expect(await db.execute(waiting)).not.toHaveLength(0);
}

function failOnError(subject: string, error: unknown): never {
  throw new Error(`reconciliation of ${subject} failed`, { cause: error });
}
