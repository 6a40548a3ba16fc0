import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findConcerns } from "@/db/checks";
import { donations, holds, newId, payeeAccounts, payouts, transferReturns, users } from "@/db/schema";
import { clearSince } from "@/lib/domain/accounts/clear-store";
import { closeWalletAccount } from "@/lib/domain/accounts/store";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { orderRefunds } from "@/lib/domain/payouts/ageing-store";
import { askPayout as ask } from "@/lib/domain/payouts/ask-payout";
import { checkByOwner, checkPayee } from "@/lib/domain/payouts/check-payee";
import { lockDonations, selectMovable } from "@/lib/domain/payouts/donation-store";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { insertPayout, selectRequests } from "@/lib/domain/payouts/payout-store";
import { payoutsOf as overviewOf } from "@/lib/domain/payouts/queries";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import { yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { DAY } from "@/lib/ground/durations";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { donationRow, expectBalancedBooks, notificationsOf, tell } from "../support/donating";
import { explain } from "../support/explain";
import {
  donationsOf,
  expectOwed,
  ledgerOf,
  openPayoutBooks,
  payoutsOf,
  returnsOf,
  transfersOf,
} from "../support/payouts";
import { addPerson } from "../support/people";

const {
  database,
  card,
  context,
  bank,
  paypal,
  clock,
  addPayee,
  openAccount,
  give,
  later,
  housekeeping,
  addRequest,
} = openPayoutBooks();

const db = () => database.db;
const at = () => new Date(clock.time);

/** As the button does, which is there exactly where a payout can be asked for now (trust 46). */
const askPayout: typeof ask = async (to, viewer, what, id) => {
  const isNewOfAll = id === undefined && what.requestId === undefined;
  const { canAsk } = await overviewOf(db(), viewer);
  const asked = await Promise.allSettled([ask(to, viewer, what, id)]);
  if (isNewOfAll) expect({ canAsk }).toEqual({ canAsk: asked[0].status === "fulfilled" });
  if (asked[0].status === "rejected") throw asked[0].reason;
  return asked[0].value;
};

/** The days of iDEAL, and those of a first payout. */
const [IDEAL, FIRST] = [2, 5];

/** The provider's only payout, or its newest. */
const newestPayout = () => [...bank.payouts.values()].at(-1)!;

/** A payee with donations to one request, moved to their account. */
async function withMoved(cents: number[], goal = 100_000) {
  const owner = await addPayee();
  const request = await addRequest(owner, goal);
  const donations = [];
  for (const amount of cents) donations.push(await give(request, amount));
  later(IDEAL + FIRST);
  await housekeeping();
  return { owner, request, donations };
}

/** The same, with everything paid out and in the bank. */
async function withPaid(cents: number[]) {
  const made = await withMoved(cents);
  const { id } = await askPayout(context, made.owner, {});
  bank.come(newestPayout(), "paid");
  await settlePayoutOf(context, newestPayout().id);
  return { ...made, payoutId: id };
}

async function refund({ paymentId }: { paymentId: string }, cents?: number): Promise<void> {
  const payment = card.truth(paymentId);
  payment.returned = cents ?? payment.received;
  payment.refunded = payment.returned === payment.received;
  await tell(context, paymentId);
}

const hold = (donationId: string, endsAt: Date | null = null) =>
  db().transaction((tx) => placeHold(tx, { subject: { donationId }, cause: "operator", at: at(), endsAt }));

const heldBy = async (userId: string) => {
  const rows = await db().select().from(holds).where(eq(holds.userId, userId));
  return rows.map(({ cause }) => cause);
};

describe("the way of the money", () => {
  it("moves a donation when it is released, and pays it out when the goal is reached and all are free", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner, 3000);
    const first = await give(request, 1000);
    later(1);
    const second = await give(request, 2000);
    later(IDEAL + FIRST - 1, -1);
    await housekeeping();
    expect(bank.transfers.size).toBe(0);
    later(0, 1);
    await housekeeping();
    expect(await transfersOf(db(), first.donationId)).toMatchObject([
      { state: "sent", amount: 1000, round: 1 },
    ]);
    expect(await transfersOf(db(), second.donationId)).toEqual([]);
    expect(bank.payouts.size).toBe(0);
    await expectOwed(db(), owner.id, 2000);
    later(1);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    expect(payout).toMatchObject({ state: "sent", amount: 3000, cause: "goal", requestId: request.id });
    expect(await donationsOf(db(), payout!.id)).toHaveLength(2);
    expect(
      [...bank.transfers.values()].map(({ chargeId, idempotencyKey }) => [chargeId, idempotencyKey]),
    ).toEqual(
      [first, second].map(({ paymentId, donationId }) => [
        paymentId.replace("pi_", "ch_"),
        `transfer-${donationId}`,
      ]),
    );
    bank.come(newestPayout(), "paid");
    later(0, 61);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, held: -3000, bank: 3000 });
    const told = await notificationsOf(db(), owner.id);
    expect(told.filter(({ type }) => type === "payout")).toMatchObject([
      { payoutState: "paid", amount: 3000 },
    ]);
    await expectOwed(db(), owner.id, 0);
  });

  it("pays out what got no donation for 14 days, in one payout", async () => {
    const owner = await addPayee();
    const [coat, shoes] = [await addRequest(owner), await addRequest(owner)];
    await give(coat, 400);
    await give(shoes, 500);
    later(14, -1);
    await housekeeping();
    expect(bank.payouts.size).toBe(0);
    later(0, 1);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ cause: "quiet", amount: 900, requestId: null }]);
  });

  it("pays out when its owner asks for 10.00 or more, of one request or of all", async () => {
    const { owner, request } = await withMoved([600, 300]);
    const other = await addRequest(owner);
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "NOTHING_TO_PAY_OUT" });
    await give(other, 1500);
    later(IDEAL + FIRST);
    await housekeeping();
    // The first request got no donation for 14 days by now.
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ cause: "quiet", requestId: request.id }]);
    expect(await askPayout(context, owner, { requestId: other.id })).toMatchObject({ amount: 1500 });
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{}, { cause: "owner", requestId: other.id }]);
    const stranger = await addPayee();
    await expect(askPayout(context, stranger, { requestId: other.id })).rejects.toMatchObject({
      code: "NOTHING_TO_PAY_OUT",
    });
  });

  it("says why nothing is paid out: no account, not ready, held", async () => {
    const nobody = await addPerson(db());
    await db().update(users).set({ paymentMethod: "bank" }).where(eq(users.id, nobody.id));
    await expect(askPayout(context, nobody, {})).rejects.toMatchObject({ code: "PAYEE_NOT_READY" });
    const { owner } = await withMoved([2000]);
    const subject = { userId: owner.id };
    await db().transaction((tx) => placeHold(tx, { subject, cause: "report", at: at() }));
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "ON_HOLD" });
    await db().transaction((tx) => liftHold(tx, { subject, cause: "report", at: at() }));
    await db()
      .update(payeeAccounts)
      .set({ payouts: "restricted" })
      .where(eq(payeeAccounts.id, owner.accountId));
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "PAYEE_NOT_READY" });
    await db().update(payeeAccounts).set({ payouts: "active" }).where(eq(payeeAccounts.id, owner.accountId));
    await db()
      .update(users)
      .set({ payoutsHeldUntil: new Date(clock.time + 1) })
      .where(eq(users.id, owner.id));
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "ON_HOLD" });
    later(1);
    expect(await askPayout(context, owner, {})).toMatchObject({ state: "sent", amount: 2000 });
  });

  it("is made where the provider refuses it for a reason that we do not know, and sent later", async () => {
    const { owner } = await withMoved([2000]);
    vi.spyOn(bank, "createPayout").mockRejectedValueOnce(new Error("refused"));
    const { id } = await askPayout(context, owner, {});
    later(0, 61);
    await housekeeping();
    expect((await payoutsOf(db(), owner.id)).map((payout) => [payout.id, payout.state])).toEqual([
      [id, "sent"],
    ]);
  });

  it("does not pay to another bank account of which no event told", async () => {
    const { owner } = await withMoved([2000]);
    expect(await checkPayee(context, owner.id)).toMatchObject({ bankLast4: "1234" });
    const [account] = [...bank.accounts.values()].filter(({ id }) => bank.balanceOf(id) === 2000);
    account!.bankFingerprint = "another bank";
    expect(await askPayout(context, owner, {})).toMatchObject({ state: "failed" });
    expect(bank.payouts.size).toBe(0);
    expect(await heldBy(owner.id)).toEqual(["new_bank_account"]);
    later(7);
    expect(await askPayout(context, owner, {})).toMatchObject({ state: "sent", amount: 2000 });
  });

  it("continues the same payout when the same call is repeated", async () => {
    const { owner } = await withMoved([2000]);
    const id = "0197a000-0000-7000-8000-000000000001";
    bank.failures.push({ call: "createPayout", acted: true });
    expect(await askPayout(context, owner, {}, id)).toMatchObject({ id, state: "created" });
    later(0, 6);
    expect(await askPayout(context, owner, {}, id)).toMatchObject({ id, state: "sent" });
    expect(bank.payouts.size).toBe(1);
  });

  it("moves nothing that is held, going back, taken, or to somebody who is not ready", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner);
    const [held, back, free] = [
      await give(request, 1000),
      await give(request, 1000),
      await give(request, 1000),
    ];
    await hold(held.donationId);
    await db().update(donations).set({ refundReason: "given_back" }).where(eq(donations.id, back.donationId));
    await db()
      .update(payeeAccounts)
      .set({ transfers: "pending" })
      .where(eq(payeeAccounts.id, owner.accountId));
    later(IDEAL + FIRST);
    await housekeeping();
    expect(bank.transfers.size).toBe(0);
    await db()
      .update(payeeAccounts)
      .set({ transfers: "active" })
      .where(eq(payeeAccounts.id, owner.accountId));
    await housekeeping();
    expect([...bank.transfers.values()].map(({ donationId }) => donationId)).toEqual([free.donationId]);
    expect(await donationRow(db(), back.donationId)).toMatchObject({ paymentStatus: "refunded" });
    await expectOwed(db(), owner.id, 1000);
  });

  it("does not move a donation whose payment the provider does not know, and tries it again daily", async () => {
    const { owner, request } = await withMoved([]);
    const given = await give(request, 1000);
    await db().update(donations).set({ chargeId: null }).where(eq(donations.id, given.donationId));
    const payment = card.truth(given.paymentId);
    card.payments.delete(given.paymentId);
    later(IDEAL + FIRST);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([
      { state: "planned", problem: "payment_unknown" },
    ]);
    card.payments.set(given.paymentId, payment);
    later(1);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([
      { state: "sent", chargeId: payment.chargeId, problem: null },
    ]);
    await expectOwed(db(), owner.id, 0);
  });
});

describe("calls that act without answering, or are refused", () => {
  it("finds a transfer that was made without an answer, and makes no second one", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner);
    const given = await give(request, 1000);
    later(IDEAL + FIRST);
    bank.failures.push({ call: "createTransfer", acted: true });
    await expect(housekeeping()).rejects.toThrow("reconciling donation");
    expect(await transfersOf(db(), given.donationId)).toMatchObject([{ state: "planned" }]);
    await housekeeping();
    later(0, 6);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([{ state: "sent" }]);
    expect(bank.transfers.size).toBe(1);
    expect(bank.calls.createTransfer).toBe(1);
  });

  it("repeats a transfer that was not made, with its key", async () => {
    const owner = await addPayee();
    await give(await addRequest(owner), 1000);
    later(IDEAL + FIRST);
    bank.failures.push({ call: "createTransfer" });
    await expect(housekeeping()).rejects.toThrow();
    later(0, 6);
    await housekeeping();
    expect(bank.calls).toMatchObject({ createTransfer: 2, findTransfers: 2 });
    expect(bank.transfers.size).toBe(1);
  });

  it("tries a refused transfer again later, with another key", async () => {
    const owner = await addPayee();
    const given = await give(await addRequest(owner), 1000);
    later(IDEAL + FIRST);
    bank.failures.push({ call: "createTransfer", refused: "balance_insufficient" });
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([
      { state: "planned", problem: "balance_insufficient", tries: 1 },
    ]);
    later(0, 2);
    await housekeeping();
    const [made] = [...bank.transfers.values()];
    expect(made?.idempotencyKey).toBe(`transfer-${given.donationId}-try-2`);
  });

  it("is not made by a server that asked for longer than its lease", async () => {
    const { owner } = await withMoved([2_000]);
    const listPayouts = bank.listPayouts.bind(bank);
    bank.listPayouts = async (...args) => {
      clock.time += 6 * 60_000;
      await db()
        .update(payouts)
        .set({ claimedUntil: new Date(clock.time + 300_000) });
      return listPayouts(...args);
    };
    expect(await askPayout(context, owner, {})).toMatchObject({ state: "created" });
    bank.listPayouts = listPayouts;
    expect(bank.calls.createPayout ?? 0).toBe(0);
    later(1);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent" }]);
  });

  it("finds a payout that was made without an answer, and makes no second one", async () => {
    const { owner } = await withMoved([2000]);
    bank.failures.push({ call: "createPayout", acted: true });
    await askPayout(context, owner, {});
    later(0, 6);
    await housekeeping();
    expect(bank.calls.createPayout).toBe(1);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent", providerId: newestPayout().id }]);
  });

  it("waits with a payout for money that is not available yet", async () => {
    const { owner } = await withMoved([2000]);
    const [account] = [...bank.accounts.keys()];
    bank.pending.set(account!, 2000);
    expect(await askPayout(context, owner, {})).toMatchObject({ state: "created" });
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ problem: "balance_insufficient", tries: 1 }]);
    bank.pending.clear();
    later(0, 2);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent", problem: null }]);
  });

  it("leaves a return to the server that claimed it since, when a late answer is a refusal", async () => {
    const { donations } = await withMoved([1000]);
    await refund(donations[0]!);
    bank.failures.push({ call: "reverseTransfer", refused: "account_invalid" });
    bank.onCall = async (call, when) => {
      if (call !== "reverseTransfer" || when !== "before") return;
      later(0, 6);
      await db()
        .update(transferReturns)
        .set({ claimedUntil: new Date(clock.time + 300_000), checkAt: new Date(clock.time + 300_000) })
        .where(eq(transferReturns.state, "due"));
      bank.onCall = () => undefined;
    };
    await housekeeping();
    const [due] = await db().select().from(transferReturns).where(eq(transferReturns.state, "due"));
    expect(due).toMatchObject({ tries: 0, claimedUntil: new Date(clock.time + 300_000) });
    later(0, 6);
    await housekeeping();
    expect(await returnsOf(db(), donations[0]!.donationId)).toMatchObject([{ state: "done" }]);
  });

  it("finds a return that was made without an answer", async () => {
    const { owner, donations } = await withMoved([1000]);
    await refund(donations[0]!);
    bank.failures.push({ call: "reverseTransfer", acted: true });
    await expect(housekeeping()).rejects.toThrow("transfer return");
    later(0, 6);
    await housekeeping();
    expect(bank.calls.reverseTransfer).toBe(1);
    expect(await returnsOf(db(), donations[0]!.donationId)).toMatchObject([{ state: "done" }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({});
  });
});

describe("refunds and disputes, in every state of a donation", () => {
  it("between planned and sent: the transfer is cancelled, and nothing moves", async () => {
    const owner = await addPayee();
    const given = await give(await addRequest(owner), 1000);
    later(IDEAL + FIRST);
    bank.failures.push({ call: "createTransfer" });
    await expect(housekeeping()).rejects.toThrow();
    await refund(given);
    later(0, 6);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([{ state: "cancelled" }]);
    expect(bank.transfers.size).toBe(0);
    expect(await ledgerOf(db(), owner.id)).toEqual({});
  });

  it("between planned and sent, after acting: it is booked, and comes back", async () => {
    const owner = await addPayee();
    const given = await give(await addRequest(owner), 1000);
    later(IDEAL + FIRST);
    bank.failures.push({ call: "createTransfer", acted: true });
    await expect(housekeeping()).rejects.toThrow();
    await refund(given);
    later(0, 6);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([{ state: "returned" }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({});
  });

  it("after it was moved: it comes back", async () => {
    const { owner, donations } = await withMoved([1000, 500]);
    await refund(donations[0]!);
    await housekeeping();
    expect(await transfersOf(db(), donations[0]!.donationId)).toMatchObject([{ state: "returned" }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 500, held: -500, payee: 500 });
  });

  it("between sent and paid: it is our loss, and is recovered from later donations once the payout is final", async () => {
    const { owner, request, donations } = await withMoved([2000]);
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    await housekeeping();
    expect(await returnsOf(db(), donations[0]!.donationId)).toMatchObject([{ state: "short", amount: 2000 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ bank: 2000, loss: -2000 });
    bank.come(newestPayout(), "paid");
    await settlePayoutOf(context, newestPayout().id);
    later(7);
    const [small, large] = [await give(request, 500), await give(request, 3000)];
    later(6, 23 * 60);
    await housekeeping();
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "ON_HOLD" });
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ payee: 3500, loss: -2000 });
    later(0, 61);
    await housekeeping();
    expect(await returnsOf(db(), small.donationId)).toMatchObject([{ state: "done", amount: 500 }]);
    expect(await returnsOf(db(), large.donationId)).toMatchObject([{ state: "done", amount: 1500 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3500, held: -3500, bank: 2000, payee: 1500 });
    expect(await askPayout(context, owner, {})).toMatchObject({ amount: 1500 });
    expect(await returnsOf(db(), donations[0]!.donationId)).toHaveLength(1);
  });

  it("of a donation that made up for a loss: it is another loss", async () => {
    const { owner, request, donations } = await withPaid([2000]);
    await refund(donations[0]!);
    const next = await give(request, 2000);
    later(15);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, bank: 2000 });
    await refund(next);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ bank: 2000, loss: -2000 });
  });

  it("recovers a loss from a donation once its own hold ends by itself", async () => {
    const { owner, request, donations } = await withPaid([2000]);
    await refund(donations[0]!);
    const next = await give(request, 5000);
    later(IDEAL);
    await housekeeping();
    await hold(next.donationId, new Date(clock.time + 20 * DAY));
    later(19);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ loss: -2000 });
    later(1);
    await housekeeping();
    expect(await returnsOf(db(), next.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{}, { amount: 3000 }]);
  });

  /** A loss of 20.00, with 50.00 in the account, which the provider has closed. */
  async function withClosed() {
    const { owner, request, donations } = await withPaid([2000]);
    const inside = await give(request, 5000);
    later(IDEAL);
    await housekeeping();
    await refund(donations[0]!);
    later(13);
    const { providerAccountId } = (await findPayee(db(), owner.id))!;
    return { owner, request, inside, close: () => bank.set(providerAccountId!, { closed: true }) };
  }

  it("recovers a loss from the account that is open, not from one that the provider closed", async () => {
    const { owner, request, inside, close } = await withClosed();
    close();
    await checkPayee(context, owner.id);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ payee: 5000, loss: -2000 });
    expect(bank.calls.reverseTransfer).toBeUndefined();
    await openAccount(owner);
    const next = await give(request, 10_000);
    later(14);
    await housekeeping();
    expect(await returnsOf(db(), inside.donationId)).toEqual([]);
    expect(await returnsOf(db(), next.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{}, { amount: 8000 }]);
  });

  it("gives up a recovery from an account of which it learns then that it is closed", async () => {
    const { owner, request, inside, close } = await withClosed();
    bank.failures.push({ call: "reverseTransfer", refused: "account_closed" });
    await housekeeping();
    expect(await returnsOf(db(), inside.donationId)).toMatchObject([{ state: "due", amount: 2000 }]);
    close();
    await checkPayee(context, owner.id);
    later(0, 10);
    await housekeeping();
    expect(await returnsOf(db(), inside.donationId)).toEqual([]);
    await openAccount(owner);
    const next = await give(request, 10_000);
    later(14);
    await housekeeping();
    expect(await returnsOf(db(), next.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
  });

  it("recovers a loss from its own transfer when the payout that took it fails", async () => {
    const { owner, donations } = await withMoved([2000]);
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    await housekeeping();
    bank.come(newestPayout(), "failed");
    await settlePayoutOf(context, newestPayout().id);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({});
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "failed", failureCode: "account_closed" },
    ]);
  });

  it("takes a refunded donation out of a payout that the provider did not accept yet", async () => {
    const { owner, donations } = await withMoved([2000, 1200]);
    bank.failures.push({ call: "createPayout", refused: "balance_insufficient" });
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    later(0, 2);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent", amount: 1200 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 1200, held: -1200, bank: 1200 });
  });

  it("withdraws such a payout while a loss has to be made up for first", async () => {
    const { owner, request, donations } = await withPaid([2000]);
    const next = await give(request, 3000);
    later(13);
    await housekeeping();
    bank.failures.push({ call: "createPayout", refused: "balance_insufficient" });
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ loss: -2000 });
    later(0, 2);
    await housekeeping();
    expect(bank.payouts.size).toBe(1);
    later(2);
    await housekeeping();
    expect(await returnsOf(db(), next.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "paid" },
      { state: "failed", failureCode: "withdrawn" },
      { state: "sent", amount: 1000 },
    ]);
  });

  it("withdraws such a payout if nothing is left of it", async () => {
    const { owner, donations } = await withMoved([2000]);
    bank.failures.push({ call: "createPayout", refused: "balance_insufficient" });
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    later(0, 2);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "failed", failureCode: "withdrawn", sentAt: null },
    ]);
    expect(await ledgerOf(db(), owner.id)).toEqual({});
    expect((await notificationsOf(db(), owner.id)).filter(({ type }) => type === "payout")).toEqual([]);
  });

  it("waits with a return until it is known whether the payout was made", async () => {
    const { owner, donations } = await withMoved([2000]);
    bank.failures.push({ call: "createPayout", acted: true });
    await askPayout(context, owner, {});
    await refund(donations[0]!);
    await housekeeping();
    expect(await returnsOf(db(), donations[0]!.donationId)).toMatchObject([{ state: "due" }]);
    later(0, 6);
    await housekeeping();
    later(0, 6);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ bank: 2000, loss: -2000 });
  });

  it("a part: before it is moved less moves, afterwards the part comes back", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner);
    const [early, late] = [await give(request, 1000), await give(request, 1000)];
    await refund(early, 510);
    later(IDEAL + FIRST);
    await housekeeping();
    expect(await transfersOf(db(), early.donationId)).toMatchObject([{ amount: 500, state: "sent" }]);
    await refund(late, 255);
    await housekeeping();
    expect(await returnsOf(db(), late.donationId)).toMatchObject([{ amount: 250, state: "done" }]);
    expect(await askPayout(context, owner, {})).toMatchObject({ amount: 1250 });
    await refund(late, 510);
    await housekeeping();
    await refund(late);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 500, held: -500, bank: 1250, loss: -750 });
  });

  /** The owner of an account leaves it (D51). */
  async function leave(owner: { id: string; accountId: string }) {
    await db()
      .update(payeeAccounts)
      .set({ abandonedAt: at(), checkAt: at() })
      .where(eq(payeeAccounts.id, owner.accountId));
    await db().update(users).set({ bankAccountVerified: false }).where(eq(users.id, owner.id));
  }

  /** 10.00 in an account that its owner left, which the provider does not give back at first. */
  async function withLeft(obstacle: () => void) {
    const { owner, donations } = await withMoved([1000]);
    obstacle();
    await leave(owner);
    await housekeeping().catch(() => undefined);
    const [donation] = donations;
    expect(await returnsOf(db(), donation!.donationId)).toMatchObject([{ state: "due", amount: 1000 }]);
    await expectBalancedBooks(db());
    return { owner, donation: donation! };
  }

  it.each([
    ["1020", "refused", undefined],
    ["510", "refused", 510],
    ["1020", "not answered", undefined],
    ["510", "not answered", 510],
  ] as const)(
    "while an account that was left is emptied: %s cents that go back are no loss, its call %s",
    async (_, outcome, cents) => {
      const failure = outcome === "refused" ? { refused: "account_invalid" } : { acted: true };
      const { owner, donation } = await withLeft(() =>
        bank.failures.push({ call: "reverseTransfer", ...failure }),
      );
      await refund(donation, cents);
      await expectBalancedBooks(db());
      later(0, 6);
      await housekeeping();
      later(0, 2);
      await housekeeping();
      expect(await transfersOf(db(), donation.donationId)).toMatchObject([{ state: "returned" }]);
      expect(await ledgerOf(db(), owner.id)).toEqual(cents === undefined ? {} : { recipient: 500 });
    },
  );

  it.each([
    [1020, 0],
    [510, 500],
    [204, 800],
  ])(
    "what an operator takes back from such an account by hand is no loss when %i cents of the donation go back",
    async (cents, left) => {
      const refused = () => bank.failures.push({ call: "reverseTransfer", refused: "account_invalid" });
      const { owner, donation } = await withLeft(refused);
      bank.reverseByHand([...bank.transfers.values()][0]!, 400);
      refused();
      later(0, 2);
      await housekeeping();
      await expectBalancedBooks(db());
      await refund(donation, cents);
      await expectBalancedBooks(db());
      for (const minutes of [3, 3, 3]) {
        later(0, minutes);
        await housekeeping();
      }
      expect(await transfersOf(db(), donation.donationId)).toMatchObject([{ state: "returned" }]);
      await expectOwed(db(), owner.id, left);
      expect(await ledgerOf(db(), owner.id)).toEqual(left > 0 ? { recipient: left } : {});
    },
  );

  it("what an operator takes back by hand can be all that is due, of each cause", async () => {
    const { owner, donations } = await withPaid([1000]);
    await refund(donations[0]!, 510);
    await housekeeping();
    await leave(owner);
    bank.come(newestPayout(), "failed");
    await settlePayoutOf(context, newestPayout().id);
    bank.reverseByHand([...bank.transfers.values()][0]!, 1000);
    for (const minutes of [2, 2]) {
      later(0, minutes);
      await housekeeping();
    }
    await expectOwed(db(), owner.id, 500);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 500 });
    await expectBalancedBooks(db());
  });

  it("a return whose answer was lost stays its own, also beside what an operator took back by hand before", async () => {
    const { owner, donation } = await withLeft(() =>
      bank.failures.push({ call: "reverseTransfer", refused: "account_invalid" }),
    );
    await refund(donation, 306);
    bank.reverseByHand([...bank.transfers.values()][0]!, 400);
    bank.failures.push({ call: "reverseTransfer", acted: true });
    later(0, 2);
    await expect(housekeeping()).rejects.toThrow("transfer return");
    await refund(donation, 408);
    for (const minutes of [6, 6, 60]) {
      later(0, minutes);
      await housekeeping();
    }
    expect(await transfersOf(db(), donation.donationId)).toMatchObject([{ state: "returned" }]);
    await expectOwed(db(), owner.id, 600);
    await expectBalancedBooks(db());
  });

  it("a part that goes back meanwhile is booked once its call was answered, also with a refusal", async () => {
    const { owner, donation } = await withLeft(() => bank.failures.push({ call: "reverseTransfer" }));
    await refund(donation, 510);
    bank.failures.push({ call: "reverseTransfer", refused: "account_invalid" });
    later(0, 6);
    await housekeeping();
    await expectBalancedBooks(db());
    // Both are due in the first run, in any order: what empties the account waits for the other one.
    for (const minutes of [2, 3]) {
      later(0, minutes);
      await housekeeping();
    }
    expect(await donationRow(db(), donation.donationId)).toMatchObject({ returnedAmount: 500 });
    expect(await returnsOf(db(), donation.donationId)).toMatchObject([
      { amount: 500, state: "done" },
      { amount: 500, state: "done" },
    ]);
    await expectOwed(db(), owner.id, 500);
  });

  it("the part that goes back comes first from an account that was left, also where its call gets no answer", async () => {
    const { owner, donation } = await withLeft(() =>
      bank.failures.push({ call: "reverseTransfer", refused: "account_invalid" }),
    );
    const [emptying] = await db().select().from(transferReturns).where(eq(transferReturns.state, "due"));
    await refund(donation, 510);
    const call = bank.reverseTransfer.bind(bank);
    const unreachable = vi.spyOn(bank, "reverseTransfer").mockImplementation(async (asked) => {
      if (asked.transferReturnId !== emptying?.id) throw new ProviderUnavailable("scripted");
      return call(asked);
    });
    later(0, 2);
    await expect(housekeeping()).rejects.toThrow("transfer return");
    later(0, 4);
    await housekeeping();
    await expectBalancedBooks(db());
    unreachable.mockRestore();
    for (const minutes of [6, 6]) {
      later(0, minutes);
      await housekeeping();
    }
    expect(await transfersOf(db(), donation.donationId)).toMatchObject([{ state: "returned" }]);
    await expectOwed(db(), owner.id, 500);
  });

  it("an account that was left gives back apart what a failed payout had lost", async () => {
    const { owner, donations } = await withPaid([1000]);
    const [donation] = donations;
    await refund(donation!, 510);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 500, held: -500, bank: 1000, loss: -500 });
    await leave(owner);
    bank.come(newestPayout(), "failed");
    await settlePayoutOf(context, newestPayout().id);
    await housekeeping();
    await expectBalancedBooks(db());
    later(0, 2);
    await housekeeping();
    await expectOwed(db(), owner.id, 500);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 500 });
    await expectBalancedBooks(db());
  });

  it("what comes back from an account that was left is owed again, beside what made up for a loss", async () => {
    const { owner, request, donations } = await withPaid([1000]);
    await refund(donations[0]!);
    later(7);
    const next = await give(request, 3000);
    later(7, 61);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ payee: 2000 });
    await leave(owner);
    await housekeeping();
    expect(await transfersOf(db(), next.donationId)).toMatchObject([{ state: "returned" }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, bank: 1000, loss: -1000 });
    await expectOwed(db(), owner.id, 3000);
    await expectBalancedBooks(db());
    await openAccount(owner);
    later(15);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({
      recipient: 3000,
      held: -3000,
      bank: 1000,
      payee: 2000,
    });
    await expectBalancedBooks(db());
  });

  it("awaits what an account that was left lacks, and owes it again then", async () => {
    const balance = bank.balanceOf;
    const { owner, donation } = await withLeft(() => {
      bank.balanceOf = () => 0;
    });
    bank.balanceOf = balance;
    later(0, 2);
    await housekeeping();
    expect(await transfersOf(db(), donation.donationId)).toMatchObject([{ state: "returned" }]);
    await expectOwed(db(), owner.id, 1000);
  });

  it("most of a large donation: what went back is still in proportion", async () => {
    const owner = await addPayee();
    const large = await give(await addRequest(owner, 500_000), 400_000);
    await refund(large, 300_000);
    expect(await donationRow(db(), large.donationId)).toMatchObject({
      returnedAmount: 294_118,
      returnedFee: 5_882,
    });
  });

  it("a dispute freezes what was moved: it is left out of payouts, and comes back when it is lost", async () => {
    const { owner, donations } = await withMoved([2000, 1200]);
    const [disputed] = donations;
    card.disputed.add(disputed!.paymentId);
    card.truth(disputed!.paymentId).disputeOpen = true;
    const { settlePayment } = await import("@/lib/domain/settlement/settle-payment");
    await settlePayment(context, "stripe", disputed!.paymentId, { disputes: true });
    expect(await askPayout(context, owner, {})).toMatchObject({ amount: 1200 });
    card.disputed.clear();
    card.truth(disputed!.paymentId).disputeLost = true;
    await settlePayment(context, "stripe", disputed!.paymentId, { disputes: true });
    await housekeeping();
    expect(await returnsOf(db(), disputed!.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 1200, held: -1200, bank: 1200 });
  });

  it("the account lacks the money: it is our loss, and is recovered when there is some", async () => {
    const { owner, donations } = await withMoved([2000]);
    const balance = bank.balanceOf;
    bank.balanceOf = () => 0;
    await refund(donations[0]!);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ payee: 2000, loss: -2000 });
    bank.balanceOf = balance;
    later(0, 2);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({});
  });
});

describe("payouts that fail", () => {
  it("asks the owner, and never pays into the same account again", async () => {
    const { owner } = await withMoved([2000]);
    await askPayout(context, owner, {});
    bank.come(newestPayout(), "failed");
    await settlePayoutOf(context, newestPayout().id);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, payee: 2000 });
    later(30);
    await housekeeping();
    expect(bank.payouts.size).toBe(1);
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "ON_HOLD" });
    const told = await notificationsOf(db(), owner.id);
    expect(told.filter(({ type }) => type === "payout")).toMatchObject([{ payoutState: "failed" }]);
    await db().transaction((tx) =>
      liftHold(tx, {
        subject: { userId: owner.id, accountId: owner.accountId },
        cause: "provider",
        at: at(),
        by: "ines",
      }),
    );
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "failed" },
      { state: "sent", cause: "quiet" },
    ]);
  });

  it.each([[4], [7, 4]])(
    "books a payout that was paid and then failed, its event lost, %i days later",
    async (...days) => {
      const { owner } = await withPaid([2000]);
      for (const count of days) {
        await housekeeping();
        later(count);
      }
      bank.come(newestPayout(), "failed");
      await housekeeping();
      expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, payee: 2000 });
      const told = await notificationsOf(db(), owner.id);
      expect(told.filter(({ type }) => type === "payout").map(({ payoutState }) => payoutState)).toEqual([
        "paid",
        "failed",
      ]);
    },
  );

  it("stops asking fourteen days after it was paid", async () => {
    const { owner } = await withPaid([2000]);
    later(14, 1);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "paid", checkAt: null }]);
  });

  /** 20.00 that were refunded after the payout; another donation made up for them, and then the payout fails. */
  async function failLate(provider: "stripe" | "paypal", left?: (owner: { id: string }) => Promise<unknown>) {
    const at = provider === "stripe" ? bank : paypal;
    const owner = await addPayee(provider);
    const request = await addRequest(owner, 100_000);
    const first = await give(request, 2000);
    later(22);
    await housekeeping();
    const [payout] = at.payouts.values();
    at.come(payout!, "paid");
    await settlePayoutOf(context, payout!.id);
    await refund(first);
    later(7);
    await give(request, 3000);
    later(8, 1);
    for (let run = 0; run < 3; run += 1) await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ payee: 1000, bank: 2000 });
    await left?.(owner);
    at.come(payout!, "failed", "could_not_process");
    await settlePayoutOf(context, payout!.id);
    await housekeeping();
    await expectBalancedBooks(db());
    return owner;
  }

  it.each(["stripe", "paypal"] as const)(
    "after another donation made up for its loss: what it brings back is paid out again (%s)",
    async (provider) => {
      const owner = await failLate(provider);
      expect(await overviewOf(db(), owner)).toMatchObject({ waiting: 3000, givenBack: 2000 });
      const { totals } = await yearStatementOf(db(), owner.id, 2026);
      expect(totals).toMatchObject({ waiting: 3000, givenBack: 2000 });
      await checkByOwner(context, owner.id);
      later(14);
      await housekeeping();
      await expectBalancedBooks(db());
      expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, held: -3000, bank: 3000 });
    },
  );

  const leaveAll = ({ id }: { id: string }) =>
    db().transaction((tx) => clearSince(tx, id, { at: at(), since: new Date(0) }));
  const payOutAndLeave = async (person: { id: string }) => {
    await askPayout(context, person, {});
    bank.come(newestPayout(), "paid");
    await settlePayoutOf(context, newestPayout().id);
    await leaveAll(person);
  };

  it("… and is owed again with that donation where both are in an account that was left", async () => {
    const owner = await failLate("stripe", leaveAll);
    later(1);
    await housekeeping();
    await expectBalancedBooks(db());
    await expectOwed(db(), owner.id, 3000);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000 });
  });

  it("… and stays there, of which an operator reads, where the rest of that donation was paid out", async () => {
    const owner = await failLate("stripe", payOutAndLeave);
    later(15);
    await housekeeping();
    await expectBalancedBooks(db());
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, held: -3000, payee: 2000, bank: 1000 });
    expect(await findConcerns(db(), at())).toContainEqual({
      check: "money that made up for a loss came back to an account that was left",
      rows: [expect.objectContaining({ user_id: owner.id, amount: 2000 })],
    });
  });

  it("… which does not keep its owner from erasing themselves: nobody can give it back", async () => {
    const owner = await failLate("stripe", payOutAndLeave);
    later(15);
    await housekeeping();
    expect(await giveBack(context, owner)).toEqual({ givenBack: 0 });
    expect(await db().transaction((tx) => erasePerson(tx, owner.id, at()))).toBe(true);
  });

  it("never goes back: an old answer after the new one changes nothing", async () => {
    const { owner } = await withPaid([2000]);
    bank.come(newestPayout(), "on_the_way");
    await settlePayoutOf(context, newestPayout().id);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "paid" }]);
    bank.come(newestPayout(), "paid");
  });

  it("does not know a payout of somebody else's", async () => {
    expect(await settlePayoutOf(context, "po_unknown")).toBeNull();
  });
});

describe("an account without money of its own", () => {
  it("moves in the books with the payout, and owes again when it fails, to be paid to the bank", async () => {
    const owner = await addPayee("paypal");
    const request = await addRequest(owner);
    const given = await give(request, 2000);
    later(14);
    await housekeeping();
    expect(paypal.calls.createTransfer).toBeUndefined();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent", cause: "quiet", amount: 2000 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, bank: 2000 });
    const payout = [...paypal.payouts.values()][0]!;
    paypal.come(payout, "failed");
    await settlePayoutOf(context, payout.id);
    await expectOwed(db(), owner.id, 2000);
    await openAccount(owner);
    await housekeeping();
    expect(await transfersOf(db(), given.donationId)).toMatchObject([
      { state: "returned", round: 1, providerId: null },
      { state: "sent", round: 2 },
    ]);
    expect([...bank.transfers.values()][0]?.idempotencyKey).toBe(`transfer-${given.donationId}-2`);
    // Another bank account than the one before: a week of rest.
    later(7);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, bank: 2000 });
  });

  it("is paid by another payout when one was refused for so long that the provider forgets its id", async () => {
    const owner = await addPayee("paypal");
    await give(await addRequest(owner), 2000);
    later(14);
    const refused = { call: "createPayout", refused: "INSUFFICIENT_FUNDS" } as const;
    paypal.failures.push(refused);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "created" }]);
    later(30);
    await housekeeping();
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "failed", failureCode: "withdrawn", amount: 2000 },
      { state: "sent", amount: 2000 },
    ]);
    expect(paypal.payouts.size).toBe(1);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 2000, held: -2000, bank: 2000 });
  });

  it("is not asked for what is in an account with a bank, which pays it by itself", async () => {
    const { owner } = await withMoved([2000]);
    await openAccount(owner, "paypal");
    await expect(askPayout(context, owner, {})).rejects.toMatchObject({ code: "NOTHING_TO_PAY_OUT" });
    later(14);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "sent", amount: 2000 }]);
    expect(bank.payouts.size).toBe(1);
  });

  it("a refund after the payout is a loss, recovered from the next donation", async () => {
    const owner = await addPayee("paypal");
    const request = await addRequest(owner);
    const given = await give(request, 2000);
    later(14);
    await housekeeping();
    const payout = [...paypal.payouts.values()][0]!;
    paypal.come(payout, "paid");
    await settlePayoutOf(context, payout.id);
    await refund(given);
    const next = await give(request, 3000);
    later(14);
    for (let run = 0; run < 3; run += 1) await housekeeping();
    expect(await returnsOf(db(), next.donationId)).toMatchObject([{ state: "done", amount: 2000 }]);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, held: -3000, bank: 3000 });
  });

  it("owes the rest again when it fails after a part was lost", async () => {
    const owner = await addPayee("paypal");
    const given = await give(await addRequest(owner), 2000);
    later(14);
    await housekeeping();
    await refund(given, 510);
    await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ bank: 2000, loss: -500 });
    const payout = [...paypal.payouts.values()][0]!;
    paypal.come(payout, "failed");
    await settlePayoutOf(context, payout.id);
    await expectBalancedBooks(db());
    await housekeeping();
    await expectBalancedBooks(db());
    await expectOwed(db(), owner.id, 1500);
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 1500 });
  });

  it("owes the rest of what is taken out of a payout together with the part that goes back", async () => {
    const owner = await addPayee("paypal");
    const given = await give(await addRequest(owner), 2000);
    later(14);
    paypal.failures.push({ call: "createPayout", refused: "INSUFFICIENT_FUNDS" });
    await housekeeping();
    await refund(given, 510);
    const [due] = await db().select().from(transferReturns).where(eq(transferReturns.state, "due"));
    const transaction = db().transaction.bind(db());
    const killed = vi.spyOn(db(), "transaction").mockImplementation(async (...args) => {
      await transaction(...args);
      throw new Error("killed");
    });
    await expect(settleReturn(context, due!.id)).rejects.toThrow("killed");
    killed.mockRestore();
    await expectBalancedBooks(db());
    later(0, 6);
    await settleReturn(context, due!.id);
    await expectBalancedBooks(db());
    await expectOwed(db(), owner.id, 1500);
  });

  /** A wallet whose 30.00 made up for 20.00 that were lost; 10.00 of it are left in the books. */
  async function withRest() {
    const owner = await addPayee("paypal");
    const request = await addRequest(owner);
    const paid = [await give(request, 2000), await give(request, 2000)] as const;
    later(14);
    await housekeeping();
    const payout = [...paypal.payouts.values()][0]!;
    paypal.come(payout, "paid");
    await settlePayoutOf(context, payout.id);
    await refund(paid[0]);
    later(12);
    await give(request, 3000);
    later(3);
    for (let run = 0; run < 3; run += 1) await housekeeping();
    expect(await ledgerOf(db(), owner.id)).toMatchObject({ payee: 1000, bank: 4000 });
    return { owner, request, paid };
  }

  it.each(["is left", "is left while it pays that", "is taken over"])(
    "what a wallet has in the books beside what made up for a loss is paid to another address when it %s",
    async (how) => {
      const { owner } = await withRest();
      if (how === "is left while it pays that") await askPayout(context, owner, {});
      if (how === "is taken over") {
        const since = new Date(clock.time - 1);
        await db().update(users).set({ payoutChangedAt: at() }).where(eq(users.id, owner.id));
        await db().transaction((tx) => clearSince(tx, owner.id, { at: at(), since }));
      } else await db().transaction((tx) => closeWalletAccount(tx, owner.id, at()));
      const another = { paymentMethod: "paypal", paypalEmail: "other@example.org" } as const;
      await db().update(users).set(another).where(eq(users.id, owner.id));
      for (const payout of paypal.payouts.values())
        if (payout.state === "sent") {
          paypal.come(payout, "failed");
          await settlePayoutOf(context, payout.id);
        }
      await expectBalancedBooks(db());
      for (let week = 0; week < 5; week += 1) {
        later(7);
        await housekeeping();
        await expectBalancedBooks(db());
      }
      expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 5000, held: -5000, bank: 5000 });
    },
  );

  it("recovers a loss from what the account of an earlier address had in the books", async () => {
    const { owner, request, paid } = await withRest();
    await db().update(users).set({ paypalEmail: "other@example.org" }).where(eq(users.id, owner.id));
    await give(request, 500);
    await housekeeping();
    await refund(paid[1]);
    for (let week = 0; week < 2; week += 1) {
      later(7);
      await housekeeping();
    }
    await expectBalancedBooks(db());
    expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3500, held: -3500, bank: 4000, loss: -500 });
  });
});

describe("two servers", () => {
  it("move each donation once and pay it out once", async () => {
    const owners = [];
    for (let person = 0; person < 3; person += 1) {
      const owner = await addPayee();
      const request = await addRequest(owner, 3000);
      for (const cents of [1000, 1500, 500]) await give(request, cents);
      owners.push(owner);
    }
    later(IDEAL + FIRST);
    await Promise.all([housekeeping(), housekeeping(), housekeeping()]);
    await housekeeping();
    expect(bank.transfers.size).toBe(9);
    expect(bank.payouts.size).toBe(3);
    expect(bank.calls).toMatchObject({ createTransfer: 9, createPayout: 3 });
    for (const owner of owners) {
      expect(await ledgerOf(db(), owner.id)).toEqual({ recipient: 3000, held: -3000, bank: 3000 });
    }
  });
});

describe("what housekeeping looks at every three minutes", () => {
  it("is no donation that is not released yet, or held", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner);
    const [free, held] = [await give(request, 1000), await give(request, 1000)];
    await hold(held.donationId);
    const movable = async () => {
      const page = { providers: ["stripe"] as const, at: at(), after: null, limit: 50 };
      const rows = await selectMovable(db(), page);
      return rows.map(({ id }) => id).filter((id) => id === free.donationId || id === held.donationId);
    };
    later(IDEAL + FIRST, -1);
    expect(await movable()).toEqual([]);
    later(0, 1);
    expect(await movable()).toEqual([free.donationId]);
  });

  it("is also a payout of more donations than one statement has parameters for", async () => {
    const owner = await addPayee();
    const many = Array.from({ length: 20_000 }, () => ({
      donationId: newId(),
      transferId: newId(),
      requestId: newId(),
      amount: 1000,
    }));
    const of = { accountId: owner.accountId, userId: owner.id, requestId: null, cause: "quiet" } as const;
    const tried = db().transaction(async (tx) => {
      const four = [...many, ...many, ...many, ...many];
      await lockDonations(
        tx,
        four.map(({ donationId }) => donationId),
      );
      await insertPayout(tx, { ...of, id: newId(), donations: many, at: at() });
    });
    // PostgreSQL has read both, and knows none of these donations.
    await expect(tried).rejects.toMatchObject({ cause: { constraint_name: /^payout_donations_/ } });
  });

  it("finds a person's donations by their requests", async () => {
    const owner = await addPayee();
    const plan = await explain(process.env.DATABASE_URL ?? "", (read) => selectRequests(read, owner.id), {
      enable_seqscan: "off",
    });
    expect(plan).toContain("donations_of_request");
    const order = { reason: "given_back", moved: true, at: at() } as const;
    const refunds = await explain(
      process.env.DATABASE_URL ?? "",
      (read) => orderRefunds(read, owner.id, order),
      {
        enable_seqscan: "off",
      },
    );
    expect(refunds).toContain("donations_of_request");
  });
});
