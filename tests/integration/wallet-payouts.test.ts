import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { donations, payeeAccounts, payouts, users } from "@/db/schema";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { answerWaiting, perform } from "@/lib/domain/operator/deeds";
import { askAboutPayouts } from "@/lib/domain/operator/payout-steps";
import { forgetPayee } from "@/lib/domain/payouts/close-accounts";
import { endUnanswered } from "@/lib/domain/payouts/settle-payout";
import { handlePayoutEvent } from "@/lib/domain/settlement/handle-payout-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import { addOperator } from "../support/deciding";
import { start, tell } from "../support/donating";
import { payoutsOf } from "../support/payouts";
import { addPerson, addRequest } from "../support/people";

/** People who are paid by the wallet, through its own protocol at the sandbox. */
const { database, card, context } = openBooks({ ...WALLET_DONATIONS, PAYOUT_REVIEW: "off" });
const folder = temporaryFolder();
let sandbox: TestSandbox;
let time: number;
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path);
});
beforeEach(async () => {
  time = Date.parse("2026-11-23T10:00:00Z");
  setClock(() => new Date(time));
  const keys = { ...WALLET, apiBase: sandbox.url, currency: "eur" };
  context.payoutProviders = {
    stripe: null,
    paypal: createPayPalPayouts(keys, { timeout: 1_000, retries: 0 }),
  };
  // What earlier tests left does not concern this one.
  for (const table of [donations, payouts]) await database.db.update(table).set({ checkAt: null });
  await database.db.update(users).set({ paymentMethod: null });
  return () => sandbox.call("DELETE", "/_sandbox/faults");
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

const db = () => database.db;
const later = (days: number, minutes = 0) => {
  time += (days * 1_440 + minutes) * 60_000;
};
/** What housekeeping does. Any error fails the test. */
const housekeeping = () =>
  reconcile(context, (subject, error) => {
    throw new Error(`reconciling ${subject}`, { cause: error });
  });
const accountsOf = (userId: string) =>
  db().select().from(payeeAccounts).where(eq(payeeAccounts.userId, userId)).orderBy(payeeAccounts.createdAt);
const atProvider = async (payoutId: string) => {
  const { body } = await sandbox.call("GET", "/_sandbox/state");
  const { wallet } = body as {
    wallet: { payouts: { id: string; senderBatchId: string; receiver: string }[] };
  };
  return wallet.payouts.filter(({ senderBatchId }) => senderBatchId === payoutId);
};
const CALL = "POST /v1/payments/payouts";
const setHold = ({ id: userId }: { id: string }, isHeld: boolean) =>
  db().transaction(async (tx) => {
    const hold = { subject: { userId }, cause: "operator", at: new Date(time) } as const;
    await (isHeld ? placeHold : liftHold)(tx, hold);
  });
/** A request that reached its goal, and time enough for its donation to be released. */
async function owed(owner: { id: string }, cents = 2_500) {
  const request = await addRequest(db(), owner, { goal: cents });
  const { paymentId } = await start(context, await addPerson(db()), request, String(cents / 100));
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  later(20);
}

describe("a person who is paid by the wallet", () => {
  it("gets an account without being asked, and the money at their address", async () => {
    const owner = await addPerson(db());
    await owed(owner);
    await housekeeping();
    const [account] = await accountsOf(owner.id);
    expect(account).toMatchObject({
      provider: "paypal",
      providerAccountId: `${account?.id}:${owner.email}`,
      transfers: "active",
      payouts: "active",
      bankLast4: null,
    });
    const [payout] = await payoutsOf(db(), owner.id);
    expect(payout).toMatchObject({ state: "sent", amount: 2_500, accountId: account?.id });
    const [batch] = await atProvider(payout?.id ?? "");
    expect(batch).toMatchObject({ id: payout?.providerId, receiver: owner.email });
    await sandbox.call("POST", `/_sandbox/wallet/${batch?.id}/succeed`, {});
    const event = {
      id: "WH-1",
      type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
      account: null,
      payout: batch?.id ?? "",
    };
    expect(await handlePayoutEvent(context, "paypal", event)).toBe("payout paid");
    expect(await handlePayoutEvent(context, "paypal", event)).toBe("already handled");
    await housekeeping();
    expect(await accountsOf(owner.id)).toHaveLength(1);
  });

  it("with another address gets another account, and the money is held for a week", async () => {
    const owner = await addPerson(db());
    await owed(owner);
    await housekeeping();
    await db().update(users).set({ paypalEmail: "new@example.org" }).where(eq(users.id, owner.id));
    await owed(owner, 3_000);
    await housekeeping();
    const [before, after] = await accountsOf(owner.id);
    expect(before?.closedAt).not.toBeNull();
    expect(after).toMatchObject({ closedAt: null, providerAccountId: `${after?.id}:new@example.org` });
    expect(await payoutsOf(db(), owner.id)).toHaveLength(1);
    later(8);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ amount: 2_500 }, { amount: 3_000 }]);
  });

  it("is paid once when the answer is lost and their address changes meanwhile", async () => {
    const owner = await addPerson(db());
    await owed(owner);
    await sandbox.call("POST", "/_sandbox/faults", { timeoutAfterActing: "cut", scope: { call: CALL } });
    await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
    const [payout] = await payoutsOf(db(), owner.id);
    expect(payout).toMatchObject({ state: "created", providerId: null });
    expect(await atProvider(payout?.id ?? "")).toHaveLength(1);
    await db().update(users).set({ paypalEmail: "other@example.org" }).where(eq(users.id, owner.id));
    later(0, 10);
    await housekeeping();
    const batches = await atProvider(payout?.id ?? "");
    expect(batches).toMatchObject([{ receiver: owner.email }]);
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ providerId: batches[0]?.id, amount: 2_500 }]);
  });

  it.each(["refuse", "failNext"])("is not paid what was held after a refusal (%s)", async (fault) => {
    const owner = await addPerson(db());
    await owed(owner);
    const refusal = fault === "refuse" ? { refuse: "SENDER_RESTRICTED" } : { failNext: 429 };
    await sandbox.call("POST", "/_sandbox/faults", { ...refusal, scope: { call: CALL } });
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    expect(payout).toMatchObject({ state: "created", claimedUntil: null, problem: expect.any(String) });
    await setHold(owner, true);
    later(0, 70);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "failed", failureCode: "withdrawn" }]);
    expect(await atProvider(payout?.id ?? "")).toEqual([]);
    await setHold(owner, false);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{}, { state: "sent", amount: 2_500 }]);
  });

  it("is paid once when a refusal follows the lost answer and they are held meanwhile", async () => {
    const owner = await addPerson(db());
    await owed(owner);
    await sandbox.call("POST", "/_sandbox/faults", { timeoutAfterActing: "cut", scope: { call: CALL } });
    await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
    await setHold(owner, true);
    await sandbox.call("POST", "/_sandbox/faults", { refuse: "SENDER_RESTRICTED", scope: { call: CALL } });
    later(0, 10);
    await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
    later(0, 10);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    const [batch] = await atProvider(payout?.id ?? "");
    // PayPal decides about it after two seconds.
    expect(payout).toMatchObject({ sentAt: expect.any(Date), providerId: batch?.id });
    await setHold(owner, false);
  });

  describe("after 30 days without an answer, of which an operator says what became of it", () => {
    async function unanswered(acted: boolean) {
      const owner = await addPerson(db());
      await owed(owner);
      const lost = acted ? { timeoutAfterActing: "cut" } : { failNext: 503 };
      await sandbox.call("POST", "/_sandbox/faults", { ...lost, scope: { call: CALL } });
      await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
      const [payout] = await payoutsOf(db(), owner.id);
      await sandbox.call("POST", "/_sandbox/clock", { days: 31 });
      later(31);
      await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
      // Reconciliation goes on trying.
      await db().update(payouts).set({ checkAt: null });
      const id = payout?.id ?? "";
      return { owner, id, batches: await atProvider(id), operator: await addOperator(db()) };
    }
    const order = (reference: string) => ({ reference, reason: "ticket 913" });

    it("is booked as the batch that PayPal confirms, and as no other", async () => {
      const { owner, id, batches, operator } = await unanswered(true);
      const other = await unanswered(true);
      const retry = (batch: string) => perform(context, operator, "retry_payout", { ...order(id), batch });
      await expect(retry(other.batches[0]?.id ?? "")).rejects.toThrow("another's");
      await expect(retry("UNKNOWN")).rejects.toThrow("another's");
      expect(await retry(batches[0]?.id ?? "")).toMatchObject({ done: { before: "created", after: "paid" } });
      expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "paid", providerId: batches[0]?.id }]);
    });

    it("is paid anew where it was not made, once a second operator agreed", async () => {
      const { owner, id, batches, operator } = await unanswered(false);
      expect(batches).toEqual([]);
      const [asked] = await askAboutPayouts(context, operator, id);
      expect(asked?.answer).toContain("cannot be asked");
      const wanted = { ...order(id), isUnmade: true };
      const waiting = await perform(context, operator, "retry_payout", wanted);
      if (!("waits" in waiting)) throw new Error("done by one operator");
      const answer = { id: waiting.waits, isApproved: true, reason: null };
      await answerWaiting(context, await addOperator(db()), answer);
      expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "failed", failureCode: "withdrawn" }]);
      await housekeeping();
      expect(await payoutsOf(db(), owner.id)).toMatchObject([{}, { state: "sent", amount: 2_500 }]);
    });

    it("is not freed while the last call may be under way", async () => {
      const owner = await addPerson(db());
      await owed(owner);
      const isUnanswered = async () => {
        await sandbox.call("POST", "/_sandbox/faults", { failNext: 503, scope: { call: CALL } });
        await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
      };
      await isUnanswered();
      const [payout] = await payoutsOf(db(), owner.id);
      later(30, -1);
      await isUnanswered();
      later(0, 2);
      expect(await endUnanswered(context, payout?.id ?? "", null)).toBeNull();
      later(0, 5);
      expect(await endUnanswered(context, payout?.id ?? "", null)).toBe("withdrawn");
    });

    it("is not freed before, nor after it was booked", async () => {
      const owner = await addPerson(db());
      await owed(owner);
      await sandbox.call("POST", "/_sandbox/faults", { timeoutAfterActing: "cut", scope: { call: CALL } });
      await expect(housekeeping()).rejects.toMatchObject({ cause: expect.any(ProviderUnavailable) });
      const [payout] = await payoutsOf(db(), owner.id);
      const id = payout?.id ?? "";
      later(29);
      expect(await endUnanswered(context, id, null)).toBeNull();
      await housekeeping();
      later(2);
      expect(await endUnanswered(context, id, null)).toBeNull();
      expect(await payoutsOf(db(), owner.id)).toMatchObject([{ providerId: expect.any(String) }]);
    });
  });

  it("whose address nobody has an account for is owed the money again when it comes back", async () => {
    const owner = await addPerson(db());
    await db().update(users).set({ paypalEmail: "unclaimed@example.org" }).where(eq(users.id, owner.id));
    await owed(owner);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    await sandbox.call("POST", `/_sandbox/wallet/${payout?.providerId}/unclaim`, {});
    later(0, 70);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "on_the_way" }]);
    await sandbox.call("POST", `/_sandbox/wallet/${payout?.providerId}/return`, {});
    later(0, 70);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([
      { state: "failed", failureCode: "RECEIVER_UNREGISTERED" },
    ]);
  });

  it("leaves no address behind when their account is erased", async () => {
    const owner = await addPerson(db());
    await owed(owner);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    await sandbox.call("POST", `/_sandbox/wallet/${payout?.providerId}/succeed`, {});
    later(0, 70);
    await housekeeping();
    await db().transaction((tx) => forgetPayee(tx, owner.id, new Date(time)));
    expect(JSON.stringify(await accountsOf(owner.id))).not.toContain(owner.email);
    later(0, 70);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toMatchObject([{ state: "paid" }]);
  });

  it("has none where this deployment does not pay by the wallet", async () => {
    context.payoutProviders = { stripe: null, paypal: null };
    const owner = await addPerson(db());
    await owed(owner);
    await housekeeping();
    expect(await accountsOf(owner.id)).toEqual([]);
    expect(await db().$count(payouts, eq(payouts.userId, owner.id))).toBe(0);
  });
});
