import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  approvals,
  auditEntries,
  decisions,
  donationNotes,
  donations,
  holds,
  mails,
  newId,
  reports,
  users,
} from "@/db/schema";
import { OFFICE_HOURS } from "@/lib/domain/sessions/rules";
import { SAFETY_SUBJECTS, type SafetySubject } from "@/lib/ground/vocabulary";
import { callAction } from "../support/action-call";
import { make, type Pair, pair, signedIn, startSite } from "../support/actors";
import { addOperator } from "../support/deciding";
import { builtActions, builtPages, writtenActions } from "../support/doors";
import type { Client } from "../support/http";
import { scriptsIn } from "../support/javascript";
import { ACTIONS } from "./access-table";

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const OFFICE_ACTIONS = writtenActions("office");

const PASSKEY = { accessRound: 0 };

async function operator(by: { accessRound?: number } = PASSKEY) {
  const person = await addOperator(site.db);
  return { person, client: await signedIn(site, person, by) };
}

function act(client: Client, name: string, input: object) {
  const found = builtActions().find((action) => action.name === name);
  if (!found) throw new Error(`${name} is not in the build`);
  return callAction(client, found, [input]);
}

/** A report of something of the owner's; answers its reference. */
async function reportOf(
  { owner }: Pair,
  of: { subject: SafetySubject; subjectId: string; reporterId: string },
) {
  const said = { ground: "hate", text: "It is full of hate.", locale: "en", dueAt: new Date() } as const;
  const [sent] = await site.db
    .insert(reports)
    .values({ ...of, ...said, personId: owner.id })
    .returning({ reference: reports.reference });
  return sent?.reference ?? "";
}

/** A decision about the request of a report. */
async function decisionAbout(reference: string, changes: object = {}) {
  const [report] = await site.db.select().from(reports).where(eq(reports.reference, reference));
  return {
    kind: "request",
    id: report?.subjectId ?? "",
    report: reference,
    measure: "giving_off",
    basis: "rules",
    paragraph: "2.1",
    facts: "The photo is on another site.",
    until: "",
    reason: "as reported",
    ...changes,
  };
}

const decisionsOf = async ({ owner }: Pair) =>
  site.db.select().from(decisions).where(eq(decisions.personId, owner.id));

describe("the door of the office", () => {
  it("asks an operator who came with a password for a passkey, and does nothing before", async () => {
    const { client } = await operator({});
    const page = await client.send("GET", "/office/reports?state=decided");
    expect(page.status).toBe(307);
    const next = encodeURIComponent("/office/reports?state=decided");
    expect(page.headers.get("location")).toContain(`/office/unlock?next=${next}`);
    const people = await pair(site);
    const input = await decisionAbout(await make.report(site, people));
    expect((await act(client, "decideAction", input)).outcome).toBe("STEP_UP_REQUIRED");
    expect(await decisionsOf(people)).toEqual([]);
  });

  it(`closes ${OFFICE_HOURS} hours after the passkey`, async () => {
    const { person, client } = await operator();
    expect((await client.send("GET", "/office")).status).toBe(200);
    await site.db.execute(sql`update sessions set passkey_at = now() - ${OFFICE_HOURS} * interval '1 hour'
      - interval '1 second' where sess->>'userId' = ${person.id}`);
    expect((await client.send("GET", "/office")).status).toBe(307);
    const answer = await act(client, "answerWaitingAction", { id: "x", answer: "refuse", reason: "no" });
    expect(answer.outcome).toBe("STEP_UP_REQUIRED");
  });

  it("is gone at the next click for who lost the role, and nothing is done", async () => {
    const { person, client } = await operator();
    const people = await pair(site);
    const input = await decisionAbout(await make.report(site, people));
    await site.db.update(users).set({ operatorSince: null }).where(eq(users.id, person.id));
    expect((await act(client, "decideAction", input)).outcome).toBe("NOT_FOUND");
    expect(await decisionsOf(people)).toEqual([]);
    for (const path of ["/office", "/office/unlock", "/office/audit"])
      expect((await client.send("GET", path)).status).toBe(404);
  });

  it("is not there for an operator who is suspended, by any page or action", async () => {
    const { person, client } = await operator();
    await site.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.id));
    for (const path of builtPages().filter((each) => each.startsWith("/office"))) {
      const { status } = await client.send("GET", path.replace(/\{\w+\}/, person.id));
      expect([path, status]).toEqual([path, 404]);
    }
    for (const [name, { args }] of Object.entries(ACTIONS).filter(([each]) =>
      OFFICE_ACTIONS.includes(each),
    )) {
      const { outcome } = await act(client, name, args(person.id)[0] as object);
      expect([name, outcome]).toEqual([name, "SUSPENDED"]);
    }
  });
});

describe("what concerns an operator", () => {
  /** An operator with a request that others reported, that was decided about and whose money rules hold. */
  async function ownMatters() {
    const { person, client } = await operator();
    const people = { ...(await pair(site)), owner: person };
    const reference = await make.report(site, people);
    const [report] = await site.db.select().from(reports).where(eq(reports.reference, reference));
    const requestId = report?.subjectId ?? "";
    await site.db.insert(holds).values({ requestId, cause: "risk" });
    const [decision, donation, failed] = [
      await make.decision(site, people),
      await make.donation(site, people),
      {
        cause: "x",
        kind: "goal_reached",
        stream: "money",
        state: "failed",
        dueAt: new Date(),
        finishedAt: new Date(),
      } as const,
    ];
    const [mail] = await site.db
      .insert(mails)
      .values({ ...failed, userId: person.id, channel: "mail" })
      .returning({ id: mails.id });
    const [hold] = await site.db
      .insert(holds)
      .values({ userId: person.id, cause: "first_payout" })
      .returning({ id: holds.id });
    const approval = await make.approval(site, people);
    return { person, client, reference, requestId, decision, donation, approval, mail, hold };
  }
  type Own = Awaited<ReturnType<typeof ownMatters>>;

  const reason = "a favour";
  const reasons = {
    basis: "rules",
    paragraph: "2.1",
    facts: "Nothing was wrong with it.",
    until: "",
    reason,
  };
  /** Every action of the office with what is the operator's own; null where it concerns nobody. */
  const OWN: Record<string, ((own: Own) => object) | null> = {
    decideAction: ({ requestId, reference }) => ({
      ...{ kind: "request", id: requestId, report: reference, measure: "none" },
      ...reasons,
    }),
    confirmReviewAction: ({ requestId }) => ({ requestId, ...reasons }),
    clearReviewAction: ({ requestId }) => ({ requestId, reason }),
    liftAction: ({ decision }) => ({ decision, reason }),
    answerAppealAction: ({ decision }) => ({ decision, outcome: "upheld", answer: "We looked at it." }),
    answerWaitingAction: ({ approval: id }) => ({ id, answer: "refuse", reason }),
    holdAction: ({ donation }) => ({ reference: donation, cause: "operator", until: "", reason }),
    liftHoldAction: ({ hold }) => ({ holdId: hold?.id, reason }),
    approvePayoutsAction: ({ person }) => ({ reference: person.id, reason }),
    retryPayoutAction: null,
    refundAction: ({ donation }) => ({ reference: donation, by: "payer", reason }),
    askAction: ({ donation }) => ({ reference: donation, of: "payment" }),
    resendMailAction: ({ mail }) => ({ id: mail?.id, reason }),
    checkBooksAction: null,
    booksAction: null,
  };

  it("is refused to them by every action, and not queued", async () => {
    expect(Object.keys(OWN).toSorted()).toEqual(OFFICE_ACTIONS.toSorted());
    const own = await ownMatters();
    for (const [name, about] of Object.entries(OWN)) {
      if (!about) continue;
      const { outcome, text } = await act(own.client, name, about(own));
      expect([name, outcome]).toEqual([name, "REFUSED"]);
      expect([name, text]).toEqual([name, expect.stringContaining("This concerns you")]);
    }
    const account = await act(own.client, "askAction", { reference: own.person.id, of: "payout" });
    expect(account.text).toContain("This concerns you");
    const queued = await site.db.select().from(approvals).where(eq(approvals.askedBy, own.person.id));
    expect(queued).toEqual([]);
    const audited = await site.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.operator, own.person.name));
    expect(audited).toEqual([]);
  });

  it("is shown to them on no page, nor that it is there", async () => {
    const { client, person, reference, requestId, decision, donation } = await ownMatters();
    const others = await make.report(site, await pair(site));
    // Of somebody else, about what the operator reported too.
    const theirs = await pair(site);
    const beside = await make.report(site, theirs);
    const { id: subjectId } = await decisionAbout(beside);
    await reportOf(theirs, { subject: "request", subjectId, reporterId: person.id });
    const pages = {
      [`reports/${reference}`]: "This concerns you",
      [`reports/${beside}`]: "This concerns you",
      [`review/${requestId}`]: "This concerns you",
      [`decisions/${decision}`]: "This concerns you",
      [`payments/${donation}`]: "This concerns you",
      [`people/${person.id}`]: "This concerns you",
    };
    for (const [path, text] of Object.entries(pages)) {
      const { status, body } = await client.send("GET", `/office/${path}`);
      expect([path, status, String(body).includes(text)]).toEqual([path, 200, true]);
    }
    const listed = async (path: string, text: string) =>
      String((await client.send("GET", `/office/${path}`)).body).includes(text);
    expect(await listed("reports", others)).toBe(true);
    expect(await listed("reports", reference)).toBe(false);
    expect(await listed("reports", beside)).toBe(false);
    expect(await listed("review", requestId)).toBe(false);
    expect(await listed("decisions", decision)).toBe(false);
  });
});

describe("in the office", () => {
  it("the tab of what is not there says so where the router reads its page", async () => {
    const { client } = await operator();
    for (const of of ["review", "reports", "decisions", "payments", "people"]) {
      const { body } = await client.send("GET", `/office/${of}/none?_rsc`, { headers: { rsc: "1" } });
      expect([of, String(body).includes("Page not found · ")]).toEqual([of, true]);
    }
  });

  it("a person and their requests are decided about from their page, without a report", async () => {
    const people = await pair(site);
    const { client } = await operator();
    const requestId = await make.request(site, people);
    const page = String((await client.send("GET", `/office/people/${people.owner.id}`)).body);
    for (const text of ["Decide about this person", "Decide about a request", `value="${requestId}"`])
      expect(page).toContain(text);
    const reasons = { basis: "rules", paragraph: "2.1", facts: "The photo is on another site.", until: "" };
    const input = {
      kind: "request",
      id: requestId,
      report: null,
      measure: "hidden",
      ...reasons,
      reason: "seen",
    };
    expect((await act(client, "decideAction", input)).outcome).toBe("ok");
    expect(await decisionsOf(people)).toMatchObject([{ measure: "hidden", subjectId: requestId }]);
  });

  it("the page of a person leaves what they gave anonymously out of its sum", async () => {
    const { owner } = await pair(site);
    const { client } = await operator();
    const sums = { totalGiven: 1_234_56, publicGiven: 34_56 };
    await site.db.update(users).set(sums).where(eq(users.id, owner.id));
    const page = String((await client.send("GET", `/office/people/${owner.id}`)).body);
    expect(page).toContain("€34.56");
    expect(page).not.toContain("234.56");
  });

  /** What can be reported, by its id. */
  const REPORTED: Record<SafetySubject, (people: Pair) => Promise<string>> = {
    request: (people) => make.request(site, people),
    person: (people) => make.person(site, people),
    post: (people) => make.post(site, people),
    message: async (people) => {
      const [id, donationId] = [newId(), await make.donation(site, people)];
      const [donation] = await site.db.select().from(donations).where(eq(donations.id, donationId));
      const note = { id, donationId, requestId: donation?.requestId ?? "", text: "Words that hurt" };
      await site.db.insert(donationNotes).values(note);
      return id;
    },
  };

  it.each(SAFETY_SUBJECTS)("a report of a %s is decided on its page", async (subject) => {
    const people = await pair(site);
    const subjectId = await REPORTED[subject](people);
    const reference = await reportOf(people, { subject, subjectId, reporterId: people.reporter.id });
    const { client } = await operator();
    const page = `/office/reports/${reference}`;
    expect(String((await client.send("GET", page)).body)).toContain('value="hidden"');
    const input = { ...(await decisionAbout(reference)), kind: subject, measure: "hidden" };
    expect((await act(client, "decideAction", input)).outcome).toBe("ok");
    const [decided] = await site.db.select().from(decisions).where(eq(decisions.subjectId, subjectId));
    expect(decided).toMatchObject({ subject, measure: "hidden" });
    const after = String((await client.send("GET", page)).body);
    expect(after).toContain(`/office/decisions/${decided?.id}`);
    expect(after).not.toContain('value="hidden"');
  });

  it("the last day of a decision and of its hold is the one that was chosen", async () => {
    const people = await pair(site);
    const { client } = await operator();
    const input = await decisionAbout(await make.report(site, people), {
      measure: "held",
      until: "2099-12-31",
    });
    expect((await act(client, "decideAction", input)).outcome).toBe("ok");
    const [decided] = await decisionsOf(people);
    for (const path of [`decisions/${decided?.id}`, `people/${people.owner.id}?view=money`]) {
      const page = String((await client.send("GET", `/office/${path}`)).body);
      expect([path, page.includes("Dec 31, 2099"), /Jan 0?1, 2100/.test(page)]).toEqual([path, true, false]);
    }
  });

  it("the money of a person and of a request is held by a decision alone, which tells them", async () => {
    const people = await pair(site);
    const { client } = await operator();
    for (const reference of [people.owner.id, await make.request(site, people)]) {
      const order = { reference, cause: "operator", until: "", reason: "seen" };
      expect((await act(client, "holdAction", order)).outcome).toBe("REFUSED");
    }
    const page = String((await client.send("GET", `/office/people/${people.owner.id}?view=money`)).body);
    expect(page).not.toContain('name="cause"');
    expect(await site.db.$count(holds, eq(holds.userId, people.owner.id))).toBe(0);
  });

  it("two operators decide about one report at once: one does, the other is told in their language", async () => {
    const people = await pair(site);
    const reference = await make.report(site, people);
    const input = await decisionAbout(reference);
    const both = await Promise.all([operator(), operator()]);
    const answers = await Promise.all(both.map(({ client }) => act(client, "decideAction", input)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["REFUSED", "ok"]);
    const refused = answers.find(({ outcome }) => outcome === "REFUSED");
    expect(refused?.text).toContain("already been decided");
    expect(await decisionsOf(people)).toHaveLength(1);
    const [only] = await decisionsOf(people);
    const audited = await site.db.select().from(auditEntries).where(eq(auditEntries.subjectId, input.id));
    expect(audited).toMatchObject([{ action: "decide", reason: "as reported" }]);
    const page = await both[0].client.send("GET", `/office/reports/${reference}`);
    expect(String(page.body)).toContain(`/office/decisions/${only?.id}`);
  });

  it("a suspension waits for a second operator, who cannot be the first", async () => {
    const people = await pair(site);
    const [first, second] = await Promise.all([operator(), operator()]);
    const input = {
      ...(await decisionAbout(await make.report(site, people))),
      ...{ kind: "person", id: people.owner.id, measure: "suspended", report: null },
    };
    const asked = await act(first.client, "decideAction", input);
    const { waits: id } = asked.data as { waits: string };
    expect(await decisionsOf(people)).toEqual([]);
    const waiting = await second.client.send("GET", "/office/waiting");
    expect(String(waiting.body)).toContain(`id="${id}"`);
    const answer = { id, answer: "approve", reason: "I looked at it too" };
    expect((await act(first.client, "answerWaitingAction", answer)).outcome).toBe("REFUSED");
    expect((await act(second.client, "answerWaitingAction", answer)).outcome).toBe("ok");
    expect(await decisionsOf(people)).toMatchObject([{ measure: "suspended", decidedBy: first.person.id }]);
  });

  it("a deed without a reason is not done", async () => {
    const people = await pair(site);
    const { client } = await operator();
    const input = await decisionAbout(await make.report(site, people), { reason: " " });
    expect(await act(client, "decideAction", input)).toMatchObject({ outcome: "VALIDATION_ERROR" });
    expect(await decisionsOf(people)).toEqual([]);
  });

  it("lists go on by address, and a cursor that nobody was given is no page", async () => {
    const { client } = await operator();
    for (const list of ["reports", "reports?state=decided", "decisions", "decisions?appeal=open", "audit"]) {
      const address = `/office/${list}${list.includes("?") ? "&" : "?"}cursor=WzFd`;
      expect([list, (await client.send("GET", `/office/${list}`)).status]).toEqual([list, 200]);
      if (list !== "audit") expect([list, (await client.send("GET", address)).status]).toEqual([list, 404]);
    }
    expect((await client.send("GET", "/office/audit?cursor=nothing")).status).toBe(404);
  });

  it("sends its scripts with no other page", async () => {
    const { client } = await operator();
    const people = await pair(site);
    const reference = await make.report(site, people);
    // Where the form of a deed leads to.
    const names = async (path: string) => {
      const html = String((await client.send("GET", path)).body);
      const scripts = scriptsIn(html).map(async (src) => (await fetch(new URL(src, site.base))).text());
      return (await Promise.all(scripts)).some((script) => script.includes("/office/waiting#"));
    };
    expect(await names(`/office/reports/${reference}`)).toBe(true);
    for (const path of ["/", "/profile", "/notifications", "/decisions"])
      expect([path, await names(path)]).toEqual([path, false]);
  });
});
