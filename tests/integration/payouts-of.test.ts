import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Tx } from "@/db/client";
import {
  donations,
  ledgerEntries,
  newId,
  payeeAccounts,
  payoutDonations,
  payouts,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import type { HoldSubject } from "@/lib/domain/holds/types";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { releaseOf } from "@/lib/domain/payouts/rules";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import type { PayoutState } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import { donationRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

const LATER = new Date(Date.now() + 30 * DAY);
const later = () => setClock(() => LATER);

/** Somebody with a donation of `amount` that is owed to them. */
async function owed(amounts: readonly string[] = ["20.00"]) {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 100_000 });
  const given: string[] = [];
  for (const amount of amounts) {
    const { donationId, paymentId } = await start(context, donor, request, amount);
    card.pay(paymentId);
    await tell(context, paymentId);
    given.push(donationId);
  }
  return { owner, donor, request, given };
}

/** An account that can be paid out from. */
async function ready(owner: { id: string }) {
  const id = newId();
  await database.db.insert(payeeAccounts).values({
    id,
    userId: owner.id,
    provider: "stripe",
    providerAccountId: `acct_${id}`,
    country: "NL",
    transfers: "active",
    payouts: "active",
    waitsFor: "nobody",
    bankLast4: "0001",
    submittedAt: new Date(),
    readyAt: new Date(),
  });
  await database.db.update(users).set({ bankAccountVerified: true }).where(eq(users.id, owner.id));
  return id;
}

type Movement = { kind: "transfer" | "transfer_return" | "payout" | "payout_return"; userId: string };

function book(
  { kind, userId }: Movement,
  cause: object,
  [from, to]: ["held" | "payee" | "bank", "held" | "payee" | "bank"],
  amount: number,
) {
  return database.db.insert(ledgerEntries).values([
    { kind, userId, ...cause, account: from, amount: -amount },
    { kind, userId, ...cause, account: to, amount },
  ]);
}

/** Moves donations to the account, and answers the transfers. */
async function move(accountId: string, userId: string, given: readonly string[]) {
  const made = [];
  for (const donationId of given) {
    const { amount, returnedAmount, settledAt } = await donationRow(database.db, donationId);
    const transfer = { id: newId(), donationId, amount: amount - returnedAmount };
    const { at } = releaseOf({
      settledAt: settledAt!,
      paidBy: "other",
      firstPayoutAt: null,
      heldUntil: null,
    });
    await database.db.insert(transfers).values({
      ...transfer,
      accountId,
      userId,
      state: "sent",
      providerId: `tr_${transfer.id}`,
      releaseAt: at,
      sentAt: LATER,
      createdAt: LATER,
    });
    await database.db.update(donations).set({ isOwed: false }).where(eq(donations.id, donationId));
    await book({ kind: "transfer", userId }, { transferId: transfer.id }, ["held", "payee"], transfer.amount);
    made.push(transfer);
  }
  return made;
}

/** Pays transfers out, as far as a state. */
async function payOut(
  accountId: string,
  userId: string,
  moved: Awaited<ReturnType<typeof move>>,
  state: PayoutState,
) {
  const id = newId();
  const amount = moved.reduce((sum, transfer) => sum + transfer.amount, 0);
  const has = (...states: PayoutState[]) => (states.includes(state) ? LATER : null);
  await database.db.insert(payouts).values({
    id,
    accountId,
    userId,
    amount,
    cause: "owner",
    state,
    providerId: state === "created" ? null : `po_${id}`,
    arrivesOn: "2027-01-04",
    createdAt: LATER,
    sentAt: has("sent", "on_the_way", "paid", "failed"),
    paidAt: has("paid"),
    failedAt: has("failed"),
  });
  await database.db.insert(payoutDonations).values(
    moved.map((transfer) => ({
      payoutId: id,
      donationId: transfer.donationId,
      transferId: transfer.id,
      amount: transfer.amount,
      isLive: state !== "failed",
    })),
  );
  await book({ kind: "payout", userId }, { payoutId: id }, ["payee", "bank"], amount);
  if (state === "failed") {
    await book({ kind: "payout_return", userId }, { payoutId: id }, ["bank", "payee"], amount);
  }
  return id;
}

/** Runs what the books would not agree with, and undoes it. */
async function undone(run: (tx: Tx) => Promise<void>) {
  const done = Symbol();
  const over = database.db.transaction(async (tx) => {
    await run(tx);
    throw done;
  });
  await over.catch((error: unknown) => {
    if (error !== done) throw error;
  });
}

describe("where a person's money is (api.md, GET /api/payouts)", () => {
  it("is nowhere as long as nothing was received", async () => {
    expect(await payoutsOf(database.db, await addPerson(database.db))).toEqual({
      received: 0,
      waiting: 0,
      onTheWay: 0,
      inBank: 0,
      givenBack: 0,
      waitingUntil: null,
      waitingBecause: null,
      onHold: null,
      canAsk: false,
      payee: {
        standing: "unpayable",
        by: null,
        state: "none",
        waitsFor: "owner",
        waitsUntil: null,
        bankLast4: null,
        problem: null,
      },
      payouts: [],
    });
  });

  it("waits for the account, for a date, for a hold, and then for the goal", async () => {
    const { owner, given, request } = await owed();
    const of = () => payoutsOf(database.db, owner);
    expect(await of()).toMatchObject({ received: 2_000, waiting: 2_000, waitingBecause: "payee" });
    const account = await ready(owner);
    const { settledAt } = await donationRow(database.db, given[0]!);
    const release = releaseOf({
      settledAt: settledAt!,
      paidBy: "other",
      firstPayoutAt: null,
      heldUntil: null,
    });
    expect(await of()).toMatchObject({
      waitingUntil: release.at.toISOString(),
      waitingBecause: "first_payout",
      canAsk: false,
      payee: { state: "ready", bankLast4: "0001" },
    });
    later();
    expect(await of()).toMatchObject({ waitingUntil: null, waitingBecause: "goal", canAsk: false });
    await move(account, owner.id, given);
    expect(await of()).toMatchObject({ waitingUntil: null, waitingBecause: "goal", canAsk: true });
    const other = await owed();
    const subjects = [{ donationId: given[0]! }, { requestId: request.id }, { userId: owner.id }];
    const others = [
      { donationId: other.given[0]! },
      { requestId: other.request.id },
      { userId: other.owner.id },
    ];
    for (const [index, subject] of subjects.entries()) {
      const placed = (held: HoldSubject) =>
        database.db.transaction((tx) => placeHold(tx, { subject: held, cause: "operator", at: LATER }));
      await placed(others[index]!);
      expect(await of()).toMatchObject({ waitingBecause: "goal", canAsk: true });
      await placed(subject);
      expect(await of()).toMatchObject({ waitingBecause: "hold", canAsk: false });
      await database.db.transaction((tx) => liftHold(tx, { subject, cause: "operator", at: LATER }));
    }
  });

  it("waits until a new bank account is a week old", async () => {
    const { owner } = await owed();
    await ready(owner);
    later();
    const endsAt = new Date(LATER.getTime() + 7 * DAY);
    await database.db.transaction((tx) =>
      placeHold(tx, { subject: { userId: owner.id }, cause: "new_bank_account", at: LATER, endsAt }),
    );
    expect(await payoutsOf(database.db, owner)).toMatchObject({
      waitingUntil: endsAt.toISOString(),
      waitingBecause: "new_details",
      canAsk: false,
    });
  });

  it("still waits while it is in the account, is on its way in a payout, and arrives", async () => {
    const { owner, given } = await owed(["20.00", "5.00", "7.50", "1.00"]);
    const account = await ready(owner);
    later();
    const [first, second, third] = await move(account, owner.id, given.slice(0, 3));
    const arrived = await payOut(account, owner.id, [first!], "paid");
    const going = await payOut(account, owner.id, [second!], "on_the_way");
    const found = await payoutsOf(database.db, owner);
    expect(found).toMatchObject({
      received: 3_350,
      waiting: third!.amount + 100,
      onTheWay: 500,
      inBank: 2_000,
      givenBack: 0,
    });
    expect(found.payouts.map(({ id, amount, state, gifts: of }) => [id, amount, state, of])).toEqual([
      [going, 500, "on_the_way", [{ donationId: given[1], amount: 500 }]],
      [arrived, 2_000, "paid", [{ donationId: given[0], amount: 2_000 }]],
    ]);
  });

  it("waits again after its payout failed", async () => {
    const { owner, given } = await owed();
    const account = await ready(owner);
    later();
    await payOut(account, owner.id, await move(account, owner.id, given), "failed");
    expect(await payoutsOf(database.db, owner)).toMatchObject({
      waiting: 2_000,
      onTheWay: 0,
      inBank: 0,
      givenBack: 0,
      payouts: [{ state: "failed" }],
    });
  });

  it("was given back as far as a refund reached, before and after it was moved", async () => {
    const { owner, given } = await owed(["20.00", "20.00"]);
    const account = await ready(owner);
    later();
    const [moved] = await move(account, owner.id, given.slice(1));
    const of = () => payoutsOf(database.db, owner);
    const back = { id: newId(), transferId: moved!.id, amount: 600, cause: "refund" } as const;
    await undone(async (tx) => {
      await tx.insert(transferReturns).values(back);
      await tx
        .update(donations)
        .set({ returnedAmount: 500, returnedFee: 10 })
        .where(eq(donations.id, given[0]!));
      expect(await payoutsOf(tx, owner)).toMatchObject({
        received: 4_000,
        waiting: 1_500 + 1_400,
        givenBack: 1_100,
      });
    });
    expect(await of()).toMatchObject({ waiting: 4_000, givenBack: 0 });
  });

  it("counts a loss once: it stays in the bank, and what makes up for it was given back", async () => {
    const { owner, given } = await owed(["20.00", "5.00"]);
    const account = await ready(owner);
    later();
    const [lost, next] = await move(account, owner.id, given);
    await payOut(account, owner.id, [lost!], "paid");
    await undone(async (tx) => {
      const loss = { id: newId(), transferId: lost!.id, amount: 2_000, cause: "dispute" } as const;
      await tx.insert(transferReturns).values({ ...loss, state: "short", doneAt: LATER });
      expect(await payoutsOf(tx, owner)).toMatchObject({ waiting: 500, inBank: 2_000, givenBack: 0 });
      expect((await payoutsOf(tx, owner)).waitingBecause).toBe("loss");
      await tx
        .insert(transferReturns)
        .values({ ...loss, id: newId(), transferId: next!.id, amount: 500, recoversId: loss.id });
      expect(await payoutsOf(tx, owner)).toMatchObject({ waiting: 0, inBank: 2_000, givenBack: 500 });
    });
  });
});
