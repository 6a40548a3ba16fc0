import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { holdMoney } from "@/lib/domain/operator/holds";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listBounced, listFailed } from "@/lib/domain/operator/messages";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { lookUpMoney, PAYOUT_LISTS } from "@/lib/domain/operator/payouts";
import type { PersonEvent, TimelineSource } from "@/lib/domain/operator/person-timeline-store";
import { search } from "@/lib/domain/operator/search";
import { sendReport } from "@/lib/domain/safety/send-report";
import { openSession } from "@/lib/domain/sessions/open-session";
import { now } from "@/lib/ground/clock";
import type { Page, PageRequest } from "@/lib/ground/paging";
import { openBooks } from "../support/books";
import { addOperator, hide } from "../support/deciding";
import { donationRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

async function credited() {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 100_000 });
  const given = await start(context, donor, request, "25");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { owner, donor, request, given };
}

/** Every item of a list, read in pages of two. */
async function allOf<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const { items, next } = await list({ limit: 2 });
  const found = [...items];
  for (let cursor = next; cursor !== null; ) {
    const page = await list({ limit: 2, cursor });
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}

describe("a person's timeline", () => {
  const timelineOf = (id: string, source: TimelineSource | null = null) =>
    allOf(
      async (page) => (await lookUpPerson(database.db, { name: "ines" }, id, { source, ...page })).timeline,
    );
  const said = ({ source, what, note, amount }: PersonEvent) => [source, what, note, amount];

  it("has everything once, newest first, however it is paged", async () => {
    const { owner, donor, request, given } = await credited();
    await openSession(database.db, owner.id, {
      replaces: null,
      from: { device: "Firefox", network: "192.0.2" },
    });
    const reporter = { viewer: { id: donor.id, isOperator: false }, locale: "en", browser: null } as const;
    const report = {
      target: { kind: "request", id: request.id },
      ground: "scam",
      text: "Seen elsewhere.",
    } as const;
    const { reference } = await sendReport(
      database.db,
      reporter,
      { ...report, goodFaith: true },
      crypto.randomUUID(),
    );
    await holdMoney(
      database.db,
      { name: "ines" },
      { reference: request.id, cause: "report", until: null, reason: "A report." },
    );
    await hide(context, { requestId: request.id });

    const events = await timelineOf(owner.id);
    expect(events.map(said)).toEqual(
      expect.arrayContaining([
        ["account", "registered", null, null],
        ["account", "signed_in", "Firefox, 192.0.2", null],
        ["request", "made", "A winter coat", 100_000],
        ["money", "donation", null, 2_500],
        ["safety", "reported", "scam", null],
        ["safety", "decided", "hidden", null],
        ["hold", "placed", "report", null],
        ["operator", "did", "place_hold: A report.", null],
      ]),
    );
    const ids = events.map(({ source, what, id }) => `${source} ${what} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    const times = events.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(events.find(({ what }) => what === "donation")).toMatchObject({
      subject: "payment",
      subjectId: given.donationId,
    });
    expect(events.find(({ what }) => what === "reported")).toMatchObject({
      subject: "report",
      subjectId: reference,
    });
    expect((await timelineOf(owner.id, "safety")).map(({ what }) => what)).toEqual(["decided", "reported"]);
    expect((await timelineOf(donor.id)).map(said)).toEqual(
      expect.arrayContaining([["money", "donation", null, -2_550]]),
    );
    expect(JSON.stringify(await timelineOf(donor.id))).not.toContain(reference);
  });
});

describe("an operator's own things", () => {
  it("stay closed to them: person, money and payments", async () => {
    const { owner, donor, given } = await credited();
    const own = "This concerns you: another operator has to do it.";
    for (const { id, username } of [owner, donor]) {
      const operator = { id, name: username };
      await expect(paymentHistory(database.db, given.donationId, operator)).rejects.toThrow(own);
      await expect(lookUpPerson(database.db, operator, username)).rejects.toThrow(own);
      await expect(lookUpMoney(database.db, operator, { reference: id, limit: 5 })).rejects.toThrow(own);
    }
    const other = await addOperator(database.db);
    expect(await paymentHistory(database.db, given.donationId, other)).toMatchObject({
      payment: { id: given.donationId },
    });
  });
});

describe("lists of the office are the same by pages as at once", () => {
  it("holds, first payouts, and who cannot be paid", async () => {
    const owners = [];
    for (let n = 0; n < 5; n += 1) {
      const { owner, request } = await credited();
      await holdMoney(
        database.db,
        { name: "ines" },
        { reference: request.id, cause: "risk", until: null, reason: "A rule." },
      );
      await database.db.execute(
        sql`insert into holds (id, user_id, cause, placed_at) values (gen_random_uuid(), ${owner.id}, 'first_payout', now())`,
      );
      await database.db
        .update(users)
        .set({ paymentMethod: "bank", paypalEmail: null })
        .where(sql`id = ${owner.id}`);
      owners.push(owner.id);
    }
    for (const list of Object.values(PAYOUT_LISTS)) {
      const all = await list(database.db, { limit: 100 });
      expect(all.next).toBeNull();
      expect(await allOf<unknown>((page) => list(database.db, page))).toEqual(all.items);
    }
    const { reviews, holds, payees } = PAYOUT_LISTS;
    const whose = (rows: { personId: string }[]) => new Set(rows.map(({ personId }) => personId));
    for (const list of [reviews, holds, payees]) {
      const { items } = await list(database.db, { limit: 100 });
      expect(whose(items as { personId: string }[])).toEqual(expect.objectContaining({}));
      expect(owners.every((id) => whose(items as { personId: string }[]).has(id))).toBe(true);
    }
  });

  it("failed messages, and addresses that refuse mail", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => addPerson(database.db)));
    for (const { id } of people) {
      await database.db.execute(sql`
        insert into mails (id, user_id, kind, cause, channel, stream, state, due_at, created_at, finished_at)
        values (gen_random_uuid(), ${id}, 'payout_paid', gen_random_uuid(), 'mail', 'money', 'failed', now(), now(), now())`);
      await database.db.update(users).set({ emailBouncedAt: now() }).where(sql`id = ${id}`);
    }
    const failed = await allOf((page) => listFailed(database.db, page));
    expect(people.every(({ id }) => failed.some(({ personId }) => personId === id))).toBe(true);
    const bounced = await allOf((page) => listBounced(database.db, page));
    expect(bounced.map(({ id }) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
  });
});

describe("the search", () => {
  it("finds a person, a payment and a report, and whose a request, a hold or a transfer is", async () => {
    const { owner, donor, request, given } = await credited();
    const { receiptNumber } = await donationRow(database.db, given.donationId);
    const find = (query: string) => search(database.db, query);
    const person = { kind: "person", username: owner.username };
    for (const query of [
      owner.username.toUpperCase(),
      `@${owner.username}`,
      owner.email,
      owner.id,
      request.id,
    ]) {
      expect(await find(` ${query} `)).toEqual(person);
    }
    for (const query of [
      receiptNumber,
      receiptNumber.toLowerCase().replaceAll("-", ""),
      given.donationId,
      given.paymentId,
    ]) {
      expect(await find(query)).toEqual({ kind: "payment", id: given.donationId });
    }
    const { hold } = await holdMoney(
      database.db,
      { name: "ines" },
      { reference: given.donationId, cause: "risk", until: null, reason: "A rule." },
    );
    expect(await find(hold.id)).toEqual(person);
    const reporter = { viewer: { id: donor.id, isOperator: false }, locale: "en", browser: null } as const;
    const { reference } = await sendReport(
      database.db,
      reporter,
      {
        target: { kind: "request", id: request.id },
        ground: "scam",
        text: "Seen elsewhere.",
        goodFaith: true,
      },
      crypto.randomUUID(),
    );
    expect(await find(reference)).toEqual({ kind: "report", id: reference });
  });

  it("lists people whose username begins so, and nobody for signs or nothing", async () => {
    const start = `zz${crypto.randomUUID().slice(0, 6)}`;
    for (const end of ["b", "a"]) await addPerson(database.db, { username: `${start}.${end}` });
    expect(await search(database.db, start.toUpperCase())).toMatchObject({
      kind: "people",
      people: [{ username: `${start}.a` }, { username: `${start}.b` }],
    });
    for (const query of ["", "%", "_", "\\"]) {
      expect(await search(database.db, query)).toEqual({ kind: "people", people: [] });
    }
  });
});
