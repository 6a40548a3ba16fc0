import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { eq, or, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  appeals,
  auditEntries,
  decisions,
  donationNotes,
  donations,
  holds,
  newId,
  requests,
  users,
} from "@/db/schema";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { answerAppeal, decide, keepDecisions, liftDecision } from "@/lib/domain/operator/decide";
import { insertDecision, insertHoldOf } from "@/lib/domain/operator/decisions-store";
import { answerWaiting, finishApproved, listWaiting, perform } from "@/lib/domain/operator/deeds";
import { holdMoney, liftHoldOf } from "@/lib/domain/operator/holds";
import { requireOperator, setOperator } from "@/lib/domain/operator/operators";
import { findReport, selectTransparency } from "@/lib/domain/operator/queries";
import { returnMarked } from "@/lib/domain/operator/return-donations";
import { OPERATOR_HOLD_CAUSES } from "@/lib/domain/operator/types";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { exportData } from "@/lib/domain/privacy/export-data";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { forgetOldReporters, listDecisions, readReport } from "@/lib/domain/safety/queries";
import { sendReport } from "@/lib/domain/safety/send-report";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { MEASURE_RULES, MEASURES } from "@/lib/ground/vocabulary";
import { COMMANDS } from "@/scripts/admin/commands";
import { answersAfterCrash } from "../support/crashed";
import { aDecision, addOperator } from "../support/deciding";
import { expectBalancedBooks, notificationsOf, requestRow, start, tell, userRow } from "../support/donating";
import { mailsOf, sendOutbox } from "../support/outbox";
import { openPayoutBooks, transfersOf } from "../support/payouts";
import { addPerson, addRequest as ask, STRANGER } from "../support/people";

const { context, card, clock, addPayee, give, later, housekeeping, addRequest, bank } = openPayoutBooks();

const page = { limit: 50 };
const ownDecisions = async (person: { id: string }) => (await listDecisions(context.db, person, page)).items;
const text = "It is the photo of my neighbour.";

async function scene() {
  const owner = await addPerson(context.db);
  const request = await ask(context.db, owner);
  return { owner, request, operator: await addOperator(context.db) };
}
const report = (viewer: { id: string }, request: { id: string }, id = newId()) =>
  sendReport(
    context.db,
    { viewer: { ...viewer, isOperator: false }, locale: "en", browser: null },
    { target: { kind: "request", id: request.id }, ground: "scam", text, goodFaith: true },
    id,
  );
/** Who gave to a request, as an operator. */
async function donorOf(request: { id: string }) {
  const [donation] = await context.db.select().from(donations).where(eq(donations.requestId, request.id));
  const donor = await userRow(context.db, donation?.donorId ?? "");
  await context.db.update(users).set({ operatorSince: now() }).where(eq(users.id, donor.id));
  return { id: donor.id, name: donor.username };
}
const byVisitor = (
  request: { id: string },
  said: { name?: string; email?: string; ground?: "scam" | "child_abuse" },
) =>
  sendReport(
    context.db,
    { viewer: null, locale: "nl", browser: null },
    { target: { kind: "request", id: request.id }, text, goodFaith: true, ground: "scam", ...said },
    newId(),
  );

describe("a report", () => {
  it("trust 48: is confirmed, decided and told to who sent it, and to nobody else", async () => {
    const { owner, request, operator } = await scene();
    const reporter = await addPerson(context.db, { preferredLanguage: "de" });
    const { reference, token } = await report(reporter, request);
    expect(token).toBeUndefined();
    expect(await readReport(context.db, reporter, { reference, token: undefined })).toMatchObject({
      state: "open",
      outcome: null,
      target: { kind: "request", id: request.id },
    });
    for (const other of [owner, STRANGER, null]) {
      expect(await readReport(context.db, other, { reference, token: undefined })).toBeNull();
    }
    await decide(context, operator, aDecision("request", request.id, "hidden", { report: reference }));
    expect(await readReport(context.db, reporter, { reference, token: undefined })).toMatchObject({
      state: "decided",
      outcome: "hidden",
    });
    const sent = await sendOutbox(context.db);
    const kindsTo = (to: string) =>
      sent.filter((mail) => mail.to === to).map((mail) => mail.headers["X-Steuntje-Kind"]);
    expect(kindsTo(reporter.email)).toEqual(["report_decided"]);
    expect(kindsTo(owner.email)).toEqual(["moderation_decision"]);
    const toOwner = JSON.stringify([
      sent.filter(({ to }) => to === owner.email),
      await ownDecisions(owner),
      await notificationsOf(context.db, owner.id).then((all) => all.map(({ reportId }) => reportId)),
    ]);
    for (const word of [reporter.username, reporter.email, reporter.id, text, reference]) {
      expect(toOwner).not.toContain(word);
    }
    expect(await notificationsOf(context.db, reporter.id)).toMatchObject([{ type: "report" }]);
  });

  it("of a visitor needs name and address, except for child abuse, and is read by its token", async () => {
    const { request } = await scene();
    for (const said of [{}, { name: "Kees" }, { email: "kees@example.org" }]) {
      await expect(byVisitor(request, said)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    const nameless = await byVisitor(request, { ground: "child_abuse" });
    expect(nameless.token).toMatch(/^[\w-]{43}$/);
    const named = await byVisitor(request, { name: "Kees", email: "kees@example.org" });
    expect(named.token).toBeUndefined();
    for (const token of [undefined, "x", ""]) {
      expect(await readReport(context.db, null, { reference: nameless.reference, token })).toBeNull();
      expect(await readReport(context.db, null, { reference: "\u0000", token })).toBeNull();
    }
    expect(
      await readReport(context.db, null, nameless as { reference: string; token: string }),
    ).toMatchObject({
      ground: "child_abuse",
    });
    const [mail] = (await sendOutbox(context.db)).filter(({ to }) => to === "kees@example.org");
    expect(mail?.headers["X-Steuntje-Kind"]).toBe("report_received");
    expect(mail?.text).toContain(`/reports/${named.reference}?token=`);
    await expect(byVisitor(request, { name: "Kees", email: "KEES@example.org" })).rejects.toMatchObject({
      code: "ALREADY_REPORTED",
    });
  });

  it("is the same again, and told once, where a run is repeated that ended before its answer", async () => {
    const { request } = await scene();
    const reporter = await addPerson(context.db);
    const id = newId();
    const sent = await report(reporter, request, id);
    expect(await report(reporter, request, id)).toEqual(sent);
    expect(await mailsOf(context.db, reporter.id)).toHaveLength(1);
  });

  it("is refused twice, of oneself, and of what the reporter does not see", async () => {
    const { owner, request, operator } = await scene();
    const reporter = await addPerson(context.db);
    await report(reporter, request);
    await expect(report(reporter, request)).rejects.toMatchObject({ code: "ALREADY_REPORTED" });
    await expect(report(owner, request)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await decide(context, operator, aDecision("request", request.id, "hidden"));
    await expect(report(await addPerson(context.db), request)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("forgets who sent it 180 days after the decision", async () => {
    const { request, operator } = await scene();
    const { reference } = await byVisitor(request, { name: "Kees", email: "kees@example.org" });
    await decide(context, operator, aDecision("request", request.id, "none", { report: reference }));
    const at = now().getTime();
    setClock(() => new Date(at + 179 * DAY));
    await forgetOldReporters(context.db);
    expect(await findReport(context.db, reference)).toMatchObject({
      name: "Kees",
      email: "kees@example.org",
    });
    setClock(() => new Date(at + 181 * DAY));
    await forgetOldReporters(context.db);
    expect(await findReport(context.db, reference)).toMatchObject({ name: null, email: null, text: "" });
  });
});

describe("a decision", () => {
  it("to do nothing is in no export of the person who was reported, because it would reveal the report", async () => {
    const { owner, request, operator } = await scene();
    const { reference } = await report(await addPerson(context.db), request);
    await decide(context, operator, aDecision("request", request.id, "none", { report: reference }));
    const exported = async () => JSON.parse(await textOf((await exportData(context.db, owner)).json));
    expect(await exported()).toMatchObject({ decisions: [], operatorActions: [] });
    await report(await addPerson(context.db), request);
    await decide(context, operator, aDecision("request", request.id, "hidden"));
    const { decisions: told, operatorActions: done } = await exported();
    expect([told, done]).toMatchObject([
      [{ measure: "hidden" }],
      [{ action: "decide", reason: "as reported", after: { measure: "hidden" } }],
    ]);
    expect(done[0].after, "neither does one that does something").not.toHaveProperty("reports");
  });

  it("hides a person with everything they ask for, now and later, and nothing is left once it is lifted", async () => {
    const { owner, request, operator } = await scene();
    const { decision } = await decide(context, operator, aDecision("person", owner.username, "hidden"));
    expect(await userRow(context.db, owner.id)).toMatchObject({ hiddenAt: expect.any(Date) });
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: false });
    await liftDecision(context, operator, { decision: decision.id, reason: "a mistake" });
    expect(await userRow(context.db, owner.id)).toMatchObject({ hiddenAt: null });
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: true });
  });

  it.each(
    MEASURES.flatMap((measure) => (["request", "person"] as const).map((kind) => [measure, kind] as const)),
  )("%s changes something of a %s, or is refused", async (measure, kind) => {
    const owner = await addPayee();
    const request = await addRequest(owner, 10_000);
    await give(request, 500);
    const order = aDecision(kind, kind === "person" ? owner.id : request.id, measure);
    const rows = async () => [
      { ...(await userRow(context.db, owner.id)), updatedAt: null },
      await requestRow(context.db, request.id),
      await context.db
        .select()
        .from(holds)
        .where(or(eq(holds.userId, owner.id), eq(holds.requestId, request.id))),
    ];
    const before = await rows();
    const decided = decide(context, await addOperator(context.db), order);
    if (MEASURE_RULES[measure].of.includes(kind)) await decided;
    else await expect(decided).rejects.toThrow(`A ${kind} cannot be ${measure}`);
    const isChanged = measure !== "none" && MEASURE_RULES[measure].of.includes(kind);
    expect(isDeepStrictEqual(await rows(), before)).toBe(!isChanged);
  });

  it("that is lifted leaves what another one says", async () => {
    const { owner, request, operator } = await scene();
    const first = await decide(context, operator, aDecision("request", request.id, "hidden"));
    await decide(context, operator, aDecision("person", owner.id, "hidden"));
    await liftDecision(context, operator, { decision: first.decision.id, reason: "a mistake" });
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: false });
  });

  it("ends by itself on its last day", async () => {
    const { request, operator } = await scene();
    const until = new Date(now().getTime() + 3 * DAY).toISOString().slice(0, 10);
    const order = aDecision("request", request.id, "giving_off", { until });
    await decide(context, operator, order);
    expect(await requestRow(context.db, request.id)).toMatchObject({ givingOffAt: expect.any(Date) });
    later(5);
    await keepDecisions(context.db);
    expect(await requestRow(context.db, request.id)).toMatchObject({ givingOffAt: null });
  });

  it("names its last day in the statement, not the one after", async () => {
    const { owner, request, operator } = await scene();
    await decide(context, operator, aDecision("request", request.id, "held", { until: "2099-12-31" }));
    const told = (await sendOutbox(context.db)).find(({ to }) => to === owner.email);
    expect(told?.text).toContain("2099");
    expect(told?.text).not.toContain("2100");
  });

  it("is made once by two operators at once, and one report is decided by one", async () => {
    const { request, operator } = await scene();
    const other = await addOperator(context.db);
    const { reference } = await report(await addPerson(context.db), request);
    const order = (measure: "hidden" | "none") =>
      aDecision("request", request.id, measure, { report: reference });
    const both = await Promise.allSettled([
      decide(context, operator, order("hidden")),
      decide(context, other, order("none")),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(String(refused.reason)).toContain("perhaps by another operator");
  });

  it.each([
    ["no ground", sql`''`, sql`'The photo is on another site.'`],
    ["a ground of nothing", sql`'because'`, sql`'The photo is on another site.'`],
    ["no facts", sql`'rules:1'`, sql`'         '`],
  ])("trust 49: is refused by the database with %s", async (_, ground, facts) => {
    const { owner, request, operator } = await scene();
    const insert = sql`insert into decisions (id, subject, subject_id, person_id, measure, ground, facts, starts_at, decided_by)
      values (${newId()}::uuid, 'request', ${request.id}::uuid, ${owner.id}::uuid, 'hidden', ${ground}, ${facts}, now(), ${operator.id}::uuid)`;
    await expect(context.db.execute(insert)).rejects.toMatchObject({
      cause: { constraint_name: "decisions_reasoned" },
    });
  });

  it("about a person waits for a donation that is settling, and neither fails", async () => {
    const person = await addPayee();
    const request = await addRequest(person);
    const operator = await addOperator(context.db);
    let begun = () => {};
    const settling = new Promise<void>((resolve) => {
      begun = resolve;
    });
    // As a settlement: the request, then its people.
    const settled = context.db.transaction(async (tx) => {
      await tx.execute(sql`select from requests where id = ${request.id} for no key update`);
      begun();
      await sleep(300);
      await tx.execute(sql`select from users where id = ${person.id} for no key update`);
    });
    await settling;
    await Promise.all([settled, decide(context, operator, aDecision("person", person.id, "hidden"))]);
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: false });
  });

  it("two about one person at once, and a request made meanwhile: all of it applies", async () => {
    const person = await addPayee();
    const [one, other] = [await addOperator(context.db), await addOperator(context.db)];
    await Promise.all([
      decide(context, one, aDecision("person", person.id, "hidden")),
      decide(context, other, aDecision("person", person.id, "giving_off")),
      addRequest(person),
    ]);
    expect(await userRow(context.db, person.id)).toMatchObject({ hiddenAt: expect.any(Date) });
    const made = await context.db.select().from(requests).where(eq(requests.userId, person.id));
    await decide(context, one, aDecision("person", person.id, "held"));
    for (const { id } of made) {
      expect(await requestRow(context.db, id)).toMatchObject({
        isActive: false,
        givingOffAt: expect.any(Date),
      });
    }
  });

  it("about oneself is refused, by us and by the database", async () => {
    const operator = await addOperator(context.db);
    const request = await ask(context.db, operator);
    for (const order of [
      aDecision("request", request.id, "hidden"),
      aDecision("person", operator.id, "held"),
    ]) {
      await expect(perform(context, operator, "decide", order)).rejects.toThrow("concerns you");
      await expect(decide(context, operator, order)).rejects.toThrow("concerns you");
    }
  });

  it("on what one reported, or that returns what one gave, is somebody else's to make", async () => {
    const { request, operator } = await scene();
    const order = aDecision("request", request.id, "hidden");
    const { reference } = await report(operator, request);
    for (const deed of [
      () => perform(context, operator, "decide", order),
      () => decide(context, operator, order),
    ]) {
      await expect(deed()).rejects.toThrow("concerns you");
    }
    await decide(context, await addOperator(context.db), { ...order, measure: "none", report: reference });
    expect(await decide(context, operator, order)).toMatchObject({ reports: 0 });
    const owner = await addPayee();
    const paid = await addRequest(owner, 100_000);
    await give(paid, 1_000);
    const donor = await donorOf(paid);
    await expect(
      perform(context, donor, "decide", aDecision("request", paid.id, "returned")),
    ).rejects.toThrow("concerns you");
    await decide(context, donor, aDecision("request", paid.id, "giving_off"));
  });

  it("gives back what is paid after it hid something, through a dispute too, and credits what giving off let begin", async () => {
    const { request, operator } = await scene();
    const donor = await addPerson(context.db);
    const [first, second] = [
      await start(context, donor, request, "5"),
      await start(context, donor, request, "6"),
    ];
    const off = await decide(context, operator, aDecision("request", request.id, "giving_off"));
    await expect(start(context, donor, request, "5")).rejects.toMatchObject({
      code: "GIVING_OFF",
      values: { cause: "decision" },
    });
    card.pay(first.paymentId);
    expect(await tell(context, first.paymentId)).toBe("credited");
    await decide(context, operator, aDecision("request", request.id, "hidden"));
    card.pay(second.paymentId);
    card.disputed.add(second.paymentId);
    expect(await tell(context, second.paymentId)).toBe("refund_due");
    await expectBalancedBooks(context.db);
    card.disputed.delete(second.paymentId);
    expect(await tell(context, second.paymentId)).toBe("refunded");
    expect(await requestRow(context.db, request.id)).toMatchObject({ raised: 500, isActive: false });
    await liftDecision(context, operator, { decision: off.decision.id, reason: "a mistake" });
  });

  it("about a request that was deleted is told by mail all the same", async () => {
    const owner = await addPayee();
    const operator = await addOperator(context.db);
    const request = await addRequest(owner, 100_000);
    await give(request, 1_000);
    await deleteRequest(context.db, owner, request.id);
    await decide(context, operator, aDecision("request", request.id, "returned"));
    const mails = (await sendOutbox(context.db)).filter(({ to }) => to === owner.email);
    const told = mails.find(({ headers }) => headers["X-Steuntje-Kind"] === "moderation_decision");
    expect(told?.text).toContain("The photo is on another site.");
    expect(told?.text).toContain("2.1");
    expect(told?.text).not.toContain("until we lift it");
  });

  it("is not made for a report of something else", async () => {
    const { request, operator } = await scene();
    const elsewhere = await ask(context.db, await addPerson(context.db));
    const { reference } = await report(await addPerson(context.db), elsewhere);
    const order = aDecision("request", request.id, "hidden", { report: reference });
    await expect(decide(context, operator, order)).rejects.toThrow("something else");
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: true });
  });

  it("is lifted as a whole, never by lifting its hold alone", async () => {
    const { request, operator } = await scene();
    const { decision } = await decide(context, operator, aDecision("request", request.id, "held"));
    const [hold] = await context.db.select().from(holds).where(eq(holds.decisionId, decision.id));
    const order = { holdId: hold?.id ?? "", reason: "seen" };
    await expect(liftHoldOf(context.db, operator, order)).rejects.toThrow(decision.id);
  });

  it("holds money once, says so in words, and lets it go when it is lifted", async () => {
    const owner = await addPayee();
    const operator = await addOperator(context.db);
    const request = await addRequest(owner, 100_000);
    await give(request, 1_000);
    const { decision } = await decide(context, operator, aDecision("request", request.id, "held"));
    expect(await context.db.select().from(holds).where(eq(holds.decisionId, decision.id))).toMatchObject([
      { requestId: request.id, cause: "operator", decision: "The photo is on another site." },
    ]);
    later(9);
    await housekeeping();
    await expect(askPayout(context, owner, {})).rejects.toThrow();
    await appealDecision(context.db, owner, { id: decision.id, text: "Here is my invoice, it is mine." });
    const other = await addOperator(context.db);
    await answerAppeal(context, other, {
      decision: decision.id,
      outcome: "overturned",
      answer: "You are right.",
    });
    await housekeeping();
    await askPayout(context, owner, {});
    expect([...bank.payouts.values()].map(({ amount }) => amount)).toEqual([1_000]);
  });
});

describe("a decision to hold money", () => {
  it.each([
    ["risk", "ended"],
    ["risk", "runs"],
    ["operator", "ended"],
  ] as const)("holds it where an operator's hold for %s with a last day %s", async (cause, state) => {
    const request = await addRequest(await addPayee(), 100_000);
    const { donationId } = await give(request, 1_000);
    const operator = await addOperator(context.db);
    const until = new Date(clock.time + DAY).toISOString().slice(0, 10);
    await holdMoney(context.db, operator, { reference: request.id, cause, until, reason: "look at it" });
    if (state === "ended") later(3);
    await decide(context, operator, aDecision("request", request.id, "held"));
    later(20);
    await housekeeping();
    expect(await transfersOf(context.db, donationId)).toEqual([]);
  });

  it.each(
    OPERATOR_HOLD_CAUSES.flatMap((cause) => [
      ["request", cause, "2099-12-31"] as const,
      ["person", cause, null] as const,
    ]),
  )(
    "takes over what an operator holds of a %s for %s until %s: it goes with it",
    async (kind, cause, until) => {
      const owner = await addPayee();
      const request = await addRequest(owner, 100_000);
      const { donationId } = await give(request, 1_000);
      const operator = await addOperator(context.db);
      const reference = kind === "person" ? owner.id : request.id;
      const { hold } = await holdMoney(context.db, operator, {
        reference,
        cause,
        until,
        reason: "look at it",
      });
      const { decision } = await decide(context, operator, aDecision(kind, reference, "held"));
      const of = or(eq(holds.userId, owner.id), eq(holds.requestId, request.id));
      expect(await context.db.select().from(holds).where(of)).toMatchObject([
        { id: hold.id, decisionId: decision.id, endsAt: null, liftedAt: null },
      ]);
      const alone = { holdId: hold.id, reason: "it is theirs" };
      await expect(liftHoldOf(context.db, operator, alone)).rejects.toThrow(decision.id);
      await appealDecision(context.db, owner, { id: decision.id, text });
      const answer = { decision: decision.id, outcome: "overturned", answer: "You are right." } as const;
      await answerAppeal(context, await addOperator(context.db), answer);
      later(20);
      await housekeeping();
      expect(await transfersOf(context.db, donationId)).toMatchObject([{ state: "sent", amount: 1_000 }]);
    },
  );

  it("waits for a second operator where it would end on a day what an operator holds of more than 250.00", async () => {
    const request = await addRequest(await addPayee(), 100_000);
    await give(request, 25_001);
    const operator = await addOperator(context.db);
    const order = { reference: request.id, cause: "operator", until: null, reason: "look at it" } as const;
    await holdMoney(context.db, operator, order);
    const until = new Date(clock.time + DAY).toISOString().slice(0, 10);
    const ends = aDecision("request", request.id, "held", { until });
    expect(await perform(context, operator, "decide", ends)).toHaveProperty("waits");
    const endless = aDecision("request", request.id, "held");
    expect(await perform(context, operator, "decide", endless)).toHaveProperty("done");
  });
});

describe("a hold", () => {
  it("is not lifted by who found it before a decision took it over", async () => {
    const { request, owner, operator } = await scene();
    const risk = { requestId: request.id, cause: "risk" } as const;
    const [hold] = await context.db.insert(holds).values(risk).returning({ id: holds.id });
    const order = { holdId: hold?.id ?? "", reason: "it is fine" };
    const of = { subject: "request", subjectId: request.id, personId: owner.id } as const;
    const said = { measure: "held", ground: "rules:2.1", facts: "The photo is on another site." } as const;
    const decision = { ...of, ...said, until: null, decidedBy: operator.id };
    const lifted = await context.db.transaction(async (tx) => {
      const id = (await insertDecision(tx, decision)) ?? "";
      await insertHoldOf(tx, { id, ...decision }, { at: now(), by: operator.name });
      const lift = liftHoldOf(context.db, operator, order).catch(String);
      // It has found the hold and waits for its row.
      await sleep(300);
      return { lift };
    });
    expect(await lifted.lift).toContain("a decision has taken it over");
    const [after] = await context.db.select().from(holds).where(eq(holds.id, order.holdId));
    expect(after).toMatchObject({ decisionId: expect.any(String), liftedAt: null });
  });
});

describe("an appeal", () => {
  it("answers the retry of a run that crashed as that run would have", async () => {
    const { owner, request, operator } = await scene();
    const { decision } = await decide(context, operator, aDecision("request", request.id, "hidden"));
    await answersAfterCrash(context.db, owner, (isRetry) =>
      appealDecision(context.db, owner, { id: decision.id, text }, isRetry),
    );
    expect(await context.db.$count(appeals, eq(appeals.decisionId, decision.id))).toBe(1);
  });

  it("trust 49: is made once, answered by another operator, and the database refuses the one who decided", async () => {
    const { owner, request, operator } = await scene();
    const { decision } = await decide(context, operator, aDecision("request", request.id, "hidden"));
    const { id } = decision;
    await expect(appealDecision(context.db, STRANGER, { id, text })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await appealDecision(context.db, owner, { id, text });
    await expect(appealDecision(context.db, owner, { id, text })).rejects.toMatchObject({
      code: "ALREADY_APPEALED",
    });
    const answer = { decision: id, outcome: "overturned" as const, answer: "You are right: it is yours." };
    await expect(answerAppeal(context, operator, answer)).rejects.toThrow("another operator");
    await expect(
      context.db
        .update(appeals)
        .set({ state: "upheld", answer: "no", answeredAt: now(), answeredBy: operator.id })
        .where(eq(appeals.decisionId, id)),
    ).rejects.toMatchObject({ cause: { constraint_name: "appeals_judge" } });
    await answerAppeal(context, await addOperator(context.db), answer);
    expect(await requestRow(context.db, request.id)).toMatchObject({ isActive: true });
    expect(await ownDecisions(owner)).toMatchObject([
      {
        measure: "hidden",
        liftedAt: expect.any(String),
        appeal: { state: "overturned", answer: answer.answer },
      },
    ]);
    const sent = (await sendOutbox(context.db)).filter(({ to }) => to === owner.email);
    expect(sent.map(({ headers }) => headers["X-Steuntje-Kind"])).toContain("appeal_answered");
  });

  it.each(["runs", "is lifted", "has run out", "has run out and is swept"])(
    "that is refused says that the decision stays only if it still does: it %s",
    async (state) => {
      const { owner, request, operator } = await scene();
      const until = new Date(clock.time + DAY).toISOString().slice(0, 10);
      const order = aDecision("request", request.id, "giving_off", state.startsWith("has") ? { until } : {});
      const { id } = (await decide(context, operator, order)).decision;
      await appealDecision(context.db, owner, { id, text });
      if (state === "is lifted")
        await liftDecision(context, operator, { decision: id, reason: "long enough" });
      if (state !== "runs") later(3);
      if (state.endsWith("swept")) await keepDecisions(context.db);
      const other = await addOperator(context.db);
      await answerAppeal(context, other, { decision: id, outcome: "upheld", answer: "It was not yours." });
      const sent = (await sendOutbox(context.db)).filter(({ to }) => to === owner.email);
      const told = sent.find(({ headers }) => headers["X-Steuntje-Kind"] === "appeal_answered");
      expect(told?.text).toContain("It was not yours.");
      expect(told?.subject.includes("stays")).toBe(state === "runs");
    },
  );

  it("and its answer are in the export of who appealed, about a message too, and of nobody else", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner, 100_000);
    const { donationId, donorId } = await give(request, 1_000);
    const [note] = await context.db
      .insert(donationNotes)
      .values({ donationId, requestId: request.id, text: "Words that hurt" })
      .returning({ id: donationNotes.id });
    const order = aDecision("message", note?.id ?? "", "hidden");
    const { id } = (await decide(context, await addOperator(context.db), order)).decision;
    await appealDecision(context.db, { id: donorId }, { id, text });
    const answer = { decision: id, outcome: "overturned", answer: "You are right." } as const;
    await answerAppeal(context, await addOperator(context.db), answer);
    const done = async (person: { id: string }) => {
      const { operatorActions } = JSON.parse(await textOf((await exportData(context.db, person)).json));
      return operatorActions.map((each: { action: string; subject: string }) => [each.action, each.subject]);
    };
    expect(await done({ id: donorId })).toEqual([
      ["decide", "message"],
      ["lift_decision", "message"],
      ["answer_appeal", "decision"],
    ]);
    expect(await done(owner)).toEqual([]);
  });

  it("is not open to who has no decision against them: what was decided as nothing is not listed", async () => {
    const { owner, request, operator } = await scene();
    const { decision } = await decide(context, operator, aDecision("request", request.id, "none"));
    expect(await ownDecisions(owner)).toEqual([]);
    await expect(appealDecision(context.db, owner, { id: decision.id, text })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await notificationsOf(context.db, owner.id)).toEqual([]);
  });
});

describe("what was reported and is gone", () => {
  const decideNothing = async (kind: "request" | "message", id: string, reference: string) =>
    (await decide(context, await addOperator(context.db), aDecision(kind, id, "none", { report: reference })))
      .reports;

  it("a request that its owner deleted: nothing is decided, and who reported it is told", async () => {
    const { owner, request, operator } = await scene();
    const reporter = await addPerson(context.db);
    const { reference } = await report(reporter, request);
    await deleteRequest(context.db, owner, request.id);
    const other = aDecision("request", newId(), "none", { report: reference });
    await expect(decide(context, operator, other)).rejects.toThrow("No request");
    expect(await decideNothing("request", request.id, reference)).toBe(1);
    const mails = (await sendOutbox(context.db)).filter(({ to }) => to === reporter.email);
    expect(mails.map(({ headers }) => headers["X-Steuntje-Kind"])).toContain("report_decided");
  });

  it("a message whose writer was erased", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner);
    const donor = await addPerson(context.db);
    const id = newId();
    const order = { amount: "20", requestId: request.id, message: "Words that hurt" };
    const { clientSecret } = await startDonation(context, donor, order, id);
    const paymentId = clientSecret.split("_secret_")[0] ?? "";
    card.pay(paymentId);
    await tell(context, paymentId);
    const [note] = await context.db.select().from(donationNotes).where(eq(donationNotes.donationId, id));
    const message = note?.id ?? "";
    const { reference } = await sendReport(
      context.db,
      { viewer: { id: owner.id, isOperator: false }, locale: "en", browser: null },
      { target: { kind: "message", id: message }, ground: "hate", text, goodFaith: true },
      newId(),
    );
    await context.db.transaction((tx) => erasePerson(tx, donor.id, now()));
    expect(await decideNothing("message", message, reference)).toBe(1);
  });
});

describe("four eyes", () => {
  const waiting = async (measure: "suspended" | "returned", amount = 0) => {
    const owner = await addPayee();
    const request = await addRequest(owner, 1_000_000);
    if (amount > 0) await give(request, amount);
    const operator = await addOperator(context.db);
    const order =
      measure === "suspended"
        ? aDecision("person", owner.id, measure)
        : aDecision("request", request.id, measure);
    return { owner, request, operator, performed: await perform(context, operator, "decide", order) };
  };
  const idOf = (performed: object) => (performed as { waits: string }).waits;

  it("lets a suspension wait for a second operator, who is neither the first nor concerned", async () => {
    const { owner, operator, performed } = await waiting("suspended");
    const id = idOf(performed);
    expect(await userRow(context.db, owner.id)).toMatchObject({ suspendedAt: null });
    await expect(answerWaiting(context, operator, { id, isApproved: true, reason: null })).rejects.toThrow(
      "another operator",
    );
    const second = await addOperator(context.db);
    const both = await Promise.allSettled(
      [second, await addOperator(context.db)].map((each) =>
        answerWaiting(context, each, { id, isApproved: true, reason: null }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await userRow(context.db, owner.id)).toMatchObject({ suspendedAt: expect.any(Date) });
    const rows = await context.db.select().from(decisions).where(eq(decisions.personId, owner.id));
    expect(rows).toMatchObject([{ measure: "suspended", decidedBy: operator.id }]);
  });

  it("is asked for above 250.00, and not at 250.00", async () => {
    const alone = await waiting("returned", 25_000);
    expect(alone.performed).toHaveProperty("done");
    expect(await requestRow(context.db, alone.request.id)).toMatchObject({ raised: 0, isActive: false });
    const { request, performed } = await waiting("returned", 25_001);
    expect(await requestRow(context.db, request.id)).toMatchObject({ raised: 25_001, isActive: true });
    const second = await addOperator(context.db);
    await answerWaiting(context, second, { id: idOf(performed), isApproved: true, reason: null });
    expect(await returnMarked(context, request.id)).toMatchObject({ refunded: { donations: 1 } });
  });

  it("says at the command line what is due still after a yes, where the provider does not give it at once", async () => {
    const { performed } = await waiting("returned", 25_001);
    card.failures.push({ call: "refundPayment", acted: false });
    const args = [idOf(performed)];
    const approve = COMMANDS.find(({ name }) => name === "approve");
    const second = await addOperator(context.db);
    const answer = await approve?.run({ context, operator: second, args, options: {} });
    expect(answer).toMatchObject({ text: `decide of ${args[0]} is begun.` });
    expect(answer?.unfinished).toContain("due but not given yet: 1");
  });

  it("lets an appeal be right about more than 250.00 only once the decision was lifted by two", async () => {
    const owner = await addPayee();
    const request = await addRequest(owner, 100_000);
    const { donationId } = await give(request, 25_001);
    const { decision } = await decide(
      context,
      await addOperator(context.db),
      aDecision("request", request.id, "held"),
    );
    later(9);
    await appealDecision(context.db, owner, { id: decision.id, text });
    const [first, second] = [await addOperator(context.db), await addOperator(context.db)];
    const answer = { decision: decision.id, outcome: "overturned", answer: "You are right." } as const;
    await expect(answerAppeal(context, first, answer)).rejects.toMatchObject({ kind: "lift_first" });
    await housekeeping();
    expect(await transfersOf(context.db, donationId)).toEqual([]);
    const lifted = await perform(context, first, "lift", { decision: decision.id, reason: "it is theirs" });
    await answerWaiting(context, second, { id: idOf(lifted), isApproved: true, reason: null });
    await answerAppeal(context, first, answer);
    await housekeeping();
    expect(await transfersOf(context.db, donationId)).toMatchObject([{ state: "sent", amount: 25_001 }]);
  });

  it("is about who was meant, whoever has the name or the address by then", async () => {
    const [owner, other] = [await addPayee(), await addPerson(context.db)];
    await give(await addRequest(owner, 100_000), 25_001);
    const { username, email } = await userRow(context.db, owner.id);
    const subject = { userId: owner.id };
    await context.db.transaction((tx) => placeHold(tx, { subject, cause: "first_payout", at: now() }));
    const operator = await addOperator(context.db);
    const waits = [
      await perform(context, operator, "decide", aDecision("person", email, "suspended")),
      await perform(context, operator, "approve_payouts", { reference: username, reason: "looked" }),
    ];
    const rename = (id: string, to: object) => context.db.update(users).set(to).where(eq(users.id, id));
    await rename(owner.id, { username: `was-${username}`.slice(0, 20), email: `was-${email}` });
    await rename(other.id, { username, email });
    const second = await addOperator(context.db);
    for (const performed of waits)
      await answerWaiting(context, second, { id: idOf(performed), isApproved: true, reason: null });
    expect(await userRow(context.db, other.id)).toMatchObject({ suspendedAt: null });
    expect(await userRow(context.db, owner.id)).toMatchObject({ suspendedAt: expect.any(Date) });
    const held = await context.db.select().from(holds).where(eq(holds.userId, owner.id));
    expect(held.find(({ cause }) => cause === "first_payout")?.liftedAt).not.toBeNull();
  });

  it("is shown with what it would return now, not when it was asked for", async () => {
    const { request, performed } = await waiting("returned", 25_001);
    const shown = async () =>
      (await listWaiting(context.db, 100)).find(({ id }) => id === idOf(performed))?.amount;
    expect(await shown()).toBe(25_001);
    await give(request, 50_000);
    expect(await shown()).toBe(75_001);
  });

  it("does nothing after a no, or once who asked is no operator any more", async () => {
    const refused = await waiting("suspended");
    const second = await addOperator(context.db);
    await answerWaiting(context, second, { id: idOf(refused.performed), isApproved: false, reason: "no" });
    expect(await userRow(context.db, refused.owner.id)).toMatchObject({ suspendedAt: null });
    const gone = await waiting("suspended");
    await setOperator(
      context.db,
      { name: "root" },
      { reference: gone.operator.id, isOperator: false, reason: "left" },
    );
    await expect(
      answerWaiting(context, second, { id: idOf(gone.performed), isApproved: true, reason: null }),
    ).rejects.toThrow("no operator any more");
    expect(await userRow(context.db, gone.owner.id)).toMatchObject({ suspendedAt: null });
    // It was not used up: it waits until somebody refuses it.
    await answerWaiting(context, second, { id: idOf(gone.performed), isApproved: false, reason: "left" });
  });

  /** A context in which the process ends when it begins its nth transaction. */
  const endingAt = (nth: number) => {
    let begun = 0;
    const transaction = (...args: Parameters<typeof context.db.transaction>) => {
      begun += 1;
      return begun < nth ? context.db.transaction(...args) : Promise.reject(new Error("the process ended"));
    };
    const db = new Proxy(context.db, {
      get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
    });
    return { ...context, db };
  };
  const finishLater = async () => {
    later(0, 11);
    await finishApproved(context, (_, error) => {
      throw error;
    });
    await keepDecisions(context.db);
    later(0, 11);
    await housekeeping();
  };

  it.each([2, 3, 4])("is kept, and done once, although the process ends at its step %i", async (nth) => {
    const { owner, request, performed } = await waiting("returned", 25_001);
    const yes = { id: idOf(performed), isApproved: true, reason: null };
    const second = await addOperator(context.db);
    const answered = answerWaiting(endingAt(nth), second, yes).then(
      () => "done",
      (error: Error) => error.message,
    );
    expect(await answered).toMatch(nth < 4 ? /process ended/ : /done|process ended/);
    await finishLater();
    expect(await requestRow(context.db, request.id)).toMatchObject({ raised: 0, isActive: false });
    await finishLater();
    const made = await context.db.select().from(decisions).where(eq(decisions.personId, owner.id));
    expect(made).toHaveLength(1);
    const audited = await context.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, request.id));
    expect(audited.filter(({ action }) => action === "decide")).toHaveLength(1);
    await expectBalancedBooks(context.db);
  });

  it("is not done again once it was lifted, nor where it cannot be done any more", async () => {
    const { owner, operator, performed } = await waiting("suspended");
    const yes = { isApproved: true, reason: null };
    await answerWaiting(context, await addOperator(context.db), { id: idOf(performed), ...yes });
    const [made] = await context.db.select().from(decisions).where(eq(decisions.personId, owner.id));
    await liftDecision(context, operator, { decision: made?.id ?? "", reason: "a mistake" });
    await finishLater();
    expect(await userRow(context.db, owner.id)).toMatchObject({ suspendedAt: null });
    const gone = await waiting("suspended");
    const ended = answerWaiting(endingAt(2), await addOperator(context.db), {
      id: idOf(gone.performed),
      ...yes,
    });
    await expect(ended).rejects.toThrow("the process ended");
    const away = { operatorSince: null };
    await context.db.update(users).set(away).where(eq(users.id, gone.operator.id));
    await finishLater();
    await context.db.update(users).set({ operatorSince: now() }).where(eq(users.id, gone.operator.id));
    await finishLater();
    expect(await userRow(context.db, gone.owner.id)).toMatchObject({ suspendedAt: null });
  });

  it("keeps who reported somebody from approving their first payout", async () => {
    const owner = await addPayee();
    const subject = { userId: owner.id };
    await context.db.transaction((tx) => placeHold(tx, { subject, cause: "first_payout", at: now() }));
    const operator = await addOperator(context.db);
    const { username } = await userRow(context.db, owner.id);
    await sendReport(
      context.db,
      { viewer: { id: operator.id, isOperator: true }, locale: "en", browser: null },
      { target: { kind: "person", id: username }, ground: "scam", text, goodFaith: true },
      newId(),
    );
    const order = { reference: owner.id, reason: "looked" };
    await expect(perform(context, operator, "approve_payouts", order)).rejects.toMatchObject({ kind: "own" });
  });

  it("leaves what concerns the second operator waiting for a third", async () => {
    const { owner, request, performed } = await waiting("returned", 25_001);
    const yes = { id: idOf(performed), isApproved: true, reason: null };
    await expect(answerWaiting(context, await donorOf(request), yes)).rejects.toThrow("concerns you");
    await answerWaiting(context, await addOperator(context.db), yes);
    const rows = await context.db.select().from(decisions).where(eq(decisions.personId, owner.id));
    expect(rows).toMatchObject([{ measure: "returned" }]);
  });
});

describe("the role of an operator", () => {
  it("is given and taken by the command line only, and asked for at every deed", async () => {
    const person = await addPerson(context.db);
    await expect(requireOperator(context.db, { name: person.username })).rejects.toThrow("not an operator");
    const by = { name: "root" };
    await setOperator(context.db, by, { reference: person.username, isOperator: true, reason: "joined" });
    expect(await requireOperator(context.db, { name: person.username.toUpperCase() })).toEqual({
      id: person.id,
      name: person.username,
    });
    await setOperator(context.db, by, { reference: person.username, isOperator: false, reason: "left" });
    await expect(requireOperator(context.db, { name: person.username })).rejects.toThrow("not an operator");
    await context.db.update(users).set({ operatorSince: now() }).where(eq(users.id, person.id));
  });
});

it("the transparency report counts a year", async () => {
  const { request, operator } = await scene();
  const { reference } = await report(await addPerson(context.db), request);
  await decide(context, operator, aDecision("request", request.id, "hidden", { report: reference }));
  const year = now().getUTCFullYear();
  const found = await selectTransparency(context.db, {
    from: new Date(Date.UTC(year, 0, 1)),
    to: new Date(Date.UTC(year + 1, 0, 1)),
  });
  expect(found?.reports.scam).toBeGreaterThan(0);
  expect(found?.decisions.hidden).toBeGreaterThan(0);
  expect(found?.medianHours).toBeTypeOf("number");
  expect(await context.db.$count(requests, eq(requests.id, request.id))).toBe(1);
});
