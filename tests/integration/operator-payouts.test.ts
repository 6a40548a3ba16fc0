import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { donations, holds, newId, payeeAccounts, providerEvents, transfers, users } from "@/db/schema";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { approvePayouts, holdMoney, liftHoldOf } from "@/lib/domain/operator/holds";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { askAboutPayouts, retryStep } from "@/lib/domain/operator/payout-steps";
import {
  listPayouts,
  lookUpMoney,
  marginByMethod,
  moneyByAge,
  sharedBankAccounts,
} from "@/lib/domain/operator/payouts";
import { findProviderProblems } from "@/lib/domain/operator/provider-checks";
import { listAudit } from "@/lib/domain/operator/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import type { Order } from "@/lib/domain/operator/schema";
import { listPayouts as listPayoutsOf } from "@/lib/domain/payouts/list-payouts";
import { makePayouts } from "@/lib/domain/payouts/make-payout";
import { moveDonation } from "@/lib/domain/payouts/move-donation";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import { settlePayout } from "@/lib/domain/payouts/settle-payout";
import { exportData } from "@/lib/domain/privacy/export-data";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { unconfiguredWallet } from "@/lib/providers/unconfigured";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { ScriptedPayouts, type ScriptedTransfer } from "../support/scripted-payouts";

// What differs is compared again after seconds, in which nothing happens here.
vi.mock("node:timers/promises", async (original) => ({
  ...(await original<typeof import("node:timers/promises")>()),
  setTimeout: async () => undefined,
}));

const operator = { name: "ines" };
const reason = "the police asked for it";

const { database, card, wallet, context } = openBooks({
  STRIPE_SECRET_KEY: "sk",
  STRIPE_WEBHOOK_SECRET: "whsec",
  STRIPE_PUBLISHABLE_KEY: "pk",
});
let payouts: ScriptedPayouts;
/** What the platform was charged and did not refund, in cents. */
let charged: number;

beforeEach(async () => {
  payouts = new ScriptedPayouts();
  charged = 0;
  const balance = payouts.balance.bind(payouts);
  payouts.balance = async (account) => {
    const { available, pending } = await balance(account);
    return { available: available + (account === null ? charged : 0), pending };
  };
  context.payoutProviders = { stripe: payouts, paypal: null };
});

const later = (days: number) => {
  const at = new Date(now().getTime() + days * DAY);
  setClock(() => at);
};
const auditOf = (subjectId: string) => listAudit(database.db, { subjectId, limit: 10 });

/** Somebody who asks, with an account that can be paid out from unless `ready` is false. */
async function payee({ ready = true, bankHash = null as string | null } = {}) {
  const person = await addPerson(database.db);
  const request = await addRequest(database.db, person);
  const account = payouts.open();
  if (!ready) Object.assign(payouts.accounts.get(account) ?? {}, { payouts: "pending", waitsFor: "owner" });
  const state = ready ? "active" : "pending";
  const id = newId();
  await database.db.insert(payeeAccounts).values({
    id,
    userId: person.id,
    provider: "stripe",
    providerAccountId: account,
    country: "NL",
    transfers: state,
    payouts: state,
    waitsFor: ready ? "nobody" : "owner",
    bankLast4: "1234",
    bankHash,
    submittedAt: now(),
    readyAt: ready ? now() : null,
    checkedAt: now(),
  });
  await database.db.update(users).set({ bankAccountVerified: ready }).where(eq(users.id, person.id));
  return { ...person, request, account, accountId: id };
}
type Payee = Awaited<ReturnType<typeof payee>>;

/** A donation of 25.00, credited. */
async function give({ request }: Pick<Payee, "request">, { anonymous = false } = {}) {
  const donor = await addPerson(database.db, { anonymousProfile: anonymous });
  const { donationId, paymentId } = await start(context, donor, request, "25");
  card.pay(paymentId);
  await tell(context, paymentId);
  charged += 2550;
  return { donor, donationId, paymentId };
}

/** A donation that was moved to the account of its recipient. */
async function moved(person: Payee) {
  const given = await give(person);
  later(20);
  expect(await moveDonation(context, given.donationId)).toBe("sent");
  const [transfer] = await database.db
    .select()
    .from(transfers)
    .where(eq(transfers.donationId, given.donationId));
  return { ...given, transferId: transfer?.id ?? "" };
}

/** The same, sent to their bank. */
async function paidOut(person: Payee) {
  const given = await moved(person);
  later(20);
  const [payoutId = ""] = await makePayouts(context, person.accountId);
  await settlePayout(context, payoutId);
  const [scripted] = [...payouts.payouts.values()].filter((each) => each.payoutId === payoutId);
  if (!scripted) throw new Error("no payout was made");
  return { ...given, payoutId, scripted };
}

const hold = (
  reference: string,
  { cause = "operator" as Order<"hold">["cause"], until = null as string | null } = {},
) => holdMoney(database.db, operator, { reference, cause, until, reason });
const lift = (holdId: string) => liftHoldOf(database.db, operator, { holdId, reason });
const show = (person: { id: string }) =>
  lookUpMoney(database.db, operator, { reference: person.id, limit: 50 });
const donationsOf = async (person: { id: string }) =>
  (await show(person)).donations.map(({ state, because }) => [state, because]);

describe("a hold", () => {
  it.each([
    ["person", (person: Payee) => person.username],
    ["request", (person: Payee) => person.request.id],
    ["donation", (_: Payee, given: { donationId: string }) => given.donationId],
    ["donation", (_: Payee, given: { paymentId: string }) => given.paymentId],
  ])("of a %s keeps its money until it is lifted, and the audit has both", async (subject, reference) => {
    const person = await payee();
    const given = await give(person);
    const placed = await hold(reference(person, given), { cause: "report" });
    expect(placed).toMatchObject({
      hold: { subject, cause: "report", personId: person.id, decision: reason, placedBy: "ines", held: 2500 },
      onTheWay: 0,
    });
    const { id, subjectId } = placed.hold;
    later(20);
    expect(await moveDonation(context, given.donationId)).toBe("waiting");
    expect(await donationsOf(person)).toEqual([["frozen", "hold: report"]]);
    expect((await listPayouts(database.db, 50)).holds.find((each) => each.id === id)).toMatchObject({
      subjectId,
    });
    expect(await lift(id)).toMatchObject({ liftedBy: "ines", liftedAt: expect.any(Date) });
    expect(await moveDonation(context, given.donationId)).toBe("sent");
    expect(await auditOf(subjectId)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: "lift_hold", subject, operator: "ines", reason }),
        expect.objectContaining({
          action: "place_hold",
          subject,
          reason,
          after: { hold: id, cause: "report", endsAt: null },
        }),
      ]),
    );
    await expect(lift(id)).rejects.toThrow("lifted already");
  });

  it("is not placed without a reason, and not lifted without one", async () => {
    const person = await payee();
    const order = { reference: person.id, cause: "operator", until: null, reason: "" } as const;
    await expect(holdMoney(database.db, operator, order)).rejects.toThrow();
    for (const decision of [null, ""]) {
      const unreasoned = { userId: person.id, cause: "operator" as const, placedBy: "ines", decision };
      await expect(database.db.insert(holds).values(unreasoned)).rejects.toMatchObject({
        cause: { constraint_name: "holds_reasoned" },
      });
    }
    expect(await database.db.$count(holds, eq(holds.userId, person.id))).toBe(0);
    const { hold: placed } = await hold(person.id);
    await expect(liftHoldOf(database.db, operator, { holdId: placed.id, reason: "" })).rejects.toThrow();
    await expect(liftHoldOf(database.db, { name: "" }, { holdId: placed.id, reason })).rejects.toThrow();
    expect((await show(person)).holds).toMatchObject([{ id: placed.id, liftedAt: null }]);
  });

  it("has one row for a cause, ends by itself, and is then placed again with its own reasons", async () => {
    const person = await payee();
    const { hold: first } = await hold(person.id, { until: "2099-12-31" });
    expect(first.endsAt).toEqual(new Date("2099-12-31T23:00:00Z"));
    await expect(hold(person.id)).rejects.toThrow(`hold ${first.id}`);
    await hold(person.id, { cause: "risk" });
    await expect(hold(person.id, { cause: "report", until: "2020-01-01" })).rejects.toThrow("has passed");
    setClock(() => new Date("2100-01-02T00:00:00Z"));
    const { hold: second } = await hold(person.id);
    expect(second.id).not.toBe(first.id);
    expect((await show(person)).holds.map(({ id, liftedAt }) => [id, liftedAt !== null])).toContainEqual([
      first.id,
      true,
    ]);
  });

  it("says what is on its way to the bank and cannot be stopped", async () => {
    const person = await payee();
    await paidOut(person);
    await give(person);
    expect(await hold(person.id)).toMatchObject({ hold: { held: 2500 }, onTheWay: 2500 });
  });

  it.each(["person", "request", "donation"] as const)(
    "of a %s holds what is owed and what is in their account, but not what a payout has",
    async (subject) => {
      const person = await payee();
      const moved = await give(person);
      later(20);
      expect(await moveDonation(context, moved.donationId)).toBe("sent");
      const of = { person: person.id, request: person.request.id, donation: moved.donationId }[subject];
      expect((await hold(of)).hold.held).toBe(2500);
      await give(person);
      const [placed] = (await listPayouts(database.db, 50)).holds.filter(
        ({ personId }) => personId === person.id,
      );
      expect(placed?.held).toBe(subject === "donation" ? 2500 : 5000);
    },
  );

  it("is of nothing that does not exist, was not credited or is erased, and a dispute's is not lifted", async () => {
    const person = await payee();
    const donor = await addPerson(database.db);
    const { donationId } = await start(context, donor, person.request, "25");
    await expect(hold(randomUUID())).rejects.toThrow("No person, request or donation");
    await expect(hold(donationId)).rejects.toThrow("was not credited");
    const { donationId: credited } = await give(person);
    await database.db.transaction((tx) =>
      placeHold(tx, { subject: { donationId: credited }, cause: "dispute", at: now() }),
    );
    const [dispute] = (await show(person)).holds;
    await expect(lift(dispute?.id ?? "")).rejects.toThrow("ends with its dispute");
    await expect(lift(randomUUID())).rejects.toThrow("No hold");
    await database.db.delete(holds).where(eq(holds.donationId, credited));
  });

  it("of a donation is told to who receives it with their data, and not to its donor", async () => {
    const person = await payee();
    const { donationId, donor } = await give(person);
    await hold(donationId);
    const dataOf = async (of: { id: string }) => text((await exportData(database.db, of)).json);
    expect(await dataOf(person)).toContain(reason);
    expect(await dataOf(donor)).not.toContain(reason);
  });
});

describe("the first payout", () => {
  it("waits for an operator's yes, which is asked for once", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    await database.db.transaction((tx) =>
      placeHold(tx, { subject: { userId: person.id }, cause: "first_payout", at: now() }),
    );
    later(20);
    expect(await moveDonation(context, donationId)).toBe("waiting");
    expect((await listPayouts(database.db, 50)).reviews).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ personId: person.id, held: 2500 })]),
    );
    const approve = (why: string) =>
      approvePayouts(database.db, operator, { reference: person.email, reason: why });
    await expect(approve("")).rejects.toThrow();
    expect(await approve("looked at the request")).toMatchObject({ cause: "first_payout", liftedBy: "ines" });
    expect(await moveDonation(context, donationId)).toBe("sent");
    expect(await auditOf(person.id)).toMatchObject([
      { action: "approve_payouts", subject: "person", reason: "looked at the request" },
    ]);
    await expect(approve("again")).rejects.toThrow("waits for a yes");
  });
});

describe("a person's money", () => {
  it("is every donation with its state, release date and reason; the look is noted", async () => {
    const person = await payee();
    const first = await paidOut(person);
    payouts.come(first.scripted, "paid");
    await settlePayout(context, first.payoutId);
    const back = await give(person);
    await refundPayment(context, operator, { reference: back.donationId, reason });
    charged -= 2550;
    const waiting = await give(person);
    const found = await show(person);
    const stateOf = (id: string) => found.donations.find((donation) => donation.id === id);
    expect(stateOf(first.donationId)).toMatchObject({ state: "paid_out", payoutId: first.payoutId });
    expect(stateOf(back.donationId)).toMatchObject({ state: "returned", because: "requested" });
    expect(stateOf(waiting.donationId)).toMatchObject({ state: "waiting", because: "method" });
    expect(stateOf(waiting.donationId)?.releaseAt.getTime()).toBeGreaterThan(now().getTime());
    expect(found).toMatchObject({
      sums: { owed: 2500, atProvider: 0, paidOut: 2500, lost: 0 },
      accounts: [{ state: "ready", bankLast4: "1234" }],
      payouts: [{ id: first.payoutId, state: "paid" }],
    });
    expect(await auditOf(person.id)).toMatchObject([{ action: "look_up_money", subject: "person" }]);
    later(20);
    await moveDonation(context, waiting.donationId);
    expect((await donationsOf(person))[0]).toEqual(["moved", "no payout yet"]);
  });

  it("names donors who are anonymous to others, and never the hash of the bank account", async () => {
    const person = await payee({ bankHash: "a hash" });
    const { donor, donationId } = await give(person, { anonymous: true });
    const found = await show(person);
    expect(found.donations).toMatchObject([{ id: donationId, donorId: donor.id, anonymous: true }]);
    expect(JSON.stringify(found)).not.toContain("a hash");
  });

  it("waits for who cannot be paid, and says what the provider asks", async () => {
    const person = await payee({ ready: false });
    await give(person);
    later(20);
    expect(await donationsOf(person)).toEqual([["free", "payee not ready"]]);
    expect((await listPayouts(database.db, 1000)).payees).toContainEqual(
      expect.objectContaining({ personId: person.id, owed: 2500, standing: "asked", waitsFor: "owner" }),
    );
  });

  it("is held after a reset password, which the look at the person shows too", async () => {
    const person = await payee();
    await give(person);
    const payoutsHeldUntil = new Date(now().getTime() + 30 * DAY);
    await database.db.update(users).set({ payoutsHeldUntil }).where(eq(users.id, person.id));
    await hold(person.id);
    expect((await show(person)).donations).toMatchObject([{ releaseAt: payoutsHeldUntil, state: "frozen" }]);
    expect(await lookUpPerson(database.db, operator, person.id)).toMatchObject({
      person: { payoutsHeldUntil },
      payees: [{ state: "ready", providerAccountId: person.account }],
      holds: [{ cause: "operator", decision: reason }],
    });
  });
});

describe("the history of a donation", () => {
  it("goes on with its transfer, its payouts, its holds and what came back of it", async () => {
    const person = await payee();
    const { donationId, payoutId, scripted } = await paidOut(person);
    payouts.come(scripted, "failed");
    await settlePayout(context, payoutId);
    const { hold: placed } = await hold(donationId);
    await lift(placed.id);
    const { timeline } = await paymentHistory(database.db, donationId);
    const lines = timeline.map(({ source, what, amount }) => `${source} ${what} ${amount ?? ""}`.trim());
    for (const line of [
      "ledger transfer: held -2500",
      "ledger transfer: payee 2500",
      "payout created 2500",
      "payout sent 2500",
      "payout failed 2500",
      "hold placed: operator",
      "hold lifted: operator",
      "operator place_hold",
    ]) {
      expect(lines).toContain(line);
    }
    expect(timeline).toContainEqual(
      expect.objectContaining({ source: "payout", what: "failed", note: `${payoutId}: account_closed` }),
    );
  });
});

describe("asking the provider", () => {
  it("about a person brings what is stored of their account to what it says", async () => {
    const person = await payee({ ready: false });
    Object.assign(payouts.accounts.get(person.account) ?? {}, {
      payouts: "active",
      transfers: "active",
      waitsFor: "nobody",
    });
    for (const reference of [person.email, person.account]) {
      expect(await askAboutPayouts(context, operator, reference)).toMatchObject([
        { subject: "payee_account", id: person.accountId, after: "ready" },
      ]);
    }
    expect(await auditOf(person.accountId)).toMatchObject([
      { action: "ask_provider", before: { state: "ready" } },
      { action: "ask_provider", before: { state: "asked" }, after: { state: "ready" } },
    ]);
    await expect(askAboutPayouts(context, operator, (await addPerson(database.db)).id)).rejects.toThrow(
      "no open account",
    );
    await expect(askAboutPayouts(context, operator, "acct_none")).rejects.toThrow("No person, account");
  });

  it("about a payout says what to tell a person to whom it did not arrive", async () => {
    const person = await payee();
    const { payoutId, scripted } = await paidOut(person);
    const answer = async () => (await askAboutPayouts(context, operator, payoutId))[0]?.answer;
    payouts.come(scripted, "on_the_way");
    expect(await answer()).toBe("the bank should have it on 2026-12-01");
    payouts.come(scripted, "paid");
    scripted.traceId = null;
    expect(await answer()).toMatch(/^paid on .*; the provider tells no trace id \(yet\)$/);
    scripted.traceId = "TRACE1";
    expect(await answer()).toMatch(/their bank finds it by TRACE1$/);
    const page = await listPayoutsOf(database.db, person.id, { limit: 1 });
    expect(page.items).toMatchObject([{ state: "paid", traceId: "TRACE1" }]);
    payouts.come(scripted, "failed");
    expect(await answer()).toBe("it did not arrive: account_closed");
  });

  it("about a payout books how far it is, and about a transfer compares what moved", async () => {
    const person = await payee();
    const { payoutId, transferId, scripted } = await paidOut(person);
    payouts.come(scripted, "paid");
    expect(await askAboutPayouts(context, operator, scripted.id)).toMatchObject([
      {
        subject: "payout",
        id: payoutId,
        before: "sent",
        after: "paid",
        answer: expect.stringMatching(/^paid on \d{4}-\d{2}-\d{2}; their bank finds it by TRACE\w+$/),
      },
    ]);
    expect(await askAboutPayouts(context, operator, transferId)).toMatchObject([
      { after: "sent", answer: expect.stringMatching(/cents: 2500 moved, 0 came back$/) },
    ]);
    const made = [...payouts.transfers.values()].find((each) => each.transferId === transferId);
    if (made) made.returned = 100;
    const [check] = await askAboutPayouts(context, operator, made?.id ?? "");
    expect(check?.answer).toContain("100 came back; the books: 2500 moved, 0 came back");
  });

  it("moves nothing that was not made yet", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    later(20);
    payouts.failures.push({ call: "createTransfer", refused: "balance_insufficient" });
    expect(await moveDonation(context, donationId)).toBe("refused");
    const step = (await listPayouts(database.db, 1000)).steps.find((each) => each.donationId === donationId);
    expect(step).toMatchObject({
      kind: "transfer",
      state: "planned",
      problem: "balance_insufficient",
      tries: 1,
    });
    expect(await askAboutPayouts(context, operator, step?.id ?? "")).toMatchObject([
      { before: "planned", after: "planned", answer: "the provider does not know it" },
    ]);
    expect(payouts.transfers.size).toBe(0);
  });
});

describe("trying again", () => {
  const retry = (reference: string) => retryStep(context, operator, { reference, reason });

  it("makes a refused transfer at once, and the audit says why", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    later(20);
    payouts.failures.push({ call: "createTransfer", refused: "balance_insufficient" });
    await moveDonation(context, donationId);
    const id = (await show(person)).donations[0]?.transferId ?? "";
    expect(await donationsOf(person)).toEqual([["free", "balance_insufficient"]]);
    expect(await retry(id)).toMatchObject({ before: "planned", after: "sent" });
    expect(await auditOf(id)).toMatchObject([{ action: "retry_payout", subject: "transfer", reason }]);
    await expect(retry(id)).rejects.toThrow("it is sent");
    await expect(retry(randomUUID())).rejects.toThrow("No transfer");
  });

  it("never makes a failed payout again", async () => {
    const person = await payee();
    const { payoutId, scripted } = await paidOut(person);
    payouts.come(scripted, "failed");
    await settlePayout(context, payoutId);
    expect((await listPayouts(database.db, 1000)).failed).toContainEqual(
      expect.objectContaining({ id: payoutId, problem: "account_closed" }),
    );
    await expect(retry(payoutId)).rejects.toThrow("never made again");
  });

  it("sends a payout that got no answer, once", async () => {
    const person = await payee();
    await moved(person);
    later(20);
    const [payoutId = ""] = await makePayouts(context, person.accountId);
    payouts.failures.push({ call: "createPayout", acted: true });
    await expect(settlePayout(context, payoutId)).rejects.toThrow();
    expect(await askAboutPayouts(context, operator, payoutId)).toMatchObject([
      { before: "created", answer: expect.stringContaining("the provider has it") },
    ]);
    expect(await retry(payoutId)).toMatchObject({ after: "created", answer: "busy" });
    later(1);
    expect(await retry(payoutId)).toMatchObject({ before: "created", after: "sent" });
    expect(payouts.payouts.size).toBe(1);
  });
});

describe("the reports", () => {
  it("show money by age, at the days that something happens", async () => {
    const [ready, waits, held] = [await payee(), await payee({ ready: false }), await payee()];
    const before = await moneyByAge(database.db);
    const at = now();
    const settledAgo = async (person: Payee, days: number) => {
      const { donationId } = await give(person);
      await database.db
        .update(donations)
        .set({ settledAt: new Date(at.getTime() - days * DAY) })
        .where(eq(donations.id, donationId));
      return donationId;
    };
    const given = [
      await settledAgo(ready, 29),
      await settledAgo(ready, 30),
      await settledAgo(waits, 59),
      await settledAgo(waits, 84),
      await settledAgo(held, 85),
    ];
    await hold(held.id);
    setClock(() => at);
    const more = (await moneyByAge(database.db)).map(({ from, to, ...now }, band) => {
      const was = before[band];
      if (!was) throw new Error("a band is missing");
      return [
        from,
        to,
        now.donations - was.donations,
        now.owed - was.owed,
        now.notReady - was.notReady,
        now.held - was.held,
      ];
    });
    for (const id of given) {
      await database.db.update(donations).set({ settledAt: at }).where(eq(donations.id, id));
    }
    expect(more).toEqual([
      [0, 30, 1, 2500, 0, 0],
      [30, 60, 2, 5000, 2500, 0],
      [60, 85, 1, 2500, 2500, 0],
      [85, null, 1, 2500, 0, 2500],
    ]);
  });

  it("show bank accounts that several people are paid into", async () => {
    const hash = randomUUID();
    const [one, two] = [await payee({ bankHash: hash }), await payee({ bankHash: hash })];
    await payee({ bankHash: randomUUID() });
    const shared = await sharedBankAccounts(database.db);
    expect(shared).toEqual([
      {
        bankLast4: "1234",
        accounts: [one, two].map((each) => ({
          accountId: each.accountId,
          personId: each.id,
          state: "ready",
        })),
      },
    ]);
    await database.db.update(payeeAccounts).set({ bankHash: null });
  });

  it("show what the service fee brought by method, and what was lost", async () => {
    const before = await marginByMethod(database.db);
    const person = await payee();
    await give(person);
    const lost = await paidOut(person);
    await refundPayment(context, operator, { reference: lost.donationId, reason });
    const returned = await database.db.execute<{ id: string }>(
      sql`select id from transfer_returns where transfer_id = ${lost.transferId}`,
    );
    for (const { id } of returned) await settleReturn(context, id);
    const sum = (rows: typeof before, of: "donations" | "fees" | "given" | "wentBack" | "losses") =>
      rows.reduce((total, row) => total + row[of], 0);
    const after = await marginByMethod(database.db);
    const more = (of: Parameters<typeof sum>[1]) => sum(after, of) - sum(before, of);
    expect([more("donations"), more("given"), more("fees"), more("wentBack")]).toEqual([1, 2500, 50, 1]);
    expect(more("losses")).toBe(2500);
    expect((await listPayouts(database.db, 1000)).losses).toContainEqual(
      expect.objectContaining({ donationId: lost.donationId, amount: 2500, recovered: 0, cause: "refund" }),
    );
    expect((await show(person)).sums.lost).toBe(2500);
  });
});

describe("what doctor asks the providers", () => {
  const problems = () => findProviderProblems(context);
  const checks = async () => (await problems()).found.map(({ check }) => check);
  const concerns = async () => (await problems()).concerns;
  const OWED = "what is owed is in the platform's balance at the provider";
  const PAYOUT = "a payout is the same in the books and at its provider";
  const TRANSFER = "a transfer is the same in the books and at its provider";
  const PAYMENT = "a payment is the same in the books and at its provider";
  const ACCOUNT = "the money of a payee in the ledger is in their account at the provider";

  class Undo extends Error {}
  type Paid = Awaited<ReturnType<typeof paidOut>> & { made: ScriptedTransfer };
  const set = (table: string, changes: string, id: string) =>
    context.db.execute(sql`update ${sql.identifier(table)} set ${sql.raw(changes)} where id = ${id}`);

  /** The scripted provider is new in each test, and the database is not. */
  beforeEach(async () => {
    await database.db.update(users).set({ isDemo: true });
    await database.db.update(payeeAccounts).set({ provider: "paypal" });
    await database.db.execute(sql`update payouts set sent_at = '2000-01-01' where sent_at is not null`);
    await database.db.delete(providerEvents);
    return async () => {
      await database.db.update(users).set({ isDemo: false });
      await database.db.update(payeeAccounts).set({ provider: "stripe" });
    };
  });

  it("agrees at every step of the way of the money", async () => {
    const person = await payee();
    expect(await checks()).toEqual([]);
    const { scripted, payoutId } = await paidOut(person);
    await give(person);
    expect(await checks()).toEqual([]);
    payouts.come(scripted, "failed");
    expect(await checks()).toEqual([PAYOUT]);
    await settlePayout(context, payoutId);
    expect(await checks()).toEqual([]);
  });

  it("finds that the platform pays out by itself", async () => {
    payouts.isPlatformManual = async () => false;
    expect(await checks()).toEqual(["the platform's own payouts are made by hand only"]);
  });

  it("finds a balance that does not cover what is owed, and leaves demo people out", async () => {
    const person = await payee();
    await give(person);
    charged = 2499;
    expect((await problems()).found).toEqual([
      { check: OWED, rows: [{ provider: "stripe", owed: 2500, available: 2499, pending: 0, short: 1 }] },
    ]);
    charged = 2500;
    expect(await checks()).toEqual([]);
    charged = 0;
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, person.id));
    expect(await checks()).toEqual([]);
  });

  it("does not miss what was donated after a provider last worked out its balance", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    await database.db
      .update(donations)
      .set({ paymentMethod: "paypal", paypalOrderId: randomUUID(), stripePaymentIntentId: null })
      .where(eq(donations.id, donationId));
    context.payoutProviders = { stripe: null, paypal: new ScriptedPayouts("paypal") };
    Object.assign(context, { wallet: unconfiguredWallet });
    expect(await checks()).toEqual([]);
    later(1);
    expect(await checks()).toEqual([OWED]);
    context.wallet = wallet;
  });

  it("finds an account whose balance is another than the ledger's, by a cent in either direction", async () => {
    const person = await payee();
    const { transferId } = await moved(person);
    const made = [...payouts.transfers.values()].find((each) => each.transferId === transferId);
    if (!made) throw new Error("no transfer");
    for (const returned of [1, -1]) {
      made.returned = returned;
      charged += 1;
      const why = `${returned} cents came back there, 0 in the books`;
      expect((await problems()).found).toEqual([
        {
          check: ACCOUNT,
          rows: [{ account: person.account, user_id: person.id, payee: 2500, balance: 2500 - returned }],
        },
        { check: TRANSFER, rows: [expect.objectContaining({ id: transferId, why })] },
      ]);
    }
    made.returned = 0;
  });

  /** What is planted at the provider or in the books, and what is said of it. */
  const PLANTED: [string, string, (to: Paid) => unknown, string][] = [
    [
      "a transfer that the provider does not have",
      TRANSFER,
      ({ made }) => payouts.transfers.delete(made.id),
      "not at the provider",
    ],
    [
      "a transfer that the books do not have",
      TRANSFER,
      ({ made }) => payouts.transfers.set("tr_2", { ...made, id: "tr_2", transferId: newId() }),
      "not in the books",
    ],
    [
      "a transfer of another amount",
      TRANSFER,
      ({ made }) => Object.assign(made, { amount: 2400 }),
      "2500 cents in the books",
    ],
    [
      "a transfer to another account",
      TRANSFER,
      ({ made }) => Object.assign(made, { account: "acct_other" }),
      "to acct_1 in the books",
    ],
    [
      "a transfer that came back there",
      TRANSFER,
      ({ made }) => Object.assign(made, { returned: 500 }),
      "500 cents came back there, 0 in the books",
    ],
    [
      "a transfer that is only planned here",
      TRANSFER,
      ({ transferId }) =>
        set("transfers", "state = 'planned', sent_at = null, provider_id = null", transferId),
      "planned in the books",
    ],
    [
      "a payout that the provider does not have",
      PAYOUT,
      ({ scripted }) => payouts.payouts.delete(scripted.id),
      "not at the provider",
    ],
    [
      "a payout that the books do not have",
      PAYOUT,
      ({ scripted }) => payouts.payouts.set("po_2", { ...scripted, id: "po_2", payoutId: newId() }),
      "not in the books",
    ],
    [
      "a payout of another amount",
      PAYOUT,
      ({ scripted }) => Object.assign(scripted, { amount: 2400 }),
      "2500 cents in the books",
    ],
    [
      "a payout that failed there and is paid here",
      PAYOUT,
      async ({ scripted, payoutId }) => {
        await set("payouts", "state = 'paid', paid_at = now()", payoutId);
        payouts.come(scripted, "failed");
      },
      "failed there, paid in the books",
    ],
    [
      "a payout that failed here only",
      PAYOUT,
      ({ payoutId }) => set("payouts", "state = 'failed', failed_at = now()", payoutId),
      "sent there, failed in the books",
    ],
    [
      "a payment that the provider does not have",
      PAYMENT,
      ({ paymentId }) => card.payments.delete(paymentId),
      "not at the provider",
    ],
    [
      "a payment of another amount",
      PAYMENT,
      ({ paymentId }) => Object.assign(card.truth(paymentId), { received: 2549 }),
      "2550 cents in the books",
    ],
    [
      "a refund that the books do not have",
      PAYMENT,
      ({ paymentId }) => Object.assign(card.truth(paymentId), { returned: 2550 }),
      "2550 cents went back there, 0 in the books",
    ],
  ];

  it.each(PLANTED)("trust 47: names %s", async (_, check, plant, why) => {
    const person = await payee();
    const paid = await paidOut(person);
    const made = [...payouts.transfers.values()].find((each) => each.transferId === paid.transferId);
    if (!made) throw new Error("no transfer");
    expect(await checks()).toEqual([]);
    await database.db
      .transaction(async (tx) => {
        const { db } = context;
        Object.defineProperty(context, "db", { value: tx, configurable: true });
        await plant({ ...paid, made });
        const { found } = await problems();
        Object.defineProperty(context, "db", { get: () => db, configurable: true });
        const said = found.flatMap((each) => (each.check === check ? each.rows.map((row) => row.why) : []));
        expect(said).toEqual([why.replace("acct_1", person.account)]);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
  });

  it("does not take a call without an answer for a difference", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    await moved(person);
    payouts.failures.push({ call: "createTransfer", acted: true });
    await expect(moveDonation(context, donationId)).rejects.toThrow();
    charged -= 100;
    expect(await checks()).toEqual([]);
  });

  it("reads again while money moves between the two", async () => {
    const person = await payee();
    const { donationId } = await give(person);
    await moved(person);
    const balance = payouts.balance;
    payouts.balance = async (account) => {
      const answer = await balance(account);
      // Another server moves the other donation after this answer.
      await moveDonation(context, donationId);
      return answer;
    };
    charged -= 100;
    expect(await checks()).toEqual([]);
  });

  it("names sources that never delivered anything though they should have, and missing secrets", async () => {
    const secrets = await concerns();
    expect(secrets).toEqual([
      {
        check: expect.stringContaining("has no secret"),
        rows: [{ variable: "STRIPE_CONNECT_WEBHOOK_SECRET" }, { variable: "STRIPE_ACCOUNT_EVENTS_SECRET" }],
      },
    ]);
    const person = await payee();
    await paidOut(person);
    const silent = async () =>
      (await concerns()).flatMap(({ check, rows }) =>
        check.includes("never delivered") ? rows.map(({ source }) => source) : [],
      );
    expect(await silent()).toEqual(["stripe_accounts", "stripe_connect"]);
    await database.db
      .insert(providerEvents)
      .values({ provider: "stripe_connect", eventId: "evt_c", type: "payout.paid" });
    expect(await silent()).toEqual(["stripe_accounts"]);
    await database.db.delete(providerEvents);
    expect(await silent()).toEqual(["stripe", "stripe_accounts", "stripe_connect"]);
  });

  it("says what could not be asked", async () => {
    payouts.failures.push({ call: "isPlatformManual" }, { call: "balance" });
    expect(await checks()).toEqual([]);
    payouts.failures.push({ call: "isPlatformManual" }, { call: "balance" });
    expect((await problems()).unasked).toContainEqual({
      check: "every provider could be asked",
      rows: [
        { provider: "stripe", of: "payouts of the platform", why: expect.any(String) },
        { provider: "stripe", of: "balance of the platform", why: expect.any(String) },
      ],
    });
  });

  it("asks nobody where nothing is configured", async () => {
    context.payoutProviders = { stripe: null, paypal: null };
    vi.spyOn(payouts, "balance");
    expect(await problems()).toEqual({ found: [], concerns: [], unasked: [] });
    expect(payouts.balance).not.toHaveBeenCalled();
  });
});
