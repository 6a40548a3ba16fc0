import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { donations, messageChoices, notifications, users } from "@/db/schema";
import { mailTexts } from "@/lib/delivery/translator";
import { decide } from "@/lib/domain/operator/decide";
import { orderRefunds } from "@/lib/domain/payouts/ageing-store";
import { listPayouts } from "@/lib/domain/payouts/list-payouts";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { statementQuerySchema } from "@/lib/domain/payouts/schema";
import { listStatementYears, yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { statementCsv } from "@/lib/statement/csv";
import { statementPdf } from "@/lib/statement/pdf";
import { aDecision, addOperator } from "../support/deciding";
import { tell } from "../support/donating";
import { Browsers, Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { openPayoutBooks, transfersOf } from "../support/payouts";
import { readPdf } from "../support/pdf";

const { database, card, context, bank, clock, addPayee, give, later, housekeeping, addRequest } =
  openPayoutBooks();
const db = () => database.db;

type Person = { id: string; email: string };

/** Two donations of different years, of which one donor is anonymous, in a payout that is as far as `state`. */
async function paidOut() {
  const owner = await addPayee();
  const request = await addRequest(owner, 100_000);
  const named = await give(request, 3_000);
  later(60);
  const anonymous = await give(request, 2_000);
  await db().update(users).set({ anonymousProfile: true }).where(eq(users.id, anonymous.donorId));
  later(30);
  await housekeeping();
  await housekeeping();
  const [payout] = (await listPayouts(db(), owner.id, { limit: 10 })).items;
  if (!payout) throw new Error("nothing was paid out");
  return { owner, request, named, anonymous, payout };
}

const usernameOf = async (id: string) => {
  const [row] = await db().select({ username: users.username }).from(users).where(eq(users.id, id));
  return row?.username ?? "";
};

async function statements(owner: { id: string }) {
  const years = await listStatementYears(db(), owner.id);
  return Promise.all(years.map((year) => yearStatementOf(db(), owner.id, year)));
}

/** The statements of all years add up to what the page says. */
async function expectSameFigures(owner: { id: string }) {
  const all = await statements(owner);
  const { received, waiting, onTheWay, inBank, givenBack } = await payoutsOf(db(), owner);
  const sum = (key: keyof (typeof all)[number]["totals"]) =>
    all.reduce((total, { totals }) => total + totals[key], 0);
  expect({
    received: sum("received"),
    waiting: sum("waiting"),
    onTheWay: sum("onTheWay"),
    inBank: sum("inBank"),
    givenBack: sum("givenBack"),
  }).toEqual({ received, waiting, onTheWay, inBank, givenBack });
  return all;
}

describe("the statements of the years", () => {
  it("have the figures of the page at every step", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner, 100_000);
    const first = await give(request, 3_000);
    await expectSameFigures(owner);
    later(60);
    const second = await give(request, 2_000);
    await expectSameFigures(owner);
    card.truth(second.paymentId).returned = 1_020;
    await tell(context, second.paymentId);
    await expectSameFigures(owner);
    for (let day = 0; day < 20; day += 1) {
      later(2);
      await housekeeping();
      await expectSameFigures(owner);
    }
    const all = await expectSameFigures(owner);
    expect(all.map(({ year }) => year)).toEqual([2027, 2026]);
    expect(all.map(({ totals }) => totals.received)).toEqual([2_000, 3_000]);
    expect(all[1]?.donations.map(({ id }) => id)).toEqual([first.donationId]);
    expect(all[0]?.totals.givenBack).toBe(1_000);
  });

  it("have the figures of the page while a refund of what was moved is due", async () => {
    const owner = await addPayee();
    const { donationId, paymentId } = await give(await addRequest(owner, 100_000), 3_000);
    later(8);
    await housekeeping();
    expect(await transfersOf(db(), donationId)).toMatchObject([{ state: "sent" }]);
    card.disputed.add(paymentId);
    const refunds = { reason: "request_removed", moved: true, at: new Date(clock.time) } as const;
    await orderRefunds(db(), owner.id, refunds);
    const [statement] = await expectSameFigures(owner);
    expect(statement?.totals).toMatchObject({ waiting: 0, givenBack: 3_000 });
    card.disputed.delete(paymentId);
    await housekeeping();
    await expectSameFigures(owner);
  });

  it("name the donors that may be named, and no others, in both files", async () => {
    const { owner, named, anonymous } = await paidOut();
    const [shown, hidden] = [await usernameOf(named.donorId), await usernameOf(anonymous.donorId)];
    const texts = await mailTexts("en");
    const files = await Promise.all(
      (await statements(owner)).flatMap((statement) => [
        statementCsv(statement, { texts, currency: "eur", timeZone: "UTC" }),
        statementPdf(statement, { texts, person: owner, at: new Date(clock.time), counted: null }).then(
          async (pdf) => (await readPdf(pdf)).text,
        ),
      ]),
    );
    const all = files.join("\n");
    expect(all).toContain(shown);
    expect(all).toContain("Anonymous");
    expect(all).not.toContain(hidden);
  });

  it("do not name whom a decision hides, and neither does the payout", async () => {
    const { owner, named } = await paidOut();
    await decide(context, await addOperator(db()), aDecision("person", named.donorId, "hidden"));
    const years = (await statements(owner)).flatMap(({ donations: all }) => all);
    const [payout] = (await listPayouts(db(), owner.id, { limit: 10 })).items;
    for (const list of [years, payout?.donations])
      expect(list?.map(({ donorName, donorErased }) => [donorName, donorErased])).toEqual([
        [null, false],
        [null, false],
      ]);
  });

  it("exist for every year that can be asked for", async () => {
    const owner = await addPayee();
    const asked = ["2000", "9998", "9999"].map((year) =>
      statementQuerySchema.safeParse({ year, format: "csv" }),
    );
    for (const { data } of asked)
      if (data) expect((await yearStatementOf(db(), owner.id, data.year)).donations).toEqual([]);
    expect(asked.map(({ success }) => success)).toEqual([true, true, false]);
  });

  it("are of one person only", async () => {
    await paidOut();
    const other = await addPayee();
    expect(await listStatementYears(db(), other.id)).toEqual([]);
    expect((await yearStatementOf(db(), other.id, 2026)).donations).toEqual([]);
  });
});

describe("the list of payouts", () => {
  it("has the donations of each, by the names that may be known now", async () => {
    const { owner, named, payout } = await paidOut();
    expect(payout.donations.map(({ donorName, amount }) => [donorName, amount]).sort()).toEqual(
      [
        [await usernameOf(named.donorId), 3_000],
        [null, 2_000],
      ].sort(),
    );
    expect(payout).toMatchObject({ amount: 5_000, failure: null, more: 0, provider: "stripe" });
    await db().update(donations).set({ anonymous: true }).where(eq(donations.id, named.donationId));
    const [again] = (await listPayouts(db(), owner.id, { limit: 10 })).items;
    expect(again?.donations.map(({ donorName }) => donorName)).toEqual([null, null]);
    await db().update(donations).set({ anonymous: false }).where(eq(donations.id, named.donationId));
  });

  it("goes on after a cursor, newest first", async () => {
    const owner = await addPayee();
    for (const cents of [1_500, 1_600, 1_700]) {
      await give(await addRequest(owner, cents), cents);
      later(20);
      await housekeeping();
      await housekeeping();
      later(1);
    }
    const first = await listPayouts(db(), owner.id, { limit: 2 });
    const rest = await listPayouts(db(), owner.id, { limit: 2, cursor: first.next });
    expect(first.items.map(({ amount }) => amount)).toEqual([1_700, 1_600]);
    expect(rest.items.map(({ amount }) => amount)).toEqual([1_500]);
    expect(rest.next).toBeNull();
  });
});

describe("the messages about a payout", () => {
  const sentTo = async ({ email }: Person) => {
    const sent = await sendOutbox(db(), new Inbox(), new Browsers());
    return sent.filter(({ to }) => to === email);
  };

  it("say that it is on its way, and that it arrived, once each and without a donor's name", async () => {
    const { owner, named, anonymous, payout } = await paidOut();
    const kinds = async () =>
      (await mailsOf(db(), owner.id))
        .filter(({ kind, channel }) => kind.startsWith("payout_") && channel === "mail")
        .map(({ kind }) => kind);
    expect(await kinds()).toEqual(["payout_on_the_way"]);
    const sent = (await sentTo(owner)).filter(({ subject }) => subject === "Your payout is on its way");
    expect(sent).toHaveLength(1);
    const names = [await usernameOf(named.donorId), await usernameOf(anonymous.donorId)];
    for (const name of names) expect(JSON.stringify(sent)).not.toContain(name);
    expect(sent[0]?.text).toContain("€50.00");
    expect(payout.state).toBe("sent");
    bank.come([...bank.payouts.values()].at(-1)!, "paid");
    later(0, 61);
    await housekeeping();
    await housekeeping();
    expect(await kinds()).toEqual(["payout_on_the_way", "payout_paid"]);
    const [arrived] = await sentTo(owner);
    expect(arrived?.subject).toBe("Your payout has arrived");
    for (const name of names) expect(JSON.stringify(arrived)).not.toContain(name);
    await housekeeping();
    expect(await sentTo(owner)).toEqual([]);
  });

  it("are not shown in the application to who switched that off, unless it failed", async () => {
    const owner = await addPayee();
    await db()
      .insert(messageChoices)
      .values({ userId: owner.id, kind: "payout", inApp: false, push: true, mail: "now" });
    await give(await addRequest(owner, 2_000), 2_000);
    later(20);
    await housekeeping();
    await housekeeping();
    const come = async (state: "paid" | "failed") => {
      bank.come([...bank.payouts.values()].at(-1)!, state);
      later(0, 61);
      await housekeeping();
      return db()
        .select({ payoutState: notifications.payoutState })
        .from(notifications)
        .where(eq(notifications.userId, owner.id))
        .then((rows) => rows.filter(({ payoutState }) => payoutState !== null));
    };
    expect(await come("paid")).toEqual([]);
    expect(await come("failed")).toEqual([{ payoutState: "failed" }]);
    const sent = await sentTo(owner);
    expect(sent.map(({ subject }) => subject)).toContain("Your payout didn’t arrive");
    expect(sent.map(({ subject }) => subject)).not.toContain("Your payout has arrived");
  });
});
