import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { donations, mails, users } from "@/db/schema";
import { donationTerms } from "@/lib/domain/donations/terms";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { owedTo } from "@/lib/domain/payouts/queries";
import { payeeState } from "@/lib/domain/payouts/rules";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { openBooks } from "../support/books";
import { donationRow, start, tell, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { ScriptedPayees } from "../support/scripted-payees";

const { database, card, context } = openBooks();
let payees: ScriptedPayees;
beforeEach(() => {
  payees = new ScriptedPayees();
  context.payoutProviders = { stripe: payees, paypal: null };
});

const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};
const settleAll = () => reconcile(context, failOnError);

/** Gives to somebody although giving is paused, as who began before. */
async function givePaused<T>({ id }: { id: string }, run: () => Promise<T>): Promise<T> {
  const [row] = await database.db.select({ at: users.donationsPausedAt }).from(users).where(eq(users.id, id));
  await database.db.update(users).set({ donationsPausedAt: null }).where(eq(users.id, id));
  const given = await run();
  await database.db
    .update(users)
    .set({ donationsPausedAt: row?.at ?? null })
    .where(eq(users.id, id));
  return given;
}

/** So many days after now, everything that is due is done. */
async function onDay(days: number): Promise<void> {
  const at = new Date(Date.now() + days * DAY);
  setClock(() => at);
  await settleAll();
}

async function give(donor: { id: string }, request: { id: string }, amount = "25") {
  const given = await start(context, donor, request, amount);
  card.pay(given.paymentId);
  expect(await tell(context, given.paymentId)).toBe("credited");
  return given.donationId;
}

/** Somebody who received 25.00 and cannot be paid. */
async function owed() {
  const [person, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, person, { goal: 50_000 });
  return { person, donor, request, donationId: await give(donor, request) };
}

async function begin({ id }: { id: string }): Promise<string> {
  await startOnboarding(context, { id }, { origin: "https://steuntje.example" });
  return (await findPayee(database.db, id))?.providerAccountId ?? "";
}

const sent = async ({ id }: { id: string }, kind: MailKind) =>
  (
    await database.db
      .select()
      .from(mails)
      .where(and(eq(mails.userId, id), eq(mails.kind, kind)))
  ).map(({ cause }) => cause);
const isPaused = async ({ id }: { id: string }) =>
  (await userRow(database.db, id)).donationsPausedAt !== null;
const stateOf = async (donationId: string) => (await donationRow(database.db, donationId)).paymentStatus;

describe("somebody who is owed money and cannot be paid", () => {
  it("is reminded on day 1, 7 and 21, once each", async () => {
    const { person } = await owed();
    const today = new Date().toISOString().slice(0, 10);
    await onDay(0.9);
    expect(await sent(person, "identity_reminder")).toEqual([]);
    for (const day of [1, 1.5, 6.9, 7, 8, 21, 22, 29]) await onDay(day);
    expect((await sent(person, "identity_reminder")).sort()).toEqual(
      [1, 21, 7].map((day) => `${person.id}:${today}:${day}`),
    );
    expect(await isPaused(person)).toBe(false);
  });

  it("is reminded once by two servers", async () => {
    const { person } = await owed();
    const at = new Date(Date.now() + 7 * DAY);
    setClock(() => at);
    await Promise.all([settleAll(), settleAll(), settleAll()]);
    expect(await sent(person, "identity_reminder")).toHaveLength(1);
  });

  it("on day 30 cannot be given to any more, and can again as soon as they can be paid", async () => {
    const { person, donor, request } = await owed();
    await onDay(29.9);
    expect(await donationTerms(database.db, donor, request.id)).toMatchObject({ valid: true });
    await onDay(30);
    await onDay(31);
    expect(await sent(person, "donations_paused")).toHaveLength(1);
    await expect(donationTerms(database.db, donor, request.id)).rejects.toMatchObject({
      code: "GIVING_OFF",
    });
    await expect(start(context, donor, request, "5")).rejects.toMatchObject({ code: "GIVING_OFF" });
    payees.answer(await begin(person), "verified");
    await checkPayee(context, person.id);
    expect(await donationTerms(database.db, donor, request.id)).toMatchObject({ valid: true });
  });

  it("still gets what was begun before giving was paused", async () => {
    const { person, donor, request } = await owed();
    const begun = await start(context, donor, request, "5");
    await database.db.update(users).set({ donationsPausedAt: new Date() }).where(eq(users.id, person.id));
    card.pay(begun.paymentId);
    expect(await tell(context, begun.paymentId)).toBe("credited");
  });

  it("on day 60 their donors are told once for each request, also who gives later; not who deleted their account", async () => {
    const { donor, request, person } = await owed();
    const late = await addPerson(database.db);
    await give(donor, request, "10");
    await onDay(30);
    await onDay(59.9);
    expect(await sent(donor, "donation_waiting")).toEqual([]);
    await onDay(60);
    await onDay(61);
    expect(await sent(donor, "donation_waiting")).toEqual([request.id]);
    await givePaused(person, () => give(late, request));
    await onDay(62);
    expect(await sent(late, "donation_waiting")).toEqual([request.id]);
  });

  it("on day 85 everything that was not moved goes back, fees included, the latest donation too", async () => {
    const { person, donor, request, donationId } = await owed();
    await onDay(30);
    await onDay(84.9);
    expect(await stateOf(donationId)).toBe("completed");
    const latest = await givePaused(person, () => give(donor, request, "10"));
    await onDay(85);
    for (const id of [donationId, latest]) {
      expect(await donationRow(database.db, id)).toMatchObject({
        paymentStatus: "refunded",
        refundReason: "not_paid_out",
        isOwed: false,
      });
    }
    expect([...card.refunds.values()].sort()).toEqual([1_020, 2_550]);
    expect(await sent(donor, "donation_returned")).toHaveLength(2);
    expect(await owedTo(database.db, person.id)).toBe(0);
    await expect(donationTerms(database.db, donor, request.id)).rejects.toMatchObject({
      code: "GIVING_OFF",
    });
  });

  it("days count from the first donation that is still owed", async () => {
    const { person, donor, request, donationId } = await owed();
    await onDay(20);
    await give(donor, request);
    await database.db.update(donations).set({ isOwed: false }).where(eq(donations.id, donationId));
    const before = await sent(person, "identity_reminder");
    await onDay(30);
    expect(await isPaused(person)).toBe(false);
    expect(await sent(person, "identity_reminder")).toHaveLength(before.length + 1);
    await onDay(50);
    expect(await isPaused(person)).toBe(true);
    await database.db.update(donations).set({ isOwed: true }).where(eq(donations.id, donationId));
  });

  it("is left alone where nobody can be paid, where they are demo people, and once they can be paid", async () => {
    const [nowhere, demo, ready] = [await owed(), await owed(), await owed()];
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, demo.person.id));
    payees.answer(await begin(ready.person), "verified");
    await checkPayee(context, ready.person.id);
    await onDay(30);
    expect(await isPaused(ready.person)).toBe(false);
    await onDay(85);
    expect(await stateOf(demo.donationId)).toBe("completed");
    expect(await stateOf(nowhere.donationId)).toBe("refunded");

    const another = await owed();
    context.payoutProviders = { stripe: null, paypal: null };
    await onDay(200);
    expect(await stateOf(another.donationId)).toBe("completed");
    expect(await sent(another.person, "identity_reminder")).toEqual([]);
  });
});

describe("a refused account", () => {
  it("its owner's donations go back at once, and nothing can be given any more", async () => {
    const { person, donor, request, donationId } = await owed();
    const account = await begin(person);
    payees.answer(account, "in_review");
    await checkPayee(context, person.id);
    await settleAll();
    expect(await stateOf(donationId)).toBe("completed");
    payees.answer(account, "refused");
    await checkPayee(context, person.id);
    await settleAll();
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "not_paid_out",
    });
    await expect(donationTerms(database.db, donor, request.id)).rejects.toMatchObject({
      code: "GIVING_OFF",
    });
    expect(await sent(person, "payouts_stopped")).toHaveLength(1);
    expect(await sent(person, "donations_paused")).toEqual([]);
  });

  it("one that the provider restricts, asking nobody: one message, and its donations go back on their day", async () => {
    const { person, donationId } = await owed();
    const account = await begin(person);
    payees.answer(account, "verified");
    await checkPayee(context, person.id);
    const restricted = { transfers: "restricted", payouts: "restricted", waitsFor: "nobody" } as const;
    payees.set(account, { ...restricted, problem: "restricted_other" });
    for (const day of [0, 1, 80]) {
      await onDay(day);
      expect(payeeState(await checkPayee(context, person.id))).toBe("stopped");
    }
    expect(await sent(person, "payouts_stopped")).toHaveLength(1);
    expect(await stateOf(donationId)).toBe("completed");
    await onDay(86);
    expect(await stateOf(donationId)).toBe("refunded");
  });

  it("a refund that cannot be made now is made later, once", async () => {
    const { person, donationId } = await owed();
    payees.answer(await begin(person), "refused");
    await checkPayee(context, person.id);
    card.failures.push({ call: "refundPayment", acted: true });
    await reconcile(context, () => undefined);
    expect(await donationRow(database.db, donationId)).toMatchObject({ refundReason: "not_paid_out" });
    await onDay(0.1);
    expect(await stateOf(donationId)).toBe("refunded");
    expect(card.refunds.size).toBe(1);
  });
});

describe("giving back", () => {
  it("refunds everything that a person is owed, and nothing else, once", async () => {
    const { person, donor, request, donationId } = await owed();
    const other = await owed();
    const second = await give(donor, request, "10");
    expect(await owedTo(database.db, person.id)).toBe(3_500);
    expect(await giveBack(context, person)).toEqual({ givenBack: 3_500 });
    expect(await giveBack(context, person)).toEqual({ givenBack: 0 });
    expect(await owedTo(database.db, person.id)).toBe(0);
    await settleAll();
    for (const id of [donationId, second]) {
      expect(await donationRow(database.db, id)).toMatchObject({
        paymentStatus: "refunded",
        refundReason: "given_back",
      });
    }
    expect(await stateOf(other.donationId)).toBe("completed");
    expect(await owedTo(database.db, other.person.id)).toBe(2_500);
  });

  it("does not wait for the identity check", async () => {
    const { person, donationId } = await owed();
    payees.answer(await begin(person), "verified");
    await checkPayee(context, person.id);
    await giveBack(context, person);
    await settleAll();
    expect(await stateOf(donationId)).toBe("refunded");
  });
});
