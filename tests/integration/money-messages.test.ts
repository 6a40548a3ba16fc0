import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { donations, mails, messageChoices, newId, requests, subscriptions, users } from "@/db/schema";
import { deliver } from "@/lib/delivery/worker";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { paymentOutcome } from "@/lib/domain/donations/outcome";
import { listMonthsOf, listReached, sumBetween } from "@/lib/domain/donations/queries";
import { startWalletDonation } from "@/lib/domain/donations/start-donation";
import { writeYearStatements } from "@/lib/domain/donations/write-year-statements";
import { claimMails, selectWithoutDigest } from "@/lib/domain/messages/outbox";
import { writeDigests } from "@/lib/domain/messages/write-digests";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { now, setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { ChoiceKind, MailFrequency, MailKind } from "@/lib/ground/mail-kinds";
import type { OutgoingMail } from "@/lib/providers/smtp/transport";
import { openBooks, WALLET_DONATIONS } from "../support/books";
import { hide, show } from "../support/deciding";
import { notifyOfOrder, notifyOfSubscription, start, tell } from "../support/donating";
import fc from "../support/fast-check";
import { Browsers, Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, wallet, context } = openBooks({
  APP_URL: "https://steuntje.example",
  TIME_ZONE: "Europe/Amsterdam",
  PAYPAL_PAYOUTS: "on",
  ...WALLET_DONATIONS,
});

afterEach(async () => {
  setClock();
  await database.db.delete(mails);
  await database.db.update(donations).set({ checkAt: null });
  await database.db.update(subscriptions).set({ checkAt: null });
});

const at = (time: string) => setClock(() => new Date(time));
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

async function people(goal = 100_000) {
  const { db } = database;
  const emailVerified = new Date();
  const [owner, donor] = [await addPerson(db, { emailVerified }), await addPerson(db, { emailVerified })];
  const request = await addRequest(db, owner, { goal, item: "A red bicycle" });
  return { owner, donor, request };
}

type Person = { id: string; email: string };

async function give(donor: Person, request: { id: string }, amount = "10.00"): Promise<string> {
  const { paymentId } = await start(context, donor, request, amount);
  card.pay(paymentId);
  await tell(context, paymentId);
  return paymentId;
}

async function giveByWallet(donor: Person, request: { id: string }, amount = "10.00"): Promise<string> {
  const order = { amount, requestId: request.id, locale: "en" } as const;
  const { url } = await startWalletDonation(context, donor, order, newId());
  return url.split("/").at(-1) ?? "";
}

const choose = (person: Person, kind: ChoiceKind, mail: MailFrequency) =>
  database.db
    .insert(messageChoices)
    .values({ userId: person.id, kind, mail, inApp: true, push: true })
    .onConflictDoUpdate({ target: [messageChoices.userId, messageChoices.kind], set: { mail } });

const kindsOf = async (person: Person) => (await mailsOf(database.db, person.id)).map(({ kind }) => kind);
const stateOf = async (person: Person, kind: MailKind) =>
  (await mailsOf(database.db, person.id)).filter((mail) => mail.kind === kind).map(({ state }) => state);

/** The plain text without the ends of its lines. */
const flat = (mail: OutgoingMail) => ({ ...mail, text: mail.text.replace(/(\S)\n(?=\S)/g, "$1 ") });

/** Sends what is due, and returns what a person got of a kind. */
async function got(person: Person, kind: MailKind): Promise<OutgoingMail[]> {
  const sent = (await sendOutbox(database.db)).map(flat);
  return sent.filter(({ to, headers }) => to === person.email && headers["X-Steuntje-Kind"] === kind);
}

describe("a donation that failed", () => {
  it("is reported to the donor who approved it when the request took no more", async () => {
    const { donor, request } = await people(1_000);
    const orderId = await giveByWallet(donor, request);
    await give(await addPerson(database.db), request);
    wallet.approve(orderId);
    await notifyOfOrder(context, orderId);
    const [mail] = await got(donor, "donation_failed");
    expect(mail?.text).toContain("stopped taking donations");
    expect(mail?.text).toContain("You haven’t been charged.");
  });

  it("is reported to the donor who was declined and did not come back, a day later and once", async () => {
    const { donor, request } = await people();
    const { paymentId } = await start(context, donor, request, "10.00");
    const payment = card.payments.get(paymentId);
    if (payment) payment.declines = 1;
    await tell(context, paymentId);
    expect(await kindsOf(donor)).toEqual([]);
    setClock(() => new Date(Date.now() + DAY + HOUR));
    await reconcile(context, failOnError);
    await tell(context, paymentId);
    expect((await got(donor, "donation_failed"))[0]?.text).toContain("The payment was declined.");
    expect(await kindsOf(donor)).toEqual(["donation_failed"]);
  });

  it("is not reported to a donor who only closed the form", async () => {
    const { donor, request } = await people();
    await start(context, donor, request, "10.00");
    setClock(() => new Date(Date.now() + DAY + HOUR));
    await reconcile(context, failOnError);
    expect(await kindsOf(donor)).toEqual([]);
  });

  it("is not reported to a donor who tried again since", async () => {
    const { donor, request } = await people();
    const orderId = await giveByWallet(donor, request);
    wallet.approve(orderId);
    wallet.refusals.push({ outcome: "refused" });
    await notifyOfOrder(context, orderId);
    expect(await kindsOf(donor)).toEqual(["donation_failed"]);
    await give(donor, request);
    expect(await got(donor, "donation_failed")).toEqual([]);
    expect(await stateOf(donor, "donation_failed")).toEqual(["cancelled"]);
  });
});

describe("a donation that went back", () => {
  it("is reported to its donor with all they paid, and to its recipient with what is left", async () => {
    const { owner, donor, request } = await people(5_000);
    await give(await addPerson(database.db), request, "20.00");
    const paymentId = await give(donor, request, "10.00");
    await card.refundPayment(paymentId, "operator");
    await tell(context, paymentId);
    const sent = (await sendOutbox(database.db)).map(flat);
    const of = (person: Person, kind: MailKind) =>
      sent.find(({ to, headers }) => to === person.email && headers["X-Steuntje-Kind"] === kind);
    expect(of(donor, "donation_returned")?.text).toMatch(
      /we decided to give it back[\s\S]*€10\.00[\s\S]*€0\.20[\s\S]*€10\.20/,
    );
    expect(of(owner, "donation_taken_back")?.text).toContain("€20.00 of €50.00 raised");
    expect(of(donor, "donation_receipt")).toBeUndefined();
    expect(await stateOf(donor, "donation_receipt")).toEqual(["cancelled"]);
  });

  it("in part is reported to both with that part, each part for itself, and then with the rest", async () => {
    const { owner, donor, request } = await people(5_000);
    const paymentId = await give(donor, request, "10.00");
    const taken = async (returned: number, person: Person, kind: MailKind) => {
      card.truth(paymentId).returned = returned;
      await tell(context, paymentId);
      return (await got(person, kind))[0]?.text;
    };
    const part = await taken(255, donor, "donation_returned");
    expect(part).toMatch(
      /Part of your donation[\s\S]*we decided to give it back[\s\S]*€2\.50[\s\S]*€0\.05[\s\S]*€2\.55/,
    );
    expect(part).not.toContain("everything");
    expect(await taken(510, owner, "donation_taken_back")).toMatch(
      /€2\.50 of a donation[\s\S]*€5\.00 of €50\.00 raised/,
    );
    expect(await taken(1_020, donor, "donation_returned")).toMatch(
      /Your donation was refunded[\s\S]*€5\.00[\s\S]*€0\.10[\s\S]*€5\.10/,
    );
  });

  it("is reported to its donor alone when it never reached the request", async () => {
    const { owner, donor, request } = await people(1_000);
    const late = await start(context, donor, request, "10.00");
    await give(await addPerson(database.db), request, "10.00");
    card.pay(late.paymentId);
    await tell(context, late.paymentId);
    expect(await kindsOf(donor)).toEqual(["donation_returned"]);
    expect(await kindsOf(owner)).not.toContain("donation_taken_back");
    expect((await got(donor, "donation_returned"))[0]?.text).toContain("the goal had already been reached");
  });
});

it("congratulates on a goal once, unless it is no longer reached", async () => {
  const { owner, donor, request } = await people(1_000);
  const paymentId = await give(donor, request);
  expect(await kindsOf(owner)).toContain("goal_reached");
  await card.refundPayment(paymentId, "operator");
  await tell(context, paymentId);
  expect(await got(owner, "goal_reached")).toEqual([]);
  await give(donor, request);
  expect((await got(owner, "goal_reached"))[0]?.text).toContain("A red bicycle");
});

describe("what is bought", () => {
  it("has a receipt, and a message when it is refunded", async () => {
    const buyer = await addPerson(database.db);
    const order = {
      boostType: "normal",
      quantity: 5,
      method: "paypal",
      description: "5 boosts",
      locale: "en",
      returnPath: "/profile",
    } as const;
    const { url } = await startBoostPurchase(context, buyer, order, newId());
    const orderId = url.split("/").at(-1) ?? "";
    wallet.approve(orderId);
    await notifyOfOrder(context, orderId);
    expect((await got(buyer, "purchase_receipt"))[0]?.text).toMatch(/5 × Normal boost\s+€/);
    await wallet.refundPayment(orderId, "operator");
    await notifyOfOrder(context, orderId);
    expect((await got(buyer, "purchase_returned"))[0]?.text).toContain(
      "Your purchase of boosts was refunded",
    );
  });

  it("has a receipt for each month, and a message for a month that failed, once", async () => {
    const owner = await addPerson(database.db);
    const order = { tier: "gold", method: "paypal", locale: "en", returnPath: "/profile" } as const;
    const { url } = await startSubscription(context, owner, order, newId());
    const id = url.split("/").at(-1) ?? "";
    wallet.subscribe(id);
    await notifyOfSubscription(context, id);
    await notifyOfSubscription(context, id);
    expect(await got(owner, "renewal_receipt")).toHaveLength(1);
    const agreement = wallet.subscriptions.get(id);
    const become = async (state: "suspended" | "active") => {
      if (agreement) agreement.state = state;
      await notifyOfSubscription(context, id);
    };
    await become("suspended");
    await become("active");
    await become("suspended");
    expect(await stateOf(owner, "renewal_failed")).toEqual(["due"]);
    expect((await got(owner, "renewal_failed"))[0]?.text).toContain("€4.99 for Gold");
  });

  it("is announced three days before it ends, unless it is continued", async () => {
    const owner = await addPerson(database.db);
    const order = { tier: "gold", method: "paypal", locale: "en", returnPath: "/profile" } as const;
    at("2026-03-10T12:00:00Z");
    const { url } = await startSubscription(context, owner, order, newId());
    const id = url.split("/").at(-1) ?? "";
    wallet.subscribe(id);
    await notifyOfSubscription(context, id);
    await cancelSubscription(context, owner);
    await notifyOfSubscription(context, id);
    const written = (await mailsOf(database.db, owner.id)).filter(
      ({ kind }) => kind === "subscription_ending",
    );
    expect(written.map(({ dueAt }) => dueAt.toISOString())).toEqual(["2026-04-07T12:00:00.000Z"]);
    at("2026-04-07T11:59:59Z");
    expect(await got(owner, "subscription_ending")).toEqual([]);
    at("2026-04-07T12:00:00Z");
    expect((await got(owner, "subscription_ending"))[0]?.text).toContain("Gold until Apr 10, 2026 at 14:00");
  });
});

it("sends an operator's decision to the owner, in the operator's words", async () => {
  const { owner, request } = await people();
  const reason = "The photo shows a stranger.";
  await hide(context, { requestId: request.id, reason });
  const [hidden] = await got(owner, "moderation_decision");
  expect(hidden?.text).toContain(reason);
  expect(hidden?.headers).not.toHaveProperty("List-Unsubscribe");
  await show(context, { requestId: request.id });
  expect((await got(owner, "moderation_decision"))[0]?.subject).toBe("A decision no longer applies");
});

describe("a donation to somebody whom the provider does not know", () => {
  it("says what a payout needs, and not to who is paid by the wallet", async () => {
    at("2026-11-22T10:00:00Z");
    const { owner, donor, request } = await people();
    const pays = async (paymentMethod: "bank" | "paypal") => {
      const set = { paymentMethod, paypalEmail: "payout@example.org" };
      await database.db.update(users).set(set).where(eq(users.id, owner.id));
      await give(donor, request, "10.00");
      return (await got(owner, "donation_received")).at(-1)?.text;
    };
    expect(await pays("bank")).toContain("our payment provider needs to know who you are");
    expect(await pays("paypal")).not.toContain("our payment provider");
  });
});

describe("the summary", () => {
  it("stands for all donations of a day that are still credited", async () => {
    at("2026-11-22T10:00:00Z");
    const { owner, donor, request } = await people();
    await choose(owner, "gift_received", "daily");
    await give(donor, request, "10.00");
    const returned = await give(donor, request, "20.00");
    expect(await got(owner, "donation_received")).toEqual([]);
    await give(donor, request, "30.00");
    await sendOutbox(database.db);
    await card.refundPayment(returned, "operator");
    await tell(context, returned);
    expect(await stateOf(owner, "donation_received")).toEqual(["suppressed", "suppressed", "suppressed"]);
    at("2026-11-22T16:59:59Z");
    expect(await got(owner, "donations_received")).toEqual([]);
    at("2026-11-22T17:00:00Z");
    const [summary] = await got(owner, "donations_received");
    expect(summary?.text).toContain("You received 2 donations");
    expect(summary?.text).toContain("€40.00");
    expect(summary?.text).not.toContain("€20.00");
    await give(donor, request, "40.00");
    await sendOutbox(database.db);
    const causes = (await mailsOf(database.db, owner.id)).filter(({ kind }) => kind === "donations_received");
    expect(causes.map(({ cause }) => cause)).toEqual(["daily 2026-11-22", "daily 2026-11-23"]);
  });

  it("is written once by many servers, and takes no more once it is being sent", async () => {
    at("2026-11-20T10:00:00Z");
    const { owner, donor, request } = await people();
    await choose(owner, "gift_received", "weekly");
    for (let index = 0; index < 8; index += 1) await give(donor, request, "10.00");
    const single = eq(mails.kind, "donation_received");
    const postpone = async () => {
      const claimed = await claimMails(database.db, 100, now());
      const worker = { db: database.db, transport: new Inbox(), from: "a@b.example", push: new Browsers() };
      await Promise.all(claimed.map((mail) => deliver(worker, mail)));
    };
    await postpone();
    const left = await database.db.$count(mails, and(single, eq(mails.state, "due")));
    expect(left).toBe(0);
    expect(await stateOf(owner, "donations_received")).toEqual(["due"]);

    await database.db
      .update(mails)
      .set({ state: "sending", claimedAt: now() })
      .where(eq(mails.kind, "donations_received"));
    await give(donor, request, "50.00");
    await postpone();
    const summaries = (await mailsOf(database.db, owner.id)).filter(
      ({ kind }) => kind === "donations_received",
    );
    expect(summaries.map(({ cause, dueAt }) => [cause, dueAt.toISOString()]).sort()).toEqual([
      ["weekly 2026-W47", "2026-11-23T08:00:00.000Z"],
      ["weekly 2026-W48", "2026-11-30T08:00:00.000Z"],
    ]);
    const named = await database.db.select({ data: mails.data }).from(mails).where(single);
    expect(named.filter(({ data }) => data?.summary === "weekly 2026-W47")).toHaveLength(8);
    expect(named.filter(({ data }) => data?.summary === "weekly 2026-W48")).toHaveLength(1);
  });
});

describe("the statement of a year", () => {
  it("is written in January once to each who gave or received, and to no erased account", async () => {
    at("2026-05-15T12:00:00Z");
    const { owner, donor, request } = await people();
    const [gone, idle] = [await addPerson(database.db), await addPerson(database.db)];
    await give(donor, request, "10.00");
    await give(gone, request, "30.00");
    at("2026-12-31T23:30:00Z");
    await give(donor, request, "5.00");
    await sendOutbox(database.db);
    await database.db.transaction((tx) => erasePerson(tx, gone.id, now()));
    at("2026-12-30T12:00:00Z");
    expect(await writeYearStatements(database.db)).toBe(0);
    at("2027-01-02T12:00:00Z");
    await Promise.all([writeYearStatements(database.db), writeYearStatements(database.db)]);
    await writeYearStatements(database.db);
    expect(await stateOf(donor, "year_statement")).toEqual(["due"]);
    expect(await stateOf(idle, "year_statement")).toEqual([]);
    expect(await stateOf(gone, "year_statement")).toEqual([]);
    const sent = (await sendOutbox(database.db)).map(flat);
    const textTo = (person: Person) =>
      sent.find(({ to, headers }) => to === person.email && headers["X-Steuntje-Kind"] === "year_statement")
        ?.text;
    expect(textTo(donor)).toMatch(/May\s+€10\.00\s+€0\.00/);
    expect(textTo(donor)).not.toMatch(/December|€15\.00/);
    expect(textTo(owner)).toMatch(/May\s+€0\.00\s+€40\.00/);
  });
});

describe("the weekly digest", () => {
  it("is written on Monday once to each who wants it, and cancelled where there is nothing to say", async () => {
    const { owner, donor, request } = await people(1_000);
    const [idle, without, unproven] = await Promise.all([1, 2, 3].map(() => addPerson(database.db)));
    if (!idle || !without || !unproven) throw new Error("no people");
    await database.db
      .update(users)
      .set({ emailVerified: new Date("2026-01-01T00:00:00Z") })
      .where(isNull(users.erasedAt));
    await database.db.update(users).set({ emailVerified: null }).where(eq(users.id, unproven.id));
    await choose(without, "digest", "off");
    at("2026-11-18T12:00:00Z");
    const near = await addRequest(database.db, idle, { item: "A sewing machine", goal: 10_000 });
    await give(donor, near, "99.00");
    await give(donor, request);
    await sendOutbox(database.db);
    at("2026-11-23T07:59:59Z");
    expect(await writeDigests(database.db)).toBe(0);
    at("2026-11-23T08:00:00Z");
    await Promise.all([writeDigests(database.db), writeDigests(database.db)]);
    expect(await stateOf(without, "weekly_digest")).toEqual([]);
    expect(await stateOf(unproven, "weekly_digest")).toEqual([]);
    const sent = (await sendOutbox(database.db)).map(flat);
    const textTo = (person: Person) => sent.find(({ to }) => to === person.email)?.text;
    expect(textTo(donor)).toMatch(
      /A red bicycle[\s\S]*You gave\s+€109\.00[\s\S]*A sewing machine[\s\S]*€99\.00 of €100\.00/,
    );
    expect(textTo(owner)).toMatch(/You received\s+€10\.00/);
    expect(await stateOf(without, "weekly_digest")).toEqual([]);
    at("2026-11-26T08:00:00Z");
    expect(await writeDigests(database.db)).toBe(0);
  });

  it("and the year's statement read a person's donations only, never the whole table", async () => {
    const { donor } = await people(1_000);
    const span = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2027-01-01T00:00:00Z") };
    await database.db.transaction(async (tx) => {
      // So small a table would be read whole whatever its indexes, also by a plan of an earlier test.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`discard plans`);
      const scans = async () => {
        // Counts of earlier transactions can still be among these.
        const [row] = await tx.execute<{ seq: string; idx: string }>(
          sql`select seq_scan as seq, idx_scan as idx from pg_stat_xact_user_tables where relname = 'donations'`,
        );
        return { whole: Number(row?.seq ?? 0), byIndex: Number(row?.idx ?? 0) };
      };
      const before = await scans();
      await sumBetween(tx, donor.id, span);
      await listMonthsOf(tx, donor.id, 2026);
      await listReached(tx, donor.id, span, 3);
      const after = await scans();
      expect(after.whole).toBe(before.whole);
      expect(after.byIndex).toBeGreaterThan(before.byIndex);
    });
  });

  it("comes to everybody once, by id: servers do not wait for each other crosswise", async () => {
    const people = await Promise.all([1, 2, 3].map(() => addPerson(database.db)));
    const ids = people.map(({ id }) => id).sort();
    await database.db.update(users).set({ emailVerified: now() }).where(inArray(users.id, ids));
    const from = async (after: string | null) =>
      selectWithoutDigest(database.db, { cause: "2026-W01", after, limit: 100 });
    const all = await from(null);
    expect(all).toEqual([...all].sort());
    expect(all).toEqual(expect.arrayContaining(ids));
    const [first = "", ...others] = ids;
    expect(await from(first)).toEqual(all.slice(all.indexOf(first) + 1));
    expect(await from(others.at(-1) ?? "")).not.toContain(first);
  });
});

describe("trust 20: an anonymous donor", () => {
  it("is in no message to others, however and whenever they became anonymous", async () => {
    const ways = [
      "by donation",
      "by profile",
      "after the donation",
      "erased after",
      "erased and anonymous",
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ways),
        fc.constantFrom<MailFrequency[]>("now", "daily"),
        fc.boolean(),
        fc.boolean(),
        async (way, frequency, isReturned, reachesGoal) => {
          const { db } = database;
          at("2026-11-16T10:00:00Z");
          const donor = await addPerson(db, {
            name: `Zephyrine${newId()}`,
            username: `qx-${newId().slice(-12)}`,
            anonymousProfile: way === "by profile" || way === "by donation",
          });
          const owner = await addPerson(db);
          const request = await addRequest(db, owner, { goal: reachesGoal ? 1_000 : 5_000 });
          await db.update(users).set({ emailVerified: now() }).where(eq(users.id, owner.id));
          await choose(owner, "gift_received", frequency);
          const paymentId = await give(donor, request);
          // An anonymous donation stays anonymous when its donor's profile no longer is.
          if (way === "by donation")
            await db.update(users).set({ anonymousProfile: false }).where(eq(users.id, donor.id));
          if (way === "after the donation" || way === "erased and anonymous")
            await db.update(users).set({ anonymousProfile: true }).where(eq(users.id, donor.id));
          if (way.startsWith("erased")) await db.transaction((tx) => erasePerson(tx, donor.id, now()));
          if (isReturned) {
            await card.refundPayment(paymentId, "operator");
            await tell(context, paymentId);
          }
          const inbox = new Inbox();
          for (const time of ["2026-11-16T10:01:00Z", "2026-11-16T18:00:00Z", "2026-11-23T09:00:00Z"]) {
            at(time);
            await writeDigests(db);
            await sendOutbox(db, inbox);
          }
          expect(inbox.to(owner.email).length).toBeGreaterThan(0);
          for (const { subject, html, text, headers } of inbox.to(owner.email)) {
            const whole = [subject, html, text, JSON.stringify(headers)].join("\n");
            for (const word of [donor.username, donor.name, donor.email, donor.id])
              expect(whole).not.toContain(word);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

it("a request that was deleted is named in no message", async () => {
  const { owner, donor, request } = await people(1_000);
  await give(donor, request);
  await database.db.update(requests).set({ deletedAt: now() }).where(eq(requests.id, request.id));
  for (const { subject, html, text } of await sendOutbox(database.db))
    expect([subject, html, text].join()).not.toContain("A red bicycle");
  expect(await stateOf(owner, "goal_reached")).toEqual(["cancelled"]);
});

it("a request, or a donor, that a decision hides is named to nobody else", async () => {
  const { owner, donor, request } = await people(1_000);
  const given = await start(context, donor, request, "10.00");
  const { paymentId } = given;
  card.pay(paymentId);
  await tell(context, paymentId);
  await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
  expect(await paymentOutcome(context, given)).toMatchObject({ item: null });
  await database.db.update(users).set({ hiddenAt: now() }).where(eq(users.id, donor.id));
  const inbox = new Inbox();
  await sendOutbox(database.db, inbox);
  await card.refundPayment(paymentId, "operator");
  await tell(context, paymentId);
  await sendOutbox(database.db, inbox);
  const sent = ({ email }: { email: string }) =>
    inbox.to(email).map(({ subject, html, text }) => [subject, html, text].join());
  expect(sent(donor)).toHaveLength(2);
  expect(sent(donor).join()).not.toMatch(new RegExp(`A red bicycle|${request.id}`));
  expect(sent(owner).every((each) => each.includes("A red bicycle"))).toBe(true);
  expect(sent(owner).join()).not.toContain(donor.username);
});
