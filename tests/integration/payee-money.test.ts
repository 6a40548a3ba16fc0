import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { holds, payeeAccounts } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { eraseAccountOf } from "@/lib/domain/operator/erase-account";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { owedTo } from "@/lib/domain/payouts/queries";
import { payeeState } from "@/lib/domain/payouts/rules";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { handlePayoutEvent } from "@/lib/domain/settlement/handle-payout-event";
import { donationRow, userRow } from "../support/donating";
import { openPayoutBooks, payoutsOf, transfersOf } from "../support/payouts";
import { addPerson } from "../support/people";

const books = openPayoutBooks();
const { context, bank, paypal, clock, addPayee, openAccount, addRequest, give, later, housekeeping } = books;
const db = () => books.database.db;

const erase = ({ id }: { id: string }) => eraseAccount(context, { id, username: "" }, {});
const OWED = { code: "MONEY_OWED" };
const accountOf = async ({ id }: { id: string }) => {
  const [row] = await db().select().from(payeeAccounts).where(eq(payeeAccounts.userId, id));
  return row!;
};
const holdsOf = ({ id }: { id: string }) =>
  db().select().from(holds).where(eq(holds.userId, id)).orderBy(holds.placedAt);
const stateOf = async (id: string) => (await donationRow(db(), id)).paymentStatus;

const waitingForLocks = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db().execute(waiting)).length;
};

/** Somebody with an account, who was given 25.00; the goal is far away. */
async function given() {
  const owner = await addPayee();
  const request = await addRequest(owner, 50_000);
  const { donationId } = await give(request, 2_500);
  return { owner, request, donationId };
}

/** It is in their account at the provider. */
async function moved() {
  const all = await given();
  later(7);
  await housekeeping();
  expect(await transfersOf(db(), all.donationId)).toMatchObject([{ state: "sent" }]);
  return all;
}

describe("erasing somebody who is owed money", () => {
  it("is refused while it waits, while it is in their account, and while it is on its way to their bank", async () => {
    const { owner, donationId } = await given();
    await expect(erase(owner)).rejects.toMatchObject(OWED);
    later(7);
    await housekeeping();
    expect(await stateOf(donationId)).toBe("completed");
    expect(await owedTo(db(), owner.id)).toBe(2_500);
    await expect(erase(owner)).rejects.toMatchObject(OWED);
    const order = { reference: owner.username, reason: "ticket 9" };
    await expect(eraseAccountOf(context, { name: "ines" }, order)).rejects.toThrow("Money is owed");
    later(14);
    await housekeeping();
    expect((await payoutsOf(db(), owner.id)).length).toBe(1);
    expect(await owedTo(db(), owner.id)).toBe(2_500);
    await expect(erase(owner)).rejects.toMatchObject(OWED);
    expect((await userRow(db(), owner.id)).erasedAt).toBeNull();
  });

  it("works once it is in their bank; their account is closed when no payout can fail any more", async () => {
    const { owner } = await moved();
    later(14);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    bank.come(bank.payouts.get(payout!.providerId!)!, "paid");
    later(0, 90);
    await housekeeping();
    expect(await owedTo(db(), owner.id)).toBe(0);
    await checkPayee(context, owner.id);
    expect(await accountOf(owner)).toMatchObject({ bankLast4: "1234", bankHash: expect.any(String) });

    await erase(owner);
    expect(await accountOf(owner)).toMatchObject({ bankLast4: null, bankHash: null, closedAt: null });
    const account = (await accountOf(owner)).providerAccountId!;
    expect(bank.accounts.get(account)?.closed).toBe(false);
    later(15);
    await housekeeping();
    expect(bank.accounts.get(account)?.closed).toBe(true);
    expect(await accountOf(owner)).toMatchObject({
      closedAt: expect.any(Date),
      checkAt: null,
      bankLast4: null,
    });
    expect((await userRow(db(), owner.id)).stripeAccountId).toBeNull();
  });

  it("works at once after everything was given back, also what was moved; then the account is closed", async () => {
    const { owner, request, donationId } = await moved();
    const late = await give(request, 1_000);
    expect(await giveBack(context, owner)).toEqual({ givenBack: 3_500 });
    await erase(owner);
    await housekeeping();
    later(0, 30);
    await housekeeping();
    for (const id of [donationId, late.donationId]) {
      expect(await donationRow(db(), id)).toMatchObject({
        paymentStatus: "refunded",
        refundReason: "given_back",
        isOwed: false,
      });
    }
    expect(await transfersOf(db(), donationId)).toMatchObject([{ state: "returned" }]);
    later(1);
    await housekeeping();
    expect((await accountOf(owner)).closedAt).not.toBeNull();
  });

  it("closes the account later where the provider is away", async () => {
    const owner = await addPayee();
    bank.failures.push({ call: "closeAccount" });
    await erase(owner);
    expect((await accountOf(owner)).closedAt).toBeNull();
    later(1);
    await housekeeping();
    expect((await accountOf(owner)).closedAt).not.toBeNull();
  });
});

describe("giving back", () => {
  it("leaves what is on its way to the bank", async () => {
    const { owner, request, donationId } = await moved();
    later(14);
    await housekeeping();
    const late = await give(request, 1_000);
    expect(await giveBack(context, owner)).toEqual({ givenBack: 1_000 });
    await housekeeping();
    expect(await stateOf(donationId)).toBe("completed");
    expect(await stateOf(late.donationId)).toBe("refunded");
  });

  it("leaves what a payout takes while it waits for another donation", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner, 100_000);
    const [kept, paid] = [await give(request, 1_500), await give(request, 2_500)].sort((a, b) =>
      a.donationId < b.donationId ? -1 : 1,
    ) as [Awaited<ReturnType<typeof give>>, Awaited<ReturnType<typeof give>>];
    const subject = { donationId: kept.donationId };
    await db().transaction((tx) => placeHold(tx, { subject, cause: "operator", at: new Date(clock.time) }));
    later(7);
    await housekeeping();
    expect(await transfersOf(db(), paid.donationId)).toMatchObject([{ state: "sent" }]);
    let giving: ReturnType<typeof giveBack> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute(sql`select from donations where id = ${kept.donationId} for update`);
      giving = giveBack(context, owner);
      await expect.poll(waitingForLocks).toBe(1);
      await askPayout(context, owner, {});
      expect(bank.payouts.size).toBe(1);
    });
    const { amount } = await donationRow(db(), kept.donationId);
    expect(await giving).toEqual({ givenBack: amount });
    expect(await donationRow(db(), paid.donationId)).toMatchObject({ refundReason: null, isOwed: false });
    expect(await donationRow(db(), kept.donationId)).toMatchObject({ refundReason: "given_back" });
  });
});

describe("an account that cannot be paid any more", () => {
  it("nothing moves and the owner sees who waits; it goes on when the capability is back", async () => {
    const { owner } = await moved();
    const account = (await accountOf(owner)).providerAccountId!;
    const known = bank.accounts.get(account)!;
    bank.accounts.set(account, { ...known, payouts: "restricted", waitsFor: "owner" });
    later(14);
    await checkPayee(context, owner.id);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toEqual([]);
    expect(payeeState(await findPayee(db(), owner.id))).toBe("asked");
    bank.accounts.set(account, known);
    await checkPayee(context, owner.id);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toHaveLength(1);
  });

  it("a payout that the bank returned: nothing more until there is another bank account, then a week of rest", async () => {
    const { owner } = await moved();
    later(14);
    await housekeeping();
    const [payout] = await payoutsOf(db(), owner.id);
    await checkPayee(context, owner.id);
    bank.come(bank.payouts.get(payout!.providerId!)!, "failed");
    const event = { id: `evt_${owner.id}`, type: "payout.failed", account: null, payout: payout!.providerId };
    expect(await handlePayoutEvent(context, "stripe_connect", event)).toBe("payout failed");
    expect(await handlePayoutEvent(context, "stripe_connect", event)).toBe("already handled");
    expect(await holdsOf(owner)).toMatchObject([{ cause: "provider", liftedAt: null }]);
    const account = (await accountOf(owner)).providerAccountId!;
    later(1);
    bank.setBank(account, "DE89370400440532013000");
    await checkPayee(context, owner.id);
    expect(await holdsOf(owner)).toMatchObject([
      { cause: "provider", liftedAt: expect.any(Date) },
      { cause: "new_bank_account", liftedAt: null },
    ]);
    later(6);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toHaveLength(1);
    later(2);
    await housekeeping();
    expect(await payoutsOf(db(), owner.id)).toHaveLength(2);
  });
});

describe("an address of the wallet", () => {
  /** Somebody who chose the wallet, and was given 25.00. */
  async function owed() {
    const owner = await addPerson(db());
    const request = await addRequest(owner, 50_000);
    const { donationId } = await give(request, 2_500);
    return { owner, donationId };
  }

  it("is an account once something is owed, without anything to do", async () => {
    const { owner } = await owed();
    await housekeeping();
    expect(payeeState(await findPayee(db(), owner.id))).toBe("ready");
    expect(await userRow(db(), owner.id)).toMatchObject({
      bankAccountVerified: false,
      stripeAccountId: null,
    });
    later(30);
    await housekeeping();
    expect(paypal.calls.createAccount).toBe(1);
    expect((await userRow(db(), owner.id)).donationsPausedAt).toBeNull();
    expect(await payoutsOf(db(), owner.id)).toHaveLength(1);
  });

  it("another one is another account, and nothing moves for a week", async () => {
    const { owner } = await owed();
    await housekeeping();
    const before = await findPayee(db(), owner.id);
    await updateUser(db(), owner, { paypalEmail: owner.email });
    expect((await findPayee(db(), owner.id))?.closedAt).toBeNull();
    await updateUser(db(), owner, { paypalEmail: "another@example.org" });
    expect(payeeState(await findPayee(db(), owner.id))).toBe("closed");
    later(1);
    await housekeeping();
    const now = await findPayee(db(), owner.id);
    expect(now?.id).not.toBe(before?.id);
    expect(payeeState(now)).toBe("ready");
    expect(await holdsOf(owner)).toMatchObject([{ cause: "new_bank_account" }]);
  });

  const isPaused = async ({ id }: { id: string }) => (await userRow(db(), id)).donationsPausedAt !== null;
  const choose = (owner: { id: string }, paymentMethod: "bank" | "paypal") =>
    updateUser(db(), owner, { paymentMethod });

  it("can be given to again at once, though chosen after everything went back and nothing is owed", async () => {
    const owner = await addPerson(db());
    await choose(owner, "bank");
    const { donationId } = await give(await addRequest(owner), 2_500);
    for (const days of [30, 55, 1]) {
      later(days);
      await housekeeping();
    }
    expect(await stateOf(donationId)).toBe("refunded");
    expect(await isPaused(owner)).toBe(true);
    await choose(owner, "paypal");
    await housekeeping();
    expect(payeeState(await findPayee(db(), owner.id))).toBe("ready");
    expect(await isPaused(owner)).toBe(false);
  });

  it("that was an account before is asked about again once it is chosen, and not while the bank is", async () => {
    const owner = await addPayee("paypal");
    await openAccount(owner);
    const [wallet, account] = await db()
      .select()
      .from(payeeAccounts)
      .where(eq(payeeAccounts.userId, owner.id))
      .orderBy(payeeAccounts.createdAt, sql`${payeeAccounts.provider} = 'stripe'`);
    bank.set(account!.providerAccountId!, { transfers: "rejected", payouts: "rejected" });
    await checkPayee(context, owner.id);
    const { donationId } = await give(await addRequest(owner), 2_500);
    await housekeeping();
    later(0, 5);
    // Both are asked about daily.
    const isOfOwner = eq(payeeAccounts.userId, owner.id);
    await db()
      .update(payeeAccounts)
      .set({ checkAt: new Date(clock.time) })
      .where(isOfOwner);
    await housekeeping();
    expect(await stateOf(donationId)).toBe("refunded");
    expect(await isPaused(owner)).toBe(true);
    await choose(owner, "paypal");
    const address = wallet!.providerAccountId!;
    paypal.set(address, { payouts: "rejected" });
    await housekeeping();
    expect(await isPaused(owner)).toBe(true);
    paypal.set(address, { payouts: "active" });
    await housekeeping();
    expect(await isPaused(owner)).toBe(false);
    expect(paypal.calls.createAccount).toBeUndefined();
  });

  it("of an erased person is forgotten", async () => {
    const { owner } = await owed();
    await housekeeping();
    await giveBack(context, owner);
    await erase(owner);
    const account = await accountOf(owner);
    expect(account).toMatchObject({ closedAt: expect.any(Date), checkAt: null, bankHash: null });
    expect(account.providerAccountId).toBe(`${account.id}:erased`);
    await housekeeping();
  });

  it("does not help where this deployment does not pay by the wallet", async () => {
    const { owner } = await owed();
    context.payoutProviders = { stripe: bank, paypal: null };
    try {
      later(30);
      await housekeeping();
      expect(await findPayee(db(), owner.id)).toBeNull();
      expect((await userRow(db(), owner.id)).donationsPausedAt).not.toBeNull();
    } finally {
      context.payoutProviders = { stripe: bank, paypal };
    }
  });
});
