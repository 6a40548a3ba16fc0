import { eq, inArray, or } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db } from "@/db/client";
import {
  approvals,
  auditEntries,
  donationNotes,
  donationReturns,
  donations,
  holds,
  mails,
  newId,
  payeeAccounts,
  payouts,
  posts,
  reports,
  requestFlags,
  secondFactors,
  subscriptions,
  transferReturns,
  users,
} from "@/db/schema";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { decide } from "@/lib/domain/operator/decide";
import { type DeedName, perform } from "@/lib/domain/operator/deeds";
import { holdMoney } from "@/lib/domain/operator/holds";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listBounced, listFailed } from "@/lib/domain/operator/messages";
import { actorNamed } from "@/lib/domain/operator/operators";
import { lookUpMoney, PAYOUT_LISTS, sharedBankAccounts } from "@/lib/domain/operator/payouts";
import {
  listAudit,
  listDecisions,
  listReports,
  listReviews,
  listUnfinished,
  selectWaitingApprovals,
  today,
} from "@/lib/domain/operator/queries";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { sendReport } from "@/lib/domain/safety/send-report";
import { now } from "@/lib/ground/clock";
import { COMMANDS } from "@/scripts/admin/commands";
import { aDecision, addOperator } from "../support/deciding";
import { start, tell } from "../support/donating";
import { openPayoutBooks, transfersOf } from "../support/payouts";
import { addPerson } from "../support/people";

const { context, card, addPayee, addRequest, give, later, housekeeping } = openPayoutBooks();

/** Everything that can be an operator's own: what they ask for, get, give, buy, reported, and the messages to them. */
async function makeOwn() {
  const { db } = context;
  const [own, other, colleague] = [await addPayee(), await addPayee(), await addOperator(db)];
  await db.update(users).set({ operatorSince: now(), isDemo: true }).where(eq(users.id, own.id));
  const request = await addRequest(own, 100_000);
  const others = await addRequest(other, 100_000);
  const got = await give(request, 1_000);
  const gave = await start(context, own, others, "10");
  card.pay(gave.paymentId);
  expect(await tell(context, gave.paymentId)).toBe("credited");
  later(15);
  await housekeeping();
  const [[moved], [movedOn]] = [
    await transfersOf(db, got.donationId),
    await transfersOf(db, gave.donationId),
  ];
  expect([moved?.state, movedOn?.state]).toEqual(["sent", "sent"]);

  const report = async (subject: { id: string }) => {
    const order = { target: { kind: "request", id: subject.id }, ground: "scam", goodFaith: true } as const;
    const caller = { viewer: { id: own.id, isOperator: true }, locale: "en", browser: null } as const;
    return sendReport(db, caller, { ...order, text: "This photo is not theirs." }, newId());
  };
  const appealed = async (person: { id: string }, about: { id: string }, reference: string | null) => {
    const order = aDecision("request", about.id, "giving_off", { report: reference });
    const { decision } = await decide(context, colleague, order);
    await appealDecision(db, person, { id: decision.id, text: "It is my own photo." });
    return decision.id;
  };
  const answered = await addRequest(other);
  const holdOn = async (reference: string) => {
    const order = { reference, cause: "operator", until: null, reason: "as reported" } as const;
    return (await holdMoney(db, colleague, order)).hold.id;
  };
  const reported = await addRequest(other);
  await report(reported);
  // A message that they received, and what was decided about it.
  const [note] = await db
    .insert(donationNotes)
    .values({ donationId: got.donationId, requestId: request.id, text: "Words that hurt" })
    .returning({ id: donationNotes.id });
  const noted = await decide(context, colleague, aDecision("message", note?.id ?? "", "hidden"));
  await appealDecision(db, { id: got.donorId }, { id: noted.decision.id, text: "It was a joke." });
  const waits = async (personId: string, deed: DeedName, input: object) => {
    const asked = { deed, input: { ...input, reason: "x" }, personId, reason: "x", askedBy: colleague.id };
    const [row] = await db.insert(approvals).values(asked).returning({ id: approvals.id });
    return row?.id ?? "";
  };
  const postedAbout = {
    requestId: request.id,
    userId: own.id,
    kind: "update",
    text: "It is on its way.",
    audience: "everyone",
  } as const;
  const [post] = await db.insert(posts).values(postedAbout).returning({ id: posts.id });
  const [account] = await db.select().from(payeeAccounts).where(eq(payeeAccounts.id, own.accountId));
  const made = {
    username: (await db.select().from(users).where(eq(users.id, own.id)))[0]?.username ?? "",
    account: account?.providerAccountId ?? "",
    request: request.id,
    /** Of somebody else, where the operator gave; where they reported and wait; and where they were answered. */
    others: others.id,
    reported: reported.id,
    got: got.donationId,
    gave: gave.donationId,
    moved: moved?.id ?? "",
    movedOn: movedOn?.id ?? "",
    decision: await appealed(own, request, null),
    answer: await appealed(other, answered, (await report(answered)).reference),
    note: note?.id ?? "",
    noted: noted.decision.id,
    holdOnGot: await holdOn(got.donationId),
    holdOnGave: await holdOn(gave.donationId),
    holdOnReported: await holdOn(reported.id),
    waiting: await waits(own.id, "lift_hold", { holdId: newId() }),
    post: post?.id ?? "",
    waitingPost: await waits(other.id, "decide", aDecision("post", post?.id ?? "", "hidden")),
    waitingReported: await waits(other.id, "decide", aDecision("request", reported.id, "hidden")),
    plan: newId(),
    mail: "",
  };
  await db.insert(holds).values([
    { userId: own.id, cause: "first_payout" },
    { userId: own.id, cause: "ownership" },
    { requestId: request.id, cause: "risk" },
    { requestId: reported.id, cause: "risk" },
  ]);
  await db.insert(secondFactors).values({ userId: own.id, secret: "sealed", confirmedAt: now() });
  await db.insert(subscriptions).values({
    id: made.plan,
    userId: own.id,
    tier: "gold",
    amount: 499,
    currency: "eur",
    paymentMethod: "stripe",
    locale: "en",
    returnPath: "/subscription",
  });
  await db.transaction((tx) =>
    writeMail(tx, { kind: "donation_receipt", cause: made.gave, userId: own.id, at: now() }),
  );
  const failed = { state: "failed", finishedAt: now(), reason: "550" } as const;
  const [mail] = await db.update(mails).set(failed).where(eq(mails.userId, own.id)).returning();
  return {
    person: { id: own.id, name: made.username },
    account: own.accountId,
    made: { ...made, mail: mail?.id ?? "" },
  };
}

type Made = Awaited<ReturnType<typeof makeOwn>>["made"];
type Given = { args: string[]; options?: object };

const REASONS = { ground: "rules:2.1", facts: "The photo is on another site." };
const about = (...references: string[]): Given[] => references.map((each) => ({ args: [each] }));

/**
 * Every command with what concerns the operator; `reads` what it only shows of everybody, `nobody` what concerns no
 * person. A new command without a row fails the test.
 */
const OWN: Record<string, "reads" | "nobody" | ((own: Made) => Given[])> = {
  person: ({ username }) => about(username),
  payment: "reads",
  unfinished: "reads",
  declines: "reads",
  ask: ({ got, gave, plan }) => about(got, gave, plan),
  refund: ({ got, gave }) => about(got, gave),
  subscription: ({ username }) => [
    { args: [username, "none"] },
    { args: [username, "gold"], options: { until: "2099-12-31" } },
  ],
  erase: ({ username }) => about(username),
  "remove-demo": () => [{ args: [] }],
  mail: "reads",
  "mail show": "reads",
  "mail resend": ({ mail }) => about(mail),
  payouts: "reads",
  "payouts show": ({ username }) => about(username),
  "payouts approve": ({ username }) => about(username),
  "payouts hold": ({ username, request, reported, got, gave }) =>
    about(username, request, reported, got, gave),
  "payouts lift": ({ holdOnGot, holdOnGave, holdOnReported }) => about(holdOnGot, holdOnGave, holdOnReported),
  "payouts ask": ({ username, account, moved, movedOn }) => about(username, account, moved, movedOn),
  "payouts retry": ({ moved, movedOn }) => about(moved, movedOn),
  "payouts age": "reads",
  "payouts banks": "reads",
  "payouts margin": "reads",
  reports: "reads",
  "reports show": "reads",
  decide: ({ username, request, reported, others, post, note }) => [
    { args: ["person", username, "suspended"] },
    { args: ["post", post, "hidden"] },
    { args: ["message", note, "none"] },
    { args: ["request", request, "hidden"] },
    { args: ["request", reported, "none"] },
    { args: ["request", others, "returned"] },
  ],
  decisions: "reads",
  lift: ({ decision, answer, noted }) => about(decision, answer, noted),
  appeals: "reads",
  "appeals answer": ({ decision, answer, noted }) =>
    [decision, answer, noted].map((each) => ({
      args: [each, "overturned"],
      options: { answer: "You are right." },
    })),
  reviews: "reads",
  "reviews show": "reads",
  "reviews confirm": ({ request, reported }) => about(request, reported),
  "reviews clear": ({ request, reported }) => about(request, reported),
  waiting: "reads",
  approve: ({ waiting, waitingPost, waitingReported }) => about(waiting, waitingPost, waitingReported),
  refuse: ({ waiting, waitingPost, waitingReported }) => about(waiting, waitingPost, waitingReported),
  "operator add": ({ username }) => about(username),
  "operator remove": ({ username }) => about(username),
  stop: "nobody",
  resume: "nobody",
  transparency: "reads",
  contested: "reads",
  "contested decide": ({ username }) => [{ args: [username, "old"] }],
  "second-factor remove": ({ username }) => about(username),
  bookkeeping: "reads",
  "books publish": "nobody",
  "books rotate-key": "nobody",
  audit: "reads",
};

/** By which command each deed is ordered. */
const BY: Record<DeedName, string> = {
  decide: "decide",
  lift: "lift",
  refund: "refund",
  approve_payouts: "payouts approve",
  hold: "payouts hold",
  retry_payout: "payouts retry",
  lift_hold: "payouts lift",
  clear_review: "reviews clear",
  remove_factor: "second-factor remove",
  decide_ownership: "contested decide",
};

describe("what concerns an operator", () => {
  it("is refused at every command that does something, and nothing of it is done", async () => {
    expect(Object.keys(OWN).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
    for (const name of Object.values(BY)) expect(OWN[name]).toBeTypeOf("function");
    const { person: operator, made } = await makeOwn();
    for (const { name, run } of COMMANDS) {
      const asks = OWN[name];
      if (typeof asks !== "function") continue;
      // Whose account two addresses claim is no operator (C224): only this one is about such accounts.
      const isContested = name === "contested decide";
      const contestedBy = isContested ? "other@example.org" : null;
      await context.db.update(users).set({ contestedBy }).where(eq(users.id, operator.id));
      for (const { args, options } of asks(made)) {
        const all = { ...REASONS, reason: "a favour", yes: true, ...options };
        const refused = await run({ context, operator, args, options: all }).then(
          () => "done",
          (error: { kind?: string; message: string }) => error.kind ?? error.message,
        );
        expect([name, args, refused]).toEqual([name, args, isContested ? "other" : "own"]);
      }
    }
    const audited = await context.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.operator, operator.name));
    expect(audited).toEqual([]);
  });

  it("is left out where every message that failed is sent again", async () => {
    const { person: operator, made } = await makeOwn();
    const command = COMMANDS.find(({ name }) => name === "mail resend");
    await command?.run({ context, operator, args: [], options: { failed: true, reason: "a new server" } });
    const [mail] = await context.db.select().from(mails).where(eq(mails.id, made.mail));
    expect(mail?.state).toBe("failed");
  });
});

it("who has the server acts by the name of their account, and with --as only as an operator who may", async () => {
  const { db } = context;
  const [person, operator] = [await addPerson(db), await addOperator(db)];
  const named = (name: string) => actorNamed(db, { name }, { isNamed: true });
  expect(await actorNamed(db, { name: "root" }, { isNamed: false })).toEqual({ name: "root" });
  expect(await named(operator.name)).toEqual(operator);
  await expect(named(person.username)).rejects.toThrow("not an operator");
  for (const changes of [{ suspendedAt: now() }, { suspendedAt: null, contestedBy: "other@example.org" }]) {
    await db.update(users).set(changes).where(eq(users.id, operator.id));
    await expect(named(operator.name)).rejects.toThrow("suspended");
  }
});

describe("every list of the office", () => {
  const all = { limit: 1_000 };
  /** Every list that a page of the office reads, by who reads it. */
  const LISTS: Record<string, (db: Db, reader: string | undefined) => Promise<readonly unknown[]>> = {
    reports: async (db, reader) => (await listReports(db, { state: "open", ...all, reader })).items,
    "reports that were decided": async (db, reader) =>
      (await listReports(db, { state: "decided", ...all, reader })).items,
    review: async (db, reader) => (await listReviews(db, { ...all, reader })).items,
    decisions: async (db, reader) => (await listDecisions(db, { ...all, reader })).items,
    appeals: async (db, reader) => (await listDecisions(db, { appeal: "open", ...all, reader })).items,
    "what waits": (db, reader) => selectWaitingApprovals(db, all.limit, { reader }),
    ...Object.fromEntries(
      Object.entries(PAYOUT_LISTS).map(([name, list]) => [
        name,
        async (db: Db, reader: string | undefined) => (await list(db, { ...all, reader })).items,
      ]),
    ),
    "shared bank accounts": (db, reader) => sharedBankAccounts(db, { reader }),
    "failed messages": async (db, reader) => (await listFailed(db, { ...all, reader })).items,
    "refused addresses": async (db, reader) => (await listBounced(db, { ...all, reader })).items,
    "unfinished payments": (db, reader) => listUnfinished(db, { ...all, reader }),
    audit: (db, reader) => listAudit(db, { reader, limit: all.limit }),
  };

  type Own = Awaited<ReturnType<typeof makeOwn>>;

  /** What a list can contain of an operator and `makeOwn` has not made: the books would not agree with it. */
  async function makeMore(db: Db, own: Own) {
    const { id } = own.person;
    const at = now();
    const [other, poor] = [await addPayee(), await addPerson(context.db)];
    const unpaid = { emailBouncedAt: at, isDemo: false, bankAccountVerified: false };
    await db.update(users).set(unpaid).where(eq(users.id, id));
    const bank = { bankHash: `shared ${id}`, payouts: "restricted" } as const;
    await db
      .update(payeeAccounts)
      .set(bank)
      .where(inArray(payeeAccounts.userId, [id, other.id]));
    // Their report of somebody else, what somebody reported of them, and the message about it that did not arrive.
    const tellOn = async (reporter: string, requestId: string) => {
      const order = { target: { kind: "request", id: requestId }, ground: "scam", goodFaith: true } as const;
      const caller = { viewer: { id: reporter, isOperator: false }, locale: "en", browser: null } as const;
      const { reference } = await sendReport(
        db,
        caller,
        { ...order, text: "This photo is not theirs." },
        newId(),
      );
      const [row] = await db.select().from(reports).where(eq(reports.reference, reference));
      return row?.id ?? "";
    };
    const reported = await tellOn(poor.id, own.made.request);
    const failed = {
      state: "failed",
      finishedAt: at,
      dueAt: at,
      stream: "account",
      channel: "mail",
    } as const;
    const [mail] = await db
      .insert(mails)
      .values({ ...failed, userId: other.id, kind: "report_decided", cause: reported })
      .returning({ id: mails.id });
    await db
      .update(donations)
      .set({ refundReason: "requested", refundRefusal: "too_old" })
      .where(eq(donations.id, own.made.gave));
    const account = { accountId: own.account, userId: id };
    // What donors get about a donation to the operator, the message with it, and what the operator posted.
    const [given] = await db.select().from(donations).where(eq(donations.id, own.made.got));
    const donorId = given?.donorId ?? "";
    const [back, part] = [newId(), { amount: 5, fee: 0, total: 5, reason: "requested" } as const];
    await db.insert(donationReturns).values({ id: back, donationId: own.made.got, ...part });
    const told = { ...failed, userId: donorId };
    await db.insert(mails).values([
      { ...told, kind: "donation_returned", cause: back },
      { ...told, kind: "request_update", cause: own.made.post },
      { ...told, kind: "moderation_decision", cause: `${own.made.noted} lifted` },
      { ...failed, kind: "request_update", cause: `${newId()} ${own.made.post}`, address: "g@example.org" },
    ]);
    const toDonor = await db
      .update(mails)
      .set({ state: "failed", finishedAt: at })
      .where(or(eq(mails.userId, donorId), eq(mails.address, "g@example.org")))
      .returning({ id: mails.id });
    const ofNote = {
      subject: "message",
      subjectId: own.made.note,
      personId: donorId,
      ground: "hate",
    } as const;
    const [noteReport] = await db
      .insert(reports)
      .values({ ...ofNote, reporterId: poor.id, text: "Words that hurt", locale: "en", dueAt: at })
      .returning({ id: reports.id });
    const payout = { ...account, amount: 5, cause: "quiet", createdAt: at } as const;
    const [under, gone] = [newId(), newId()];
    await db.insert(payouts).values([
      { ...payout, id: under, state: "created" },
      { ...payout, id: gone, state: "failed", failedAt: at, failureCode: "closed" },
    ]);
    const [short, due] = [newId(), newId()];
    await db.insert(transferReturns).values([
      { id: short, transferId: own.made.moved, amount: 5, cause: "refund", state: "short", doneAt: at },
      { id: due, transferId: own.made.movedOn, amount: 5, cause: "refund", state: "due" },
    ]);
    return {
      ...own.made,
      ...{ reported, mailOfReport: mail?.id ?? "", under, gone, short, due },
      noteReport: noteReport?.id ?? "",
      ...Object.fromEntries(toDonor.map(({ id }, each) => [`toDonor${each}`, id])),
    };
  }

  /** With everything that can be an operator's own, which is undone afterwards. */
  async function withOwn(test: (db: Db, own: Own, made: Record<string, string>) => Promise<void>) {
    const own = await makeOwn();
    await give(await addRequest(own.person), 1_000);
    const undone = new Error("undone");
    const result = context.db.transaction(async (tx) => {
      await test(tx, own, await makeMore(tx, own));
      throw undone;
    });
    await expect(result).rejects.toBe(undone);
  }

  it("leaves out what concerns its reader, and has it for a colleague", async () => {
    const colleague = await addOperator(context.db);
    await withOwn(async (db, { person }, { username: _, others: __, plan: ___, account: ____, ...made }) => {
      const own = Object.entries({ ...made, person: person.id });
      const found = new Set<string>();
      for (const [name, list] of Object.entries(LISTS)) {
        const seenBy = async (reader: string | undefined) => {
          const text = JSON.stringify(await list(db, reader));
          return own.flatMap(([what, id]) => (text.includes(id) ? [what] : []));
        };
        expect([name, await seenBy(person.id)]).toEqual([name, []]);
        const others = await seenBy(colleague.id);
        expect([name, others.length > 0]).toEqual([name, true]);
        expect([name, await seenBy(undefined)]).toEqual([name, others]);
        for (const what of others) found.add(what);
      }
      // A transfer that was sent is in no list; what was lost of it is.
      expect(own.flatMap(([what]) => (found.has(what) ? [] : [what]))).toEqual(["moved"]);
      const [theirs, all] = [await today(db, person), await today(db, colleague)];
      for (const what of [
        "reports",
        "reviews",
        "appeals",
        "approvals",
        "payouts",
        "refunds",
        "mails",
      ] as const) {
        expect(theirs[what].count, what).toBeLessThan(all[what].count);
      }
    });
  });

  it("and the page of somebody else have nothing that is between them and its reader", async () => {
    const colleague = await addOperator(context.db);
    await withOwn(async (db, { person }, made) => {
      const { got = "", gave = "" } = made;
      const between = Object.entries(made).flatMap(([name, id]) =>
        /^(got|gave|holdOnGave|note|noted|post|toDonor\d)$/.test(name) ? [id] : [],
      );
      const rows = await db
        .select()
        .from(donations)
        .where(inArray(donations.id, [got, gave]));
      const donorOf = rows.find(({ id }) => id === got)?.donorId ?? "";
      const recipientOf = rows.find(({ id }) => id === gave)?.recipientId ?? "";
      for (const id of [donorOf, recipientOf]) {
        const seenBy = async (operator: { id: string; name: string }) => {
          const page = await lookUpPerson(db, operator, id);
          const money = await lookUpMoney(db, operator, { reference: id, limit: 50 });
          const text = JSON.stringify([page, money]);
          return between.filter((each) => text.includes(each));
        };
        expect(await seenBy(person)).toEqual([]);
        expect((await seenBy(colleague)).length).toBeGreaterThan(0);
      }
      // Nor what happened: an event at the time of one that the reader knows would name who gave.
      const events = async (operator: { id: string; name: string }) =>
        (await lookUpPerson(db, operator, donorOf)).timeline.items.map(({ source, what, note }) =>
          [source, what, note].join(" "),
        );
      expect(await events(person)).toEqual(["account registered "]);
      for (const event of ["decided hidden", "appealed ", "reported hate"])
        expect(await events(colleague)).toContain(`safety ${event}`);
      for (const kind of ["donation_receipt", "donation_returned", "request_update", "moderation_decision"])
        expect(await events(colleague)).toContain(`mail failed ${kind}`);
    });
  });

  it("and a deed that lets money go is refused to who is named beside its owner by the rules", async () => {
    const { db } = context;
    const [owner, puppet] = [await addPayee(), await addPayee()];
    await db.update(users).set({ operatorSince: now() }).where(eq(users.id, puppet.id));
    const operator = { id: puppet.id, name: puppet.id };
    const request = await addRequest(owner, 100_000);
    await db.insert(holds).values([
      { requestId: request.id, cause: "risk" },
      { userId: owner.id, cause: "first_payout" },
    ]);
    const deeds = [
      () => perform(context, operator, "clear_review", { requestId: request.id, reason: "fine" }),
      () => perform(context, operator, "approve_payouts", { reference: owner.id, reason: "fine" }),
    ];
    const bank = { bankHash: `of both ${owner.id}` };
    await db
      .update(payeeAccounts)
      .set(bank)
      .where(inArray(payeeAccounts.userId, [owner.id, puppet.id]));
    for (const deed of deeds) await expect(deed()).rejects.toMatchObject({ kind: "own" });
    await db.update(payeeAccounts).set({ bankHash: null }).where(eq(payeeAccounts.userId, puppet.id));
    const own = await addRequest(puppet, 100_000);
    const evidence = { requestId: own.id, percent: 90 };
    await db.insert(requestFlags).values({ requestId: request.id, rule: "like_text", points: 6, evidence });
    await expect(deeds[0]?.()).rejects.toMatchObject({ kind: "own" });
    await db.delete(requestFlags).where(eq(requestFlags.requestId, request.id));
    for (const deed of deeds) expect(await deed()).toMatchObject({ done: {} });
  });
});
