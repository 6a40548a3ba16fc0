import { text as textOf } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  dueChecks,
  holds,
  knownBrowsers,
  newId,
  payeeAccounts,
  photos,
  requestFlags,
  requests,
  users,
} from "@/db/schema";
import { liftDecision } from "@/lib/domain/operator/decide";
import { answerWaiting, perform } from "@/lib/domain/operator/deeds";
import { holdMoney } from "@/lib/domain/operator/holds";
import { confirmationOf, findReview, listReviews } from "@/lib/domain/operator/reviews";
import { moveDonation } from "@/lib/domain/payouts/move-donation";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { photoUrlOf } from "@/lib/domain/photos/rules";
import { exportData } from "@/lib/domain/privacy/export-data";
import { editRequest } from "@/lib/domain/requests/change-own";
import { createRequest } from "@/lib/domain/requests/create-request";
import { checkRequest, forgetOldBrowsers, rememberBrowser } from "@/lib/domain/safety/review";
import { sendReport } from "@/lib/domain/safety/send-report";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { aDecision, addOperator } from "../support/deciding";
import { openPayoutBooks, transfersOf } from "../support/payouts";
import { addPerson } from "../support/people";
import { noPhotos } from "../support/photo-store";

const { context, clock, addPayee, give, later, housekeeping } = openPayoutBooks();
const db = () => context.db;
const photoContext = () => ({ db: context.db, photos: noPhotos });
const page = { limit: 50 };

const COAT = {
  item: "A winter coat for my daughter",
  description: "She has grown so fast this year that last winter's coat hardly covers her arms any more.",
};
/** Without digits, which could be somebody's phone number. */
const word = () =>
  newId().replace(/[\d-]/g, (sign) => (sign === "-" ? " " : "ghijklmnop".charAt(Number(sign))));
const texts = () => ({ item: `Thing ${word()}`, description: `Words that nobody else has: ${word()}` });
type Texts = { item: string; description: string };

/** A request as its owner makes it. */
async function ask(
  owner: { id: string },
  { goal = 100_00, ...changes }: Partial<Texts> & { goal?: number } = {},
) {
  const { id } = await createRequest(photoContext(), owner, { ...texts(), ...changes, goal }, newId());
  return { id };
}
/** Accounts of tests are made at the time of the machine. */
const since = (person: { id: string }, ms: number) =>
  db()
    .update(users)
    .set({ createdAt: new Date(clock.time - ms) })
    .where(eq(users.id, person.id));
async function oldPayee() {
  const owner = await addPayee();
  await since(owner, 100 * DAY);
  return owner;
}
const rulesOf = async ({ id }: { id: string }) =>
  (await db().select().from(requestFlags).where(eq(requestFlags.requestId, id)))
    .map(({ rule }) => rule)
    .sort();
const holdsOf = ({ id }: { id: string }) => db().select().from(holds).where(eq(holds.requestId, id));
const standsInReview = async ({ id }: { id: string }) =>
  (await listReviews(db(), page)).items.some(({ request }) => request.id === id);
/** A donation of an old account. */
async function giveOld(request: { id: string }, cents: number) {
  const { donationId: id, donorId } = await give(request, cents);
  await since({ id: donorId }, 100 * DAY);
  return { id, donorId };
}
const report = async (request: { id: string }, browser: string | null) => {
  const reporter = await addPerson(db());
  if (browser) await rememberBrowser(db(), reporter.id, browser);
  await sendReport(
    db(),
    { viewer: { id: reporter.id, isOperator: false }, locale: "en", browser },
    {
      target: { kind: "request", id: request.id },
      ground: "scam",
      text: "It is not what it says.",
      goodFaith: true,
    },
    newId(),
  );
  return reporter;
};

describe("when a request is made", () => {
  it("sees a young account with a high goal", async () => {
    const owner = await addPayee();
    await since(owner, 3 * DAY);
    const [high, low] = [await ask(owner, { goal: 250_01 }), await ask(owner, { goal: 250_00 })];
    await housekeeping();
    expect([await rulesOf(high), await rulesOf(low)]).toEqual([["young_account"], []]);
  });

  it("sees a text like another person's earlier one, but not one's own, and not the other way round", async () => {
    const [first, second] = [await oldPayee(), await oldPayee()];
    const original = await ask(first, COAT);
    clock.time += MINUTE;
    const again = await ask(first, COAT);
    await housekeeping();
    clock.time += MINUTE;
    const copy = await ask(second, { item: "A warm winter coat", description: COAT.description });
    clock.time += 91 * DAY;
    const later = await ask(await oldPayee(), COAT);
    await housekeeping();
    expect(await rulesOf(original)).toEqual([]);
    expect(await rulesOf(again)).toEqual([]);
    expect(await rulesOf(copy)).toEqual(["like_text"]);
    expect(await rulesOf(later)).toEqual([]);
  });

  it("sees a copied text among a million requests, of which many have phrases in common", async () => {
    const [first, other] = [await oldPayee(), await oldPayee()];
    await ask(first, COAT);
    await housekeeping();
    await db().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into request_texts (request_id, marks, created_at)
        select gen_random_uuid(), array(select m from generate_series(1, 20) m where (m + n) % 3 < 2), now()
        from generate_series(1, 3000) n`);
    });
    await db().execute(sql`analyze request_texts`);
    // What a table of that size says of itself.
    await db().execute(sql`update pg_class set reltuples = 1000000 where oid = 'request_texts'::regclass`);
    later(0, 1);
    const copy = await ask(other, COAT);
    await housekeeping();
    expect(await rulesOf(copy)).toEqual(["like_text"]);
    await db().execute(sql`delete from request_texts where request_id not in (select id from requests)`);
    await db().execute(sql`analyze request_texts`);
  });

  it("sees a photo like another person's, and not a different one", async () => {
    const hash = 0x0123_4567_89ab_cdefn;
    const withPhoto = async (differenceHash: bigint) => {
      clock.time += MINUTE;
      const owner = await oldPayee();
      const request = await ask(owner);
      const id = newId();
      const photoUrl = photoUrlOf({ id, width: 10, height: 10 });
      await db().update(requests).set({ photoUrl }).where(eq(requests.id, request.id));
      await db()
        .insert(photos)
        .values({
          id,
          userId: owner.id,
          uploadKey: newId(),
          requestId: request.id,
          width: 10,
          height: 10,
          differenceHash: BigInt.asIntN(64, differenceHash),
        });
      return request;
    };
    await withPhoto(hash);
    const six = await withPhoto(hash ^ 0x8001_0000_8001_0101n);
    const seven = await withPhoto(~hash ^ 0x8001_0000_8001_0103n);
    await housekeeping();
    expect(await rulesOf(six)).toEqual(["like_photo"]);
    expect(await rulesOf(seven)).toEqual([]);
  });

  it("sees contact details, and forgets them when they are edited away", async () => {
    const owner = await oldPayee();
    const request = await ask(owner, { description: "Call me: 06-12345678" });
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["contact_details"]);
    await editRequest(photoContext(), owner, { id: request.id, description: "Write to me here." });
    await housekeeping();
    expect(await rulesOf(request)).toEqual([]);
  });

  it("holds nothing before there is money, and what was seen counts once there is", async () => {
    const owner = await addPayee();
    await since(owner, 3 * DAY);
    const request = await ask(owner, { goal: 500_00, description: "Call me: 06-12345678" });
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["contact_details", "young_account"]);
    expect(await holdsOf(request)).toEqual([]);
    await giveOld(request, 20_00);
    await housekeeping();
    expect(await holdsOf(request)).toMatchObject([{ cause: "risk", placedBy: null, liftedAt: null }]);
  });
});

describe("when money settles", () => {
  const shareBank = async (...people: { id: string }[]) => {
    const bankHash = newId();
    for (const { id } of people)
      await db().update(payeeAccounts).set({ bankHash }).where(eq(payeeAccounts.userId, id));
  };

  it("sees a shared bank account", async () => {
    const [owner, other] = [await oldPayee(), await oldPayee()];
    await shareBank(owner, other);
    const request = await ask(owner);
    await housekeeping();
    expect(await rulesOf(request)).toEqual([]);
    await giveOld(request, 20_00);
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["shared_bank"]);
    expect(await standsInReview(request)).toBe(true);
  });

  it("sees a donor in the requester's browser, and forgets browsers after 400 days", async () => {
    const owner = await oldPayee();
    const request = await ask(owner);
    const { donorId } = await giveOld(request, 20_00);
    const browser = newId();
    await rememberBrowser(db(), owner.id, browser);
    await rememberBrowser(db(), donorId, browser);
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["shared_browser"]);
    expect(await holdsOf(request)).toEqual([]);
    const known = async () => db().$count(knownBrowsers, eq(knownBrowsers.browser, browser));
    clock.time += 399 * DAY;
    await forgetOldBrowsers(db());
    expect(await known()).toBe(2);
    clock.time += 2 * DAY;
    await forgetOldBrowsers(db());
    expect(await known()).toBe(0);
  });

  it("sees five small donations of new accounts within an hour", async () => {
    const request = await ask(await oldPayee());
    for (let count = 0; count < 5; count += 1) {
      const donation = await giveOld(request, 4_00);
      await since({ id: donation.donorId }, HOUR);
    }
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["small_donations"]);
  });

  it("sees two reports of two people in two known browsers while both are open, also after it settled", async () => {
    const owner = await oldPayee();
    const request = await ask(owner);
    await giveOld(request, 20_00);
    await housekeeping();
    const [one, two] = [newId(), newId()];
    await report(request, one);
    await report(request, one);
    await report(request, null);
    await housekeeping();
    expect(await rulesOf(request)).toEqual([]);
    await report(request, two);
    await housekeeping();
    expect(await rulesOf(request)).toEqual(["reports"]);
    expect(await standsInReview(request)).toBe(true);
    // What rules noticed is for operators (docs/privacy.md): "reports" would reveal that somebody reported it.
    const { holds: exported } = JSON.parse(await textOf((await exportData(db(), owner)).json));
    expect(exported).toMatchObject([{ cause: "risk" }]);
    expect(JSON.stringify(exported)).not.toContain("reports");
  });

  it("does not believe a browser from which nobody ever signed in", async () => {
    const request = await ask(await oldPayee());
    await giveOld(request, 20_00);
    for (const browser of [newId(), newId()]) {
      await sendReport(
        db(),
        { viewer: null, locale: "en", browser },
        {
          target: { kind: "request", id: request.id },
          ground: "scam",
          text: "It is not what it says.",
          goodFaith: true,
          name: "Kees",
          email: `${browser}@example.org`,
        },
        newId(),
      );
    }
    await housekeeping();
    expect(await rulesOf(request)).toEqual([]);
  });
});

/** A request with money that the rules hold. */
async function inReview(cents = 20_00) {
  const owner = await oldPayee();
  const request = await ask(owner, {
    goal: 2_000_00 > cents ? 499_00 : cents,
    description: "Pay me: paypal.me/emma",
  });
  await since(owner, 3 * DAY);
  await db().update(requests).set({ goal: 1_000_00 }).where(eq(requests.id, request.id));
  const donation = await giveOld(request, cents);
  await housekeeping();
  return { owner, request, donation };
}

describe("what rules hold", () => {
  it("is held once, is under review with those like it, and its owner reads a sentence", async () => {
    const { owner, request } = await inReview();
    for (let count = 0; count < 3; count += 1) {
      await giveOld(request, 5_00);
      await housekeeping();
    }
    expect(await holdsOf(request)).toHaveLength(1);
    expect(await findReview(db(), request.id)).toMatchObject({
      points: 10,
      held: 35_00,
      request: { id: request.id, owner: { username: owner.username } },
      flags: [
        {
          rule: "contact_details",
          evidence: { kind: "payment_page" },
        },
        { rule: "young_account", evidence: { days: 3 } },
      ],
      beside: [],
    });
    expect(await payoutsOf(db(), owner)).toMatchObject({ onHold: { reason: "payoutsPage.onHold" } });
  });

  it("trust 5: is not moved, and moves once when it is cleared, which is not undone by the next donation", async () => {
    const { owner, request, donation } = await inReview();
    const operator = await addOperator(db());
    later(10);
    await housekeeping();
    expect(await transfersOf(db(), donation.id)).toEqual([]);
    const order = { requestId: request.id, reason: "I know them" };
    expect(await perform(context, operator, "clear_review", order)).toMatchObject({ done: { cleared: 2 } });
    await expect(perform(context, operator, "clear_review", order)).rejects.toThrow(
      "does not stand in review",
    );
    expect(await findReview(db(), request.id, { ended: true })).toMatchObject({
      ended: { decisionId: null },
      flags: [{ clearedAt: expect.any(Date) }, { clearedAt: expect.any(Date) }],
    });
    expect(await payoutsOf(db(), owner)).toMatchObject({ onHold: null });
    await giveOld(request, 5_00);
    await housekeeping();
    expect(await transfersOf(db(), donation.id)).toMatchObject([{ state: "sent", amount: 20_00 }]);
    expect(await standsInReview(request)).toBe(false);
    expect((await holdsOf(request)).filter(({ liftedAt }) => liftedAt === null)).toEqual([]);
  });

  it("needs a second operator to release more than 250.00, and never its owner", async () => {
    const { owner, request, donation } = await inReview(250_01);
    const [first, second] = [await addOperator(db()), await addOperator(db())];
    await db()
      .update(users)
      .set({ operatorSince: new Date(clock.time) })
      .where(eq(users.id, owner.id));
    const order = { requestId: request.id, reason: "I know them" };
    await expect(
      perform(context, { id: owner.id, name: owner.username }, "clear_review", order),
    ).rejects.toThrow("concerns you");
    const performed = await perform(context, first, "clear_review", order);
    expect(performed).toMatchObject({ waits: expect.any(String) });
    expect(await standsInReview(request)).toBe(true);
    const id = "waits" in performed ? performed.waits : "";
    await answerWaiting(context, second, { id, isApproved: true, reason: null });
    expect(await standsInReview(request)).toBe(false);
    later(10);
    await housekeeping();
    expect(await transfersOf(db(), donation.id)).toMatchObject([{ state: "sent" }]);
  });

  it("becomes a decision when it is confirmed, and moves once when that is lifted", async () => {
    const { request, donation } = await inReview();
    const operator = await addOperator(db());
    const facts = "The description has the address of a payment page.";
    const order = confirmationOf({
      requestId: request.id,
      ground: "rules:2.1",
      facts,
      until: null,
      reason: "seen",
    });
    const performed = await perform(context, operator, "decide", order);
    const decision = "done" in performed ? performed.done.decision : null;
    expect(decision).toMatchObject({ automatic: true, measure: "held", facts });
    expect(await standsInReview(request)).toBe(false);
    await expect(findReview(db(), request.id)).rejects.toThrow("does not stand in review");
    expect(await findReview(db(), request.id, { ended: true })).toMatchObject({
      ended: { decisionId: decision?.id },
    });
    later(10);
    await housekeeping();
    expect(await transfersOf(db(), donation.id)).toEqual([]);
    await liftDecision(context, operator, { decision: decision?.id ?? "", reason: "a mistake" });
    await giveOld(request, 5_00);
    await housekeeping();
    expect(await transfersOf(db(), donation.id)).toMatchObject([{ state: "sent" }]);
    expect(await standsInReview(request)).toBe(false);
  });

  it.each(["while it runs", "after it ended"])(
    "is held beyond an operator's hold with a last day, and in review (%s)",
    async (when) => {
      const request = await ask(await oldPayee());
      const { id } = await giveOld(request, 20_00);
      const until = new Date(clock.time + DAY).toISOString().slice(0, 10);
      const order = { reference: request.id, cause: "risk", until, reason: "look at it" } as const;
      await holdMoney(db(), await addOperator(db()), order);
      if (when === "after it ended") later(3);
      for (const browser of [newId(), newId()]) await report(request, browser);
      await housekeeping();
      expect(await standsInReview(request)).toBe(true);
      later(20);
      await housekeeping();
      expect(await transfersOf(db(), id)).toEqual([]);
    },
  );

  it("is not released by one operator alone who decides to hold it until a day", async () => {
    const { request } = await inReview(250_01);
    const operator = await addOperator(db());
    const until = new Date(clock.time + DAY).toISOString().slice(0, 10);
    const decision = aDecision("request", request.id, "held", { until });
    expect(await perform(context, operator, "decide", decision)).toHaveProperty("waits");
    const confirmed = confirmationOf({
      requestId: request.id,
      ground: "rules:2.1",
      facts: "It has a payment page.",
      until,
      reason: "seen",
    });
    expect(await perform(context, operator, "decide", confirmed)).toHaveProperty("waits");
    const endless = aDecision("request", request.id, "held");
    expect(await perform(context, operator, "decide", endless)).toHaveProperty("done");
  });

  it("is listed by pages and by rule, the longest first", async () => {
    const all = [await inReview(), await inReview(), await inReview()];
    const mine = new Set(all.map(({ request }) => request.id));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const next: Awaited<ReturnType<typeof listReviews>> = await listReviews(db(), {
        limit: 2,
        cursor,
        rule: "contact_details",
      });
      found.push(...next.items.map(({ request }) => request.id).filter((id) => mine.has(id)));
      cursor = next.next;
    } while (cursor !== null);
    expect(found).toEqual(all.map(({ request }) => request.id));
    expect(
      (await listReviews(db(), { ...page, rule: "shared_bank" })).items.filter(({ request }) =>
        mine.has(request.id),
      ),
    ).toEqual([]);
  });
});

describe("no money moves before the rules looked", () => {
  it("looks before a transfer where nobody did, and a failed look holds everything back", async () => {
    const { request, donation } = await inReview();
    await db().delete(holds).where(eq(holds.requestId, request.id));
    await db()
      .insert(dueChecks)
      .values({ requestId: request.id, dueAt: new Date(clock.time) })
      .onConflictDoNothing();
    later(10);
    // A check that fails: its flags cannot be stored.
    await db().execute(sql`alter table request_texts rename to request_texts_gone`);
    await expect(moveDonation(context, donation.id)).rejects.toThrow();
    await expect(housekeeping()).rejects.toThrow("reconciling request");
    await db().execute(sql`alter table request_texts_gone rename to request_texts`);
    expect(await transfersOf(db(), donation.id)).toEqual([]);
    expect(await moveDonation(context, donation.id)).toBe("waiting");
    expect(await holdsOf(request)).toMatchObject([{ cause: "risk", liftedAt: null }]);
  });

  it("looks once, whoever does it", async () => {
    const { request } = await inReview();
    await db()
      .insert(dueChecks)
      .values({ requestId: request.id, dueAt: new Date(clock.time) });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => checkRequest(db(), request.id)));
    expect(outcomes.sort()).toEqual(["done", "done", "done", "nothing"]);
    expect(await holdsOf(request)).toHaveLength(1);
  });
});
