import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { holds, users } from "@/db/schema";
import { closeWalletAccount } from "@/lib/domain/accounts/store";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { approvePayouts, holdMoney, liftHoldOf } from "@/lib/domain/operator/holds";
import { decideOwnership } from "@/lib/domain/operator/ownership";
import { listPayouts } from "@/lib/domain/operator/payouts";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkByOwner, checkPayee } from "@/lib/domain/payouts/check-payee";
import { listPayouts as listPayoutsOf } from "@/lib/domain/payouts/list-payouts";
import { findPayoutFacts } from "@/lib/domain/payouts/message-facts";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import { settlePayment } from "@/lib/domain/settlement/settle-payment";
import { HOLD_CAUSES, type HoldCause } from "@/lib/ground/vocabulary";
import fc from "../support/fast-check";
import { ledgerOf, openPayoutBooks, payoutsOf } from "../support/payouts";

const books = openPayoutBooks();
const { database, card, context, bank, paypal, clock } = books;
const { addPayee, openAccount, give, later, housekeeping, addRequest } = books;
const db = () => database.db;

const OLD = "NL91ABNA0417164300";
const NEW = "DE89370400440532013000";
const operator = { name: "ines" };
const reason = "I looked at it";

type Owner = Awaited<ReturnType<typeof addPayee>>;

const accountOf = ({ accountId }: Owner) => [...bank.accounts.keys()].at(-1) ?? accountId;
const newest = (provider = bank) => [...provider.payouts.values()].at(-1)!;
const inBank = async ({ id }: { id: string }) => (await ledgerOf(db(), id)).bank ?? 0;
const running = async ({ id }: { id: string }) =>
  (await listPayouts(db(), 50)).holds.filter(({ personId }) => personId === id);

/** Somebody with two donations of 20.00 in two requests, both free to be paid out. */
async function withMoney(provider: "stripe" | "paypal" = "stripe") {
  const owner = await addPayee(provider);
  const requests = [await addRequest(owner), await addRequest(owner)];
  if (provider === "stripe") {
    bank.setBank(accountOf(owner), OLD);
    await checkPayee(context, owner.id);
  }
  for (const request of requests) await give(request, 2_000);
  later(7);
  await housekeeping();
  return { owner, requests };
}

async function pay(owner: Owner, request: { id: string }, provider = bank) {
  const { id } = await askPayout(context, owner, { requestId: request.id });
  expect((await payoutsOf(db(), owner.id)).find((each) => each.id === id)).toMatchObject({ state: "sent" });
  return newest(provider);
}

async function fail(payout: ReturnType<typeof newest>, code?: string, provider = bank): Promise<void> {
  provider.come(payout, "failed", code);
  await settlePayoutOf(context, payout.id);
}

/** What the message about the person's first payout asks for now, and their page of payouts with it. */
async function asked(owner: Owner) {
  const [payout] = await payoutsOf(db(), owner.id);
  const { items } = await listPayoutsOf(db(), owner.id, { limit: 10, cursor: null });
  const { remedy } = (await findPayoutFacts(db(), payout!.id))!;
  expect(items.find(({ id }) => id === payout!.id)?.remedy).toBe(remedy);
  return remedy;
}

/** The owner answers the provider's page; housekeeping asks the provider. */
async function enterBank(owner: Owner, iban: string): Promise<void> {
  bank.setBank(accountOf(owner), iban);
  await checkPayee(context, owner.id);
}

/** Everything is in the bank after the days that a new bank account rests and those without a donation. */
async function expectPaid(owner: Owner, cents: number): Promise<void> {
  later(14, 1);
  await housekeeping();
  expect(await inBank(owner)).toBe(cents);
  expect(await running(owner)).toEqual([]);
}

describe("trust 45: a hold belongs to what failed", () => {
  it("the bank account was replaced before the old payout failed: nothing is held", async () => {
    const { owner, requests } = await withMoney();
    const old = await pay(owner, requests[0]!);
    await enterBank(owner, NEW);
    await fail(old);
    expect(await asked(owner)).toBeNull();
    expect((await running(owner)).map(({ cause }) => cause)).toEqual(["new_bank_account"]);
    await expectPaid(owner, 4_000);
  });

  it("of two payouts one fails before the bank account is replaced and one after it", async () => {
    const { owner, requests } = await withMoney();
    const [first, second] = [await pay(owner, requests[0]!), await pay(owner, requests[1]!)];
    await fail(first);
    expect(await running(owner)).toMatchObject([{ cause: "provider", waitsFor: "owner" }]);
    await enterBank(owner, NEW);
    await fail(second);
    await expectPaid(owner, 4_000);
  });

  it("the same number entered again ends the hold where the account was not the problem, as the mail asks", async () => {
    const { owner, requests } = await withMoney();
    await fail(await pay(owner, requests[0]!), "could_not_process");
    expect(await asked(owner)).toBe("same_account");
    later(14);
    await housekeeping();
    expect(bank.payouts.size).toBe(1);
    await enterBank(owner, OLD);
    expect(await asked(owner)).toBeNull();
    await expectPaid(owner, 4_000);
  });

  it("… and so does its owner, who says that it is right", async () => {
    const { owner, requests } = await withMoney();
    await fail(await pay(owner, requests[0]!), "could_not_process");
    await checkPayee(context, owner.id);
    expect(await running(owner)).toHaveLength(1);
    await checkByOwner(context, owner.id);
    await expectPaid(owner, 4_000);
  });

  it("where the account was the problem, neither entering it again nor saying so pays to it, also after another one", async () => {
    const { owner, requests } = await withMoney();
    await fail(await pay(owner, requests[0]!), "account_closed");
    expect(await asked(owner)).toBe("another_account");
    for (const again of [() => enterBank(owner, OLD), () => checkByOwner(context, owner.id)]) {
      await again();
      later(14, 1);
      await housekeeping();
      expect(await running(owner)).toMatchObject([{ cause: "provider", waitsFor: "owner" }]);
    }
    await enterBank(owner, NEW);
    await enterBank(owner, OLD);
    later(14, 1);
    await housekeeping();
    expect(bank.payouts.size).toBe(1);
    await enterBank(owner, NEW);
    await expectPaid(owner, 4_000);
  });

  it("the same number was entered again before the payout failed, and the account was the problem", async () => {
    const { owner, requests } = await withMoney();
    const old = await pay(owner, requests[0]!);
    await enterBank(owner, OLD);
    await fail(old, "no_account");
    later(14, 1);
    await housekeeping();
    expect(bank.payouts.size).toBe(1);
    expect(await running(owner)).toMatchObject([{ cause: "provider", decision: "no_account" }]);
    await enterBank(owner, NEW);
    await expectPaid(owner, 4_000);
  });

  it("a hold of the whole person, which an older server placed meanwhile, ends with the first answer", async () => {
    const { owner } = await withMoney();
    await db().transaction((tx) =>
      placeHold(tx, { subject: { userId: owner.id }, cause: "provider", at: new Date(clock.time) }),
    );
    await checkByOwner(context, owner.id);
    expect(await running(owner)).toEqual([]);
    await expectPaid(owner, 4_000);
  });

  it("a second failure that is worse counts", async () => {
    const { owner, requests } = await withMoney();
    const [first, second] = [await pay(owner, requests[0]!), await pay(owner, requests[1]!)];
    await fail(first, "could_not_process");
    await fail(second, "account_closed");
    await enterBank(owner, OLD);
    later(14, 1);
    await housekeeping();
    expect(bank.payouts.size).toBe(2);
    await enterBank(owner, NEW);
    await expectPaid(owner, 4_000);
  });

  it("what is not the person's to mend waits for the operator", async () => {
    const { owner, requests } = await withMoney();
    await fail(await pay(owner, requests[0]!), "insufficient_funds");
    await checkByOwner(context, owner.id);
    expect(await asked(owner)).toBe("operator");
    const [hold] = await running(owner);
    expect(hold).toMatchObject({ cause: "provider", waitsFor: "operator" });
    await liftHoldOf(db(), operator, { holdId: hold!.id, reason });
    await checkPayee(context, owner.id);
    await expectPaid(owner, 4_000);
  });

  it("a wallet that was repaired is paid when its owner says so", async () => {
    const { owner, requests } = await withMoney("paypal");
    await fail(await pay(owner, requests[0]!, paypal), "RECEIVER_ACCOUNT_LOCKED", paypal);
    later(14);
    await housekeeping();
    expect(paypal.payouts.size).toBe(1);
    expect(await running(owner)).toMatchObject([{ cause: "provider", waitsFor: "owner" }]);
    await checkByOwner(context, owner.id);
    await expectPaid(owner, 4_000);
  });

  it("another address is paid, also when the payout to the one before fails later", async () => {
    const { owner, requests } = await withMoney("paypal");
    const old = await pay(owner, requests[0]!, paypal);
    await db().update(users).set({ paypalEmail: "another@steuntje.example" }).where(eq(users.id, owner.id));
    await housekeeping();
    await fail(old, "RECEIVER_UNREGISTERED", paypal);
    await expectPaid(owner, 4_000);
  });

  it("… and nothing more is asked when it is entered after the payout failed", async () => {
    const { owner, requests } = await withMoney("paypal");
    await fail(await pay(owner, requests[0]!, paypal), "RECEIVER_UNREGISTERED", paypal);
    expect(await asked(owner)).toBe("same_account");
    await db().transaction((tx) => closeWalletAccount(tx, owner.id, new Date(clock.time)));
    await db().update(users).set({ paypalEmail: "another@steuntje.example" }).where(eq(users.id, owner.id));
    await housekeeping();
    expect(await asked(owner)).toBeNull();
    await expectPaid(owner, 4_000);
  });
});

/** What a person, their wallet and time do, in any order; `pick` chooses. */
const WALLET_ACTIONS: Record<string, (owner: Owner, pick: number) => Promise<unknown>> = {
  pay: async () => {
    if (newest(paypal).state === "sent") paypal.come(newest(paypal), "paid");
  },
  fail: async (_, pick) => {
    const payouts = [...paypal.payouts.values()].filter(({ state }) => state !== "failed");
    const payout = payouts[pick % Math.max(payouts.length, 1)];
    const codes = ["RECEIVER_UNREGISTERED", "RETURNED", "INSUFFICIENT_FUNDS"];
    if (payout) await fail(payout, codes[pick % codes.length], paypal);
  },
  another: async (owner, pick) => {
    const paypalEmail = `address-${pick % 3}@steuntje.example`;
    await db().update(users).set({ paypalEmail }).where(eq(users.id, owner.id));
  },
  sayIsRight: (owner) => checkByOwner(context, owner.id),
  ask: (owner) => askPayout(context, owner, {}).catch(() => null),
  wait: async (_, pick) => {
    later(1 + (pick % 5), 1);
    await housekeeping();
  },
};

/** The person does what the message asks for; what waits for the operator is in their list. */
async function endWalletHolds(owner: Owner): Promise<void> {
  for (const { id, cause, waitsFor } of await running(owner)) {
    if (cause !== "provider") continue;
    if (waitsFor === "operator") await liftHoldOf(db(), operator, { holdId: id, reason });
    else await checkByOwner(context, owner.id);
  }
}

it("trust 45: a wallet is paid after any order of failures, other addresses and repairs", async () => {
  const name = fc.constantFrom(...Object.keys(WALLET_ACTIONS));
  const steps = fc.array(fc.tuple(name, fc.nat({ max: 1_000 })), { minLength: 5, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      const { owner, requests } = await withMoney("paypal");
      await pay(owner, requests[0]!, paypal);
      for (const [action, pick] of each) await WALLET_ACTIONS[action]?.(owner, pick);
      for (let round = 0; round < 4; round += 1) {
        later(7, 1);
        await housekeeping();
        await endWalletHolds(owner);
        for (const payout of paypal.payouts.values())
          if (payout.state !== "failed") paypal.come(payout, "paid");
      }
      await expectPaid(owner, 4_000);
    }),
    { numRuns: 10 },
  );
});

/** How each cause of a hold ends, who is waited for until then, and that it ends. A new cause has to be added. */
const ENDS: Record<HoldCause, () => Promise<Owner>> = {
  report: () => liftedByOperator("report"),
  risk: () => liftedByOperator("risk"),
  operator: () => liftedByOperator("operator"),
  dispute: async () => {
    const { owner, given } = await withDonation();
    card.disputed.add(given.paymentId);
    card.truth(given.paymentId).disputeOpen = true;
    await settlePayment(context, "stripe", given.paymentId, { disputes: true });
    await expectHeld(owner, { cause: "dispute", waitsFor: "provider" });
    card.disputed.clear();
    card.truth(given.paymentId).disputeOpen = false;
    await settlePayment(context, "stripe", given.paymentId, { disputes: true });
    return owner;
  },
  provider: async () => {
    const { owner, requests } = await withMoney();
    await fail(await pay(owner, requests[0]!));
    await expectHeld(owner, { cause: "provider", waitsFor: "owner" });
    await enterBank(owner, NEW);
    later(7);
    return owner;
  },
  new_bank_account: async () => {
    const { owner } = await withMoney();
    await enterBank(owner, NEW);
    await expectHeld(owner, { cause: "new_bank_account", waitsFor: "nobody" });
    later(7);
    return owner;
  },
  first_payout: async () => {
    const { owner } = await withDonation();
    const subject = { userId: owner.id };
    await db().transaction((tx) =>
      placeHold(tx, { subject, cause: "first_payout", at: new Date(clock.time) }),
    );
    const { reviews } = await listPayouts(db(), 50);
    expect(reviews.filter(({ personId }) => personId === owner.id)).toMatchObject([{ waitsFor: "operator" }]);
    await approvePayouts(db(), operator, { reference: owner.id, reason });
    return owner;
  },
  ownership: async () => {
    const { owner } = await withDonation();
    const at = new Date(clock.time);
    await db().update(users).set({ contestedBy: "other@steuntje.example" }).where(eq(users.id, owner.id));
    await db().transaction((tx) => placeHold(tx, { subject: { userId: owner.id }, cause: "ownership", at }));
    await expectHeld(owner, { cause: "ownership", waitsFor: "operator" });
    await decideOwnership(context, operator, { reference: owner.id, to: "old", reason });
    await openAccount(owner);
    return owner;
  },
};

async function withDonation() {
  const owner = await addPayee();
  return { owner, given: await give(await addRequest(owner), 2_000) };
}

async function liftedByOperator(cause: "report" | "risk" | "operator"): Promise<Owner> {
  const { owner } = await withDonation();
  await holdMoney(db(), operator, { reference: owner.id, cause, until: null, reason });
  await expectHeld(owner, { cause, waitsFor: "operator" });
  const [hold] = await running(owner);
  await liftHoldOf(db(), operator, { holdId: hold!.id, reason });
  return owner;
}

async function expectHeld(owner: Owner, hold: { cause: HoldCause; waitsFor: string }): Promise<void> {
  expect(await running(owner)).toMatchObject([hold]);
}

describe("trust 45: every cause of a hold ends", () => {
  it.each(HOLD_CAUSES)("%s", async (cause) => {
    const owner = await ENDS[cause]();
    expect(await running(owner)).toEqual([]);
    const open = await db().select({ endsAt: holds.endsAt }).from(holds).where(eq(holds.userId, owner.id));
    expect(open.every(({ endsAt }) => endsAt === null || endsAt.getTime() <= clock.time)).toBe(true);
    later(15, 1);
    await housekeeping();
    later(14, 1);
    await housekeeping();
    const { payee = 0, held = 0, recipient = 0, bank: paid = 0 } = await ledgerOf(db(), owner.id);
    expect({ payee, owed: recipient + held, paid }).toEqual({ payee: 0, owed: 0, paid: recipient });
  });
});
