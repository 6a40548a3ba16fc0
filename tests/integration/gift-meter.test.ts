import { text } from "node:stream/consumers";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { donations, giftMeters, users } from "@/db/schema";
import { mailTexts } from "@/lib/delivery/translator";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { changeGiftMeter, giftMeterOf, leftToAsk, receivedByDay } from "@/lib/domain/gift-meter/meter";
import { watchMeters } from "@/lib/domain/gift-meter/watch-meters";
import { changeDonation } from "@/lib/domain/given/given";
import { listNotifications } from "@/lib/domain/messages/queries";
import { yearStatementOf } from "@/lib/domain/payouts/year-statement";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { exportData } from "@/lib/domain/privacy/export-data";
import { setClock } from "@/lib/ground/clock";
import { seal } from "@/lib/ground/sealed";
import { statementPdf } from "@/lib/statement/pdf";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { addReadyAccount } from "../support/payout-rows";
import { readPdf } from "../support/pdf";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks({ TIME_ZONE: "Europe/Amsterdam" });
const on = (at: string) => setClock(() => new Date(at));
beforeEach(() => on("2026-11-20T12:00:00Z"));

async function people(goal = 500_000) {
  const owner = await addPerson(database.db, { subscriptionTier: "diamond" });
  const donor = await addPerson(database.db);
  return { owner, donor, request: await addRequest(database.db, owner, { goal }) };
}
type People = Awaited<ReturnType<typeof people>>;

async function give({ donor, request }: Pick<People, "donor" | "request">, amount: string) {
  const { paymentId } = await start(context, donor, request, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  return paymentId;
}

const switchOn = (owner: { id: string }, change = {}) =>
  changeGiftMeter(database.db, owner, { on: true, ...change });

describe("the gift meter", () => {
  it("counts nothing until it is on, and forgets everything when it is off again", async () => {
    const made = await people();
    await give(made, "50.00");
    const off = { on: false, year: 2026, limit: 120_000, received: 0, left: null, elsewhere: [] };
    expect(await giftMeterOf(database.db, made.owner)).toMatchObject(off);
    const elsewhere = [{ date: "2026-02-03", amount: 10_000, note: "from aunt Zwaantje" }];
    expect(await switchOn(made.owner, { limit: 80_000, elsewhere })).toMatchObject({
      on: true,
      limit: 80_000,
      limitIsOwn: true,
      received: 5_000,
      elsewhere,
      left: 65_000,
      byMonth: [0, 10_000, 0, 0, 0, 0, 0, 0, 0, 0, 5_000, 0],
    });
    await changeGiftMeter(database.db, made.owner, { on: false });
    expect(await database.db.$count(giftMeters, eq(giftMeters.userId, made.owner.id))).toBe(0);
    expect(await switchOn(made.owner)).toMatchObject({ limit: 120_000, limitIsOwn: false, elsewhere: [] });
  });

  it("counts by the local day, of this year only", async () => {
    const made = await people();
    on("2025-12-31T22:59:59Z");
    await give(made, "10.00");
    on("2025-12-31T23:00:00Z");
    await give(made, "20.00");
    on("2026-03-31T22:30:00Z");
    await give(made, "30.00");
    on("2026-11-20T12:00:00Z");
    const { received, byMonth } = await switchOn(made.owner);
    expect(received).toBe(5_000);
    expect(byMonth).toEqual([2_000, 0, 0, 3_000, 0, 0, 0, 0, 0, 0, 0, 0]);
    const { year, received: before } = await giftMeterOf(database.db, made.owner, 2025);
    expect([year, before]).toEqual([2025, 1_000]);
  });

  it("leaves out what went back, whole or in part", async () => {
    const made = await people();
    const [whole, part] = [await give(made, "40.00"), await give(made, "20.00")];
    await switchOn(made.owner);
    for (const [paymentId, returned] of [
      [whole, 4_080],
      [part, 1_020],
    ] as const) {
      card.truth(paymentId).returned = returned;
      await tell(context, paymentId);
    }
    expect((await giftMeterOf(database.db, made.owner)).received).toBe(1_000);
    const [row] = await database.db.select().from(users).where(eq(users.id, made.owner.id));
    expect(row?.totalReceived).toBe(1_000);
  });

  it("names donations of a giver above the tax limit, and nobody", async () => {
    const made = await people();
    await switchOn(made.owner);
    for (const amount of ["1500.00", "1269.00"]) await give(made, amount);
    expect((await giftMeterOf(database.db, made.owner)).givers).toEqual([]);
    await give(made, "0.50");
    await give({ ...made, donor: await addPerson(database.db) }, "100.00");
    const { givers } = await giftMeterOf(database.db, made.owner);
    expect(givers).toMatchObject([{ amount: 276_950 }]);
    expect(givers[0]?.donationIds).toHaveLength(3);
    expect(JSON.stringify(givers)).not.toContain(made.donor.id);
  });

  it("does not tell by its sums who gave anonymously: not beside what they gave openly, nor what is hidden later", async () => {
    const made = await people();
    await switchOn(made.owner);
    await give(made, "2000.00");
    await updateUser(database.db, made.donor, { anonymousProfile: true });
    await give(made, "900.00");
    await give(made, "2769.50");
    const givers = async () => (await giftMeterOf(database.db, made.owner)).givers;
    expect(await givers()).toEqual([{ donationIds: [expect.any(String)], amount: 276_950 }]);
    const [open] = await database.db
      .select({ id: donations.id })
      .from(donations)
      .where(and(eq(donations.donorId, made.donor.id), eq(donations.amount, 200_000)));
    await changeDonation(context, made.donor, open!.id, { anonymous: true });
    expect(await givers()).toMatchObject([{ amount: 276_950 }]);
  });

  it("knows no limit of a country without one, and counts all the same", async () => {
    const made = await people();
    await database.db.execute(sql`delete from payee_accounts where user_id = ${made.owner.id}`);
    const id = await addReadyAccount(database.db, made.owner.id, new Date());
    await database.db.execute(sql`update payee_accounts set country = 'BE' where id = ${id}`);
    await give(made, "50.00");
    expect(await switchOn(made.owner)).toMatchObject({
      limit: null,
      left: null,
      received: 5_000,
      givers: [],
    });
    expect(await leftToAsk(database.db, made.owner)).toBe(null);
  });

  it("says what can be asked for beside the open requests", async () => {
    const made = await people(100_000);
    expect(await leftToAsk(database.db, made.owner)).toBe(null);
    await switchOn(made.owner);
    await give(made, "300.00");
    expect(await leftToAsk(database.db, made.owner)).toBe(120_000 - 30_000 - 70_000);
  });
});

describe("who comes near their limit", () => {
  const told = async ({ id }: { id: string }) =>
    (await listNotifications(database.db, id, { limit: 9 })).items
      .filter(({ type }) => type.startsWith("limit_"))
      .map(({ type, amount }) => [type, amount]);
  const later = async (at: string) => {
    on(at);
    await watchMeters(database.db);
  };

  it("is told in the application alone, at four fifths and beyond it, once a year each", async () => {
    const made = await people();
    await switchOn(made.owner, { limit: 10_000 });
    await give(made, "79.99");
    await later("2026-11-20T13:00:00Z");
    expect(await told(made.owner)).toEqual([]);
    await give(made, "1.00");
    await later("2026-11-20T13:14:00Z");
    expect(await told(made.owner)).toEqual([]);
    await later("2026-11-20T13:16:00Z");
    await later("2026-11-20T14:16:00Z");
    expect(await told(made.owner)).toEqual([["limit_near", 0]]);
    await give(made, "50.00");
    await later("2026-11-20T15:16:00Z");
    expect(await told(made.owner)).toEqual([
      ["limit_passed", 0],
      ["limit_near", 0],
    ]);
    on("2027-02-01T12:00:00Z");
    await give(made, "90.00");
    await later("2027-02-01T13:00:00Z");
    expect((await told(made.owner))[0]).toEqual(["limit_near", 0]);
    expect(await told(made.owner)).toHaveLength(3);
    const mails = await database.db.execute(sql`select kind from mails where user_id = ${made.owner.id}`);
    expect(mails.filter(({ kind }) => String(kind).includes("limit"))).toEqual([]);
  });

  it.each([
    ["another limit", { limit: 10_000, elsewhere: [] }, { limit: 20_000 }],
    [
      "what they wrote of elsewhere",
      { limit: 20_000, elsewhere: [{ date: "2026-02-03", amount: 100_000, note: "" }] },
      { elsewhere: [] },
    ],
  ])(
    "is told again of what comes true after they corrected %s, and of nothing else",
    async (_, wrong, right) => {
      const made = await people();
      await switchOn(made.owner, wrong);
      await give(made, "100.00");
      await later("2026-11-20T13:00:00Z");
      expect(await told(made.owner)).toEqual([["limit_passed", 0]]);
      await switchOn(made.owner, right);
      await later("2026-11-20T14:00:00Z");
      expect(await told(made.owner)).toHaveLength(1);
      await give(made, "60.00");
      await later("2026-11-20T15:00:00Z");
      await switchOn(made.owner, { limit: 20_000 });
      await later("2026-11-20T16:00:00Z");
      await give(made, "40.00");
      await later("2026-11-20T17:00:00Z");
      expect((await told(made.owner)).map(([type]) => type)).toEqual([
        "limit_passed",
        "limit_near",
        "limit_passed",
      ]);
    },
  );

  it("is told once by several servers", async () => {
    const made = await people();
    await switchOn(made.owner, { limit: 1_000 });
    await give(made, "50.00");
    on("2026-11-20T13:00:00Z");
    await Promise.all([watchMeters(database.db), watchMeters(database.db), watchMeters(database.db)]);
    expect(await told(made.owner)).toEqual([["limit_passed", 0]]);
  });
});

describe("what a meter holds", () => {
  const secret = "from aunt Zwaantje";

  it("is sealed at rest, in the export, and gone with the account", async () => {
    const made = await people();
    await switchOn(made.owner, {
      limit: 76_543,
      elsewhere: [{ date: "2026-02-03", amount: 7_654, note: secret }],
    });
    const rows = await database.db.select().from(giftMeters).where(eq(giftMeters.userId, made.owner.id));
    const stored = JSON.stringify(rows);
    for (const each of [secret, "76543", "7654"]) expect(stored).not.toContain(each);
    const { json } = await exportData(database.db, made.owner);
    const { giftMeter } = JSON.parse(await text(json)) as { giftMeter: unknown };
    expect(giftMeter).toEqual([
      { limit: 76_543, elsewhere: [{ date: "2026-02-03", amount: 7_654, note: secret }] },
    ]);
    await database.db.transaction((tx) => erasePerson(tx, made.owner.id, new Date()));
    expect(await database.db.$count(giftMeters, eq(giftMeters.userId, made.owner.id))).toBe(0);
  });

  it("stays as it is while another AUTH_SECRET cannot read it, until its owner writes it again", async () => {
    const made = await people();
    await switchOn(made.owner, { limit: 1_000, elsewhere: [{ date: "2026-02-03", amount: 900, note: "" }] });
    await give(made, "50.00");
    const sealed = seal("gift meter of another secret", "");
    await database.db.update(giftMeters).set({ sealed }).where(eq(giftMeters.userId, made.owner.id));
    await watchMeters(database.db);
    const stored = () => database.db.select().from(giftMeters).where(eq(giftMeters.userId, made.owner.id));
    expect(await stored()).toMatchObject([{ sealed }]);
    expect(await giftMeterOf(database.db, made.owner)).toMatchObject({
      on: true,
      unreadable: true,
      elsewhere: [],
    });
    expect(await switchOn(made.owner, { limit: 1_000 })).toMatchObject({ unreadable: false, limit: 1_000 });
    expect((await stored())[0]?.sealed).not.toBe(sealed);
  });

  it("is a page of the year's statement for the municipality, without who gave", async () => {
    const made = await people();
    await give(made, "50.00");
    const pdfOf = async () => {
      const statement = await yearStatementOf(database.db, made.owner.id, 2026);
      const counted = await receivedByDay(database.db, made.owner, 2026);
      const pdf = await statementPdf(statement, {
        texts: await mailTexts("en"),
        person: made.owner,
        at: new Date("2026-11-20T12:00:00Z"),
        counted,
      });
      return readPdf(pdf);
    };
    expect((await pdfOf()).text).not.toContain("for your municipality");
    await switchOn(made.owner, { elsewhere: [{ date: "2026-02-03", amount: 10_000, note: secret }] });
    const { text: words, pages } = await pdfOf();
    expect(pages).toBe(2);
    const page = words.slice(words.indexOf("for your municipality"));
    expect(page).toMatch(/Feb 03, 2026from aunt Zwaantje€100\.00\nNov 20, 2026Here€50\.00\nTotal€150\.00/);
    expect(page).not.toContain(made.donor.username);
    // A long note leaves the amount readable, and many of them are put together on the one page.
    const noted = (length: number) =>
      Array.from({ length }, () => ({ date: "2026-02-03", amount: 10_000, note: "W".repeat(60) }));
    await switchOn(made.owner, { elsewhere: noted(1) });
    expect((await pdfOf()).text).toMatch(/Feb 03, 2026W{30,45}€100\.00\nW{15,30}\nNov/);
    for (const [length, told] of [
      [18, /W+\nNov 20, 2026Here€50\.00\nTotal€1,850\.00/],
      [40, /February€4,000\.00\nNovember€50\.00\nTotal€4,050\.00/],
    ] as const) {
      await switchOn(made.owner, { elsewhere: noted(length) });
      const many = await pdfOf();
      expect(many.text).toMatch(told);
      expect(many.pages).toBe(2);
    }
  });
});
