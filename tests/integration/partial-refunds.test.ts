import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db } from "@/db/client";
import { donationReturns, donations, holds, ledgerEntries, mails, newId, transferReturns } from "@/db/schema";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import {
  donationRow,
  expectBalancedBooks,
  notificationsOf,
  notifyOfOrder,
  requestRow,
  start,
  tell,
  userRow,
} from "../support/donating";
import fc from "../support/fast-check";
import { addReadyAccount, finishReturns, moveDonation, payOut, recover } from "../support/payout-rows";
import { addPerson, addRequest } from "../support/people";
import { shareOf } from "../support/share-of";

const { database, card, wallet, context } = openBooks({
  APP_URL: "https://steuntje.example",
  ...WALLET_DONATIONS,
});

/** 20.00 and a fee of 0.40. */
const [AMOUNT, FEE] = [2_000, 40];
const PAID = AMOUNT + FEE;

async function people(goal = 10_000) {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner, { goal });
  return { owner, donor, request };
}

async function given(goal?: number) {
  const { owner, donor, request } = await people(goal);
  const started = await start(context, donor, request, "20.00");
  card.pay(started.paymentId);
  await tell(context, started.paymentId);
  return { owner, donor, request, ...started };
}

async function givenByWallet() {
  const { owner, donor, request } = await people();
  const donationId = newId();
  const input = { amount: "20.00", requestId: request.id, locale: "en" } as const;
  const { url } = await startWalletDonation(context, donor, input, donationId);
  const orderId = url.split("/").at(-1) ?? "";
  wallet.approve(orderId);
  await notifyOfOrder(context, orderId);
  return { owner, request, donationId, orderId };
}

let disputes = 0;

function notifyOfDispute(paymentId: string): Promise<string> {
  const id = `WH-dispute-${++disputes}`;
  return handleEvent(context, "paypal", { id, type: "CUSTOMER.DISPUTE.UPDATED", paymentId, isDispute: true });
}

/** The provider gave back so many cents of a payment in all. */
function returns(paymentId: string, returned: number): Promise<string> {
  card.truth(paymentId).returned = returned;
  return tell(context, paymentId);
}

const openHolds = (db: Db, donationId: string) =>
  db
    .select()
    .from(holds)
    .where(and(eq(holds.donationId, donationId), eq(holds.cause, "dispute"), isNull(holds.liftedAt)));

const mailsOf = async (userId: string) =>
  (await database.db.select().from(mails).where(eq(mails.userId, userId))).map(({ kind }) => kind);

describe("a partial refund", () => {
  it("takes its share of the donation and of the fee out of the books, and says so", async () => {
    const { owner, donor, request, donationId, paymentId } = await given();
    expect(await returns(paymentId, 510)).toBe("credited");
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "completed",
      refundReason: null,
      isOwed: true,
      returnedAmount: 500,
      returnedFee: 10,
    });
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_500 });
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 1_500 });
    expect(await userRow(database.db, donor.id)).toMatchObject({
      totalGiven: 1_500,
      publicGiven: 1_500,
      monthlyGiven: 1_500,
      dailyPublic: 1_500,
    });
    const [back] = await database.db.select().from(donationReturns);
    expect(back).toMatchObject({ amount: 500, fee: 10, total: 510, reason: "requested" });
    const entries = await database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.donationReturnId, back!.id));
    expect(entries.map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
      ["partial_reversal", "donor", 510],
      ["partial_reversal", "recipient", -500],
      ["partial_reversal", "fee", -10],
    ]);
    expect(await notificationsOf(database.db, donor.id)).toMatchObject([
      { type: "refund", amount: 510, reason: "requested" },
    ]);
    expect(await notificationsOf(database.db, owner.id)).toMatchObject([
      { type: "donation", amount: AMOUNT },
      { type: "refund", amount: 500 },
    ]);
    expect(await mailsOf(donor.id)).toEqual(["donation_receipt", "donation_returned"]);
    expect(await mailsOf(owner.id)).toEqual(["donation_received", "donation_taken_back"]);
  });

  it("is booked once, however often and at the same time it is reported", async () => {
    const { request, donationId, paymentId } = await given();
    card.truth(paymentId).returned = 102;
    await Promise.all(Array.from({ length: 20 }, () => tell(context, paymentId)));
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_900 });
    const rows = await database.db
      .select()
      .from(donationReturns)
      .where(eq(donationReturns.donationId, donationId));
    expect(rows).toHaveLength(1);
  });

  it("adds up with others to the shares of one, and the rest goes back with the last", async () => {
    const { owner, donor, request, donationId, paymentId } = await given();
    for (const returned of [1, 2, 3, 700, 701, PAID - 1]) await returns(paymentId, returned);
    const { amount, fee } = shareOf(PAID - 1, { amount: AMOUNT, serviceFee: FEE });
    expect(await donationRow(database.db, donationId)).toMatchObject({
      returnedAmount: amount,
      returnedFee: fee,
    });
    const [told] = await notificationsOf(database.db, donor.id);
    expect(told).toMatchObject({ type: "refund", amount: PAID - 1, read: false });
    expect(await returns(paymentId, PAID)).toBe("refunded");
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0 });
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "requested",
      isOwed: false,
    });
    expect(await notificationsOf(database.db, donor.id)).toMatchObject([{ amount: PAID }]);
    expect(
      (await notificationsOf(database.db, owner.id)).filter(({ type }) => type === "refund"),
    ).toMatchObject([{ amount: AMOUNT }]);
    expect((await mailsOf(donor.id)).filter((kind) => kind === "donation_returned")).toHaveLength(7);
  });

  it("opens a completed request again, which the rest of it leaves open", async () => {
    const { request, paymentId } = await given(AMOUNT);
    expect(await requestRow(database.db, request.id)).toMatchObject({ isCompleted: true });
    await returns(paymentId, 1);
    expect(await requestRow(database.db, request.id)).toMatchObject({
      raised: 1_999,
      isCompleted: false,
      completedAt: null,
      listedUntil: null,
      isListed: true,
    });
    await returns(paymentId, PAID);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0, isCompleted: false });
  });

  it("that was made before the payment was booked is booked with it", async () => {
    const { donor, request } = await people();
    const { donationId, paymentId } = await start(context, donor, request, "20.00");
    card.pay(paymentId);
    expect(await returns(paymentId, 1_020)).toBe("credited");
    expect(await donationRow(database.db, donationId)).toMatchObject({ returnedAmount: 1_000 });
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_000 });
  });

  it("of what cannot be credited changes nothing: the rest goes back too", async () => {
    const { donor, request } = await people();
    const { donationId, paymentId } = await start(context, donor, request, "20.00");
    card.truth(paymentId).amount = 5_000;
    card.pay(paymentId);
    expect(await returns(paymentId, 100)).toBe("refunded");
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "mismatch",
      returnedAmount: 0,
    });
  });

  it("is booked although the refund of the rest is refused for good", async () => {
    const { donationId, paymentId } = await given();
    const due = { refundReason: "given_back", refundRefusal: "REFUND_TIME_LIMIT_EXCEEDED" } as const;
    await database.db.update(donations).set(due).where(eq(donations.id, donationId));
    expect(await returns(paymentId, 510)).toBe("refund_due");
    expect(await donationRow(database.db, donationId)).toMatchObject({ returnedAmount: 500 });
  });

  it("of a donation by wallet is booked the same way", async () => {
    const { owner, request, donationId, orderId } = await givenByWallet();
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paidBy: "wallet",
      chargeId: `CAPTURE-${orderId}`,
      isOwed: true,
    });
    wallet.order(orderId).returned = 510;
    expect(await notifyOfOrder(context, orderId)).toBe("credited");
    expect(await userRow(database.db, owner.id)).toMatchObject({ totalReceived: 1_500 });
    wallet.order(orderId).returned = PAID;
    expect(await notifyOfOrder(context, orderId)).toBe("refunded");
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0 });
  });

  it("that takes all of a small donation leaves nothing that is owed", async () => {
    const { donor, request } = await people();
    const { donationId, paymentId } = await start(context, donor, request, "1.00");
    await database.db
      .update(donations)
      .set({ amount: 1, serviceFee: 101 })
      .where(eq(donations.id, donationId));
    card.pay(paymentId);
    await tell(context, paymentId);
    await returns(paymentId, 101);
    expect(await donationRow(database.db, donationId)).toMatchObject({ returnedAmount: 1, isOwed: false });
    expect(await returns(paymentId, 102)).toBe("refunded");
  });
});

describe("a dispute", () => {
  it("holds the donation while it is open, and lets it go when it is won", async () => {
    const { donationId, paymentId } = await given();
    card.disputed.add(paymentId);
    await tell(context, paymentId);
    await tell(context, paymentId);
    expect(await openHolds(database.db, donationId)).toHaveLength(1);
    card.disputed.delete(paymentId);
    expect(await tell(context, paymentId)).toBe("credited");
    expect(await openHolds(database.db, donationId)).toEqual([]);
  });

  it("that is lost takes everything back, and its hold with it", async () => {
    const { donationId, paymentId } = await given();
    card.disputed.add(paymentId);
    await tell(context, paymentId);
    card.disputed.delete(paymentId);
    card.truth(paymentId).disputeLost = true;
    expect(await tell(context, paymentId)).toBe("refunded");
    expect(await donationRow(database.db, donationId)).toMatchObject({ refundReason: "dispute" });
    expect(await openHolds(database.db, donationId)).toEqual([]);
  });

  it("about a part takes that part when it is lost", async () => {
    const { donationId, paymentId } = await given();
    card.disputed.add(paymentId);
    await tell(context, paymentId);
    card.disputed.delete(paymentId);
    Object.assign(card.truth(paymentId), { disputeLost: true, returned: 510 });
    expect(await tell(context, paymentId)).toBe("credited");
    expect(await database.db.select().from(donationReturns)).toContainEqual(
      expect.objectContaining({ donationId, amount: 500, reason: "dispute" }),
    );
    expect(await openHolds(database.db, donationId)).toEqual([]);
  });

  it("is asked about every day, in case nobody says how it ended", async () => {
    const { donationId, paymentId } = await given();
    const begun = now().getTime();
    const later = (days: number) => setClock(() => new Date(begun + days * DAY + 60_000));
    later(100);
    await reconcile(context, failOnError);
    card.disputed.add(paymentId);
    await tell(context, paymentId);
    for (const day of [101, 102]) {
      later(day);
      expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ credited: 1 });
      expect(await openHolds(database.db, donationId)).toHaveLength(1);
    }
    card.disputed.delete(paymentId);
    later(103);
    await reconcile(context, failOnError);
    expect(await openHolds(database.db, donationId)).toEqual([]);
  });

  it("of a donation by wallet holds it too, once disputes were read", async () => {
    const { donationId, orderId } = await givenByWallet();
    wallet.disputed.add(orderId);
    await notifyOfOrder(context, orderId);
    expect(await openHolds(database.db, donationId)).toEqual([]);
    await notifyOfDispute(orderId);
    expect(await openHolds(database.db, donationId)).toHaveLength(1);
    wallet.disputed.delete(orderId);
    await notifyOfOrder(context, orderId);
    expect(await openHolds(database.db, donationId)).toHaveLength(1);
    await notifyOfDispute(orderId);
    expect(await openHolds(database.db, donationId)).toEqual([]);
  });
});

describe("what was moved to the recipient's account", () => {
  const returnsOf = (transferId: string) =>
    database.db
      .select({
        amount: transferReturns.amount,
        cause: transferReturns.cause,
        state: transferReturns.state,
        isChecked: transferReturns.checkAt,
      })
      .from(transferReturns)
      .where(eq(transferReturns.transferId, transferId))
      .orderBy(transferReturns.createdAt, transferReturns.state);

  async function moved() {
    const donation = await given();
    const account = await addReadyAccount(database.db, donation.owner.id, now());
    return {
      ...donation,
      account,
      transfer: await moveDonation(database.db, donation.donationId, account, now()),
    };
  }

  it("is asked back part by part", async () => {
    const { paymentId, transfer, donationId } = await moved();
    await returns(paymentId, 510);
    await returns(paymentId, PAID);
    expect(await returnsOf(transfer.transferId)).toMatchObject([
      { amount: 500, cause: "refund", state: "due", isChecked: expect.any(Date) },
      { amount: 1_500, cause: "refund", state: "due" },
    ]);
    expect(await donationRow(database.db, donationId)).toMatchObject({ isOwed: false });
    await expectBalancedBooks(database.db);
    await finishReturns(database.db, transfer, "done", now());
  });

  it("is asked back when a dispute is lost", async () => {
    const { paymentId, transfer } = await moved();
    card.truth(paymentId).disputeLost = true;
    await tell(context, paymentId);
    expect(await returnsOf(transfer.transferId)).toMatchObject([{ amount: AMOUNT, cause: "dispute" }]);
  });

  it("is our loss as far as it made up for another loss", async () => {
    const { paymentId, transfer, account, request, donor } = await moved();
    const other = await start(context, donor, request, "20.00");
    card.pay(other.paymentId);
    await tell(context, other.paymentId);
    const second = await moveDonation(database.db, other.donationId, account, now());
    await payOut(database.db, [[second, AMOUNT]], "paid", now());
    await returns(other.paymentId, 1_224);
    const [loss = ""] = await finishReturns(database.db, second, "short", now());
    await recover(database.db, loss, transfer, 1_200, now());
    await expectBalancedBooks(database.db);
    await returns(paymentId, PAID);
    expect(await returnsOf(transfer.transferId)).toMatchObject([
      { amount: 1_200, state: "done" },
      { amount: 800, state: "due" },
      { amount: 1_200, state: "short", isChecked: expect.any(Date) },
    ]);
  });
});

it("every order of partial refunds, full refunds and disputes ends in books that agree", async () => {
  const moves = fc.array(
    fc.record({
      move: fc.constantFrom(
        "refund",
        "refund",
        "rest",
        "dispute",
        "dispute",
        "win",
        "lose",
        "lose part",
        "transfer",
        "take back",
      ),
      cents: fc.integer({ min: 1, max: 900 }),
      isTold: fc.boolean(),
    }),
    { minLength: 2, maxLength: 10 },
  );
  const sequence = async (steps: typeof moves extends fc.Arbitrary<infer T> ? T : never) => {
    const { owner, request, donationId, paymentId } = await given();
    const truth = card.truth(paymentId);
    const account = await addReadyAccount(database.db, owner.id, now());
    let transfer: Awaited<ReturnType<typeof moveDonation>> | null = null;
    for (const step of steps) {
      const isOpen = card.disputed.has(paymentId);
      const left = truth.received - truth.returned;
      if (step.move === "refund" && !isOpen) truth.returned += Math.min(step.cents, left);
      if (step.move === "rest" && !isOpen) truth.returned = truth.received;
      if (step.move === "dispute" && left > 0 && !truth.disputeLost) card.disputed.add(paymentId);
      if (step.move === "win") card.disputed.delete(paymentId);
      if (step.move.startsWith("lose") && isOpen) {
        card.disputed.delete(paymentId);
        truth.disputeLost = true;
        truth.returned += step.move === "lose" ? left : Math.ceil(left / 2);
      }
      if (step.isTold) await tell(context, paymentId);
      const { isOwed } = await donationRow(database.db, donationId);
      if (step.move === "transfer" && isOwed && (await openHolds(database.db, donationId)).length === 0) {
        transfer = await moveDonation(database.db, donationId, account, now());
      }
      if (step.move === "take back" && transfer) await finishReturns(database.db, transfer, "done", now());
      await expectBalancedBooks(database.db);
    }
    await tell(context, paymentId);
    const row = await donationRow(database.db, donationId);
    const isGone = truth.returned === PAID;
    const back = shareOf(truth.returned, { amount: AMOUNT, serviceFee: FEE });
    expect(row.paymentStatus).toBe(isGone ? "refunded" : "completed");
    if (!isGone) expect([row.returnedAmount, row.returnedFee]).toEqual([back.amount, back.fee]);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: AMOUNT - back.amount });
    expect(await openHolds(database.db, donationId)).toHaveLength(
      !isGone && card.disputed.has(paymentId) ? 1 : 0,
    );
    await expectBalancedBooks(database.db);
  };
  await fc.assert(fc.asyncProperty(moves, sequence), { seed: 16, numRuns: process.env.TEST_LONG ? 25 : 10 });
});

function failOnError(subject: string, error: unknown): never {
  throw new Error(`reconciliation of ${subject} failed`, { cause: error });
}
