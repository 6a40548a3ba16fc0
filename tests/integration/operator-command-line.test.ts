import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { donations, holds, mails, reports } from "@/db/schema";
import { listAudit } from "@/lib/domain/operator/queries";
import { createStripeGateway } from "@/lib/providers/stripe";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { KEYS, openTestSandbox, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { lockDataDir } from "@/tools/launcher/lock";
import { saveRunning } from "@/tools/launcher/running";
import { openSecrets } from "@/tools/launcher/secrets";
import { startEmbedded } from "@/tools/postgres/embedded";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addOperator } from "../support/deciding";
import { donationRow, requestRow, start, tell, userRow } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { runHere } from "../support/run-here";
import { runScript } from "../support/run-script";
import { ScriptedWallet } from "../support/scripted-wallet";

const folder = temporaryFolder();
let database: TestDatabase;
let sandbox: TestSandbox;
let dataDir: string;

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  sandbox = await openTestSandbox(folder.path);
  await addOperator(database.db, "ines");
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
  await database.drop();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "steuntje-operator-"));
  chmodSync(dataDir, 0o711);
  return () => rmSync(dataDir, { recursive: true, force: true });
});

type Run = { env?: Record<string, string>; input?: string; as?: typeof runScript };

/** Runs a script on the test's database and sandbox, unless another environment is given. */
function run(script: "admin" | "doctor", args: string[], { env, as = runHere, ...more }: Run = {}) {
  const configured = env ?? {
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
    STRIPE_ACCOUNT_EVENTS_SECRET: "whsec_accounts",
  };
  return as(script, args, { env: { DATA_DIR: dataDir, ...configured }, ...more });
}

const admin = (...args: string[]) => run("admin", args);
const asInes = ["--as", "ines"];

/** A donation of 25.00 that was paid and credited. */
async function credited() {
  const card = createStripeGateway({ ...KEYS, apiBase: sandbox.url });
  const context = {
    db: database.db,
    card,
    wallet: new ScriptedWallet(),
    payoutProviders: unconfiguredPayouts,
  };
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner);
  const given = await start(context, donor, request, "25");
  await sandbox.call("POST", `/_sandbox/payments/${given.paymentId}/succeed`);
  await tell(context, given.paymentId);
  return { owner, donor, request, given };
}

describe("the command line", () => {
  it("tells what it can do, without a database", async () => {
    const { code, out, err } = await run("admin", ["--help"], { env: { DATABASE_URL: "" }, as: runScript });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const command of [
      "person",
      "payment",
      "ask",
      "refund",
      "subscription",
      "erase",
      "mail",
      "mail show",
      "mail resend",
      "payouts",
      "payouts show",
      "payouts approve",
      "payouts hold",
      "payouts lift",
      "payouts ask",
      "payouts retry",
      "payouts age",
      "payouts banks",
      "payouts margin",
      "reports",
      "reports show",
      "decide",
      "lift",
      "appeals",
      "appeals answer",
      "waiting",
      "approve",
      "operator add",
      "stop",
      "transparency",
      "bookkeeping",
      "audit",
    ]) {
      expect(out).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    }
  });

  it("exits with 2 and says what is wrong when it is used wrongly", async () => {
    const { code, out, err } = await admin("lift", crypto.randomUUID());
    expect({ code, out, err }).toEqual({
      code: 2,
      out: "",
      err: "--reason is missing. npm run admin -- --help tells how.\n",
    });
  });

  it("answers in text and in JSON, and only person names people", { tags: "long" }, async () => {
    const { donor, given, request } = await credited();
    const person = await admin("person", donor.email);
    expect(person.code).toBe(0);
    expect(person.out).toContain(donor.username);
    expect(person.out).toContain("€25.00");
    const payment = await admin("payment", given.paymentId, "--json");
    expect(JSON.parse(payment.out)).toMatchObject({
      payment: { id: given.donationId, amount: 2500, state: "completed", requestId: request.id },
    });
    const audit = await admin("audit", donor.id);
    expect(audit.out).toContain("look_up_person");
    for (const { out } of [payment, audit]) {
      expect(out).not.toContain(donor.email);
      expect(out).not.toContain(donor.username);
    }
    expect(await listAudit(database.db, { subjectId: donor.id, limit: 2 })).toMatchObject([
      { operator: userInfo().username },
    ]);
  });

  it("counts a year of transparency by the local calendar", async () => {
    const createdAt = new Date("2024-12-31T23:30:00Z");
    const { id: personId } = await addPerson(database.db);
    const of = { subject: "person", subjectId: personId, personId, ground: "untrue" } as const;
    await database.db.insert(reports).values({ ...of, text: "", locale: "en", createdAt, dueAt: createdAt });
    const counted = async (year: string) =>
      JSON.parse((await admin("transparency", "--year", year, "--json")).out).reports;
    expect([await counted("2024"), await counted("2025")]).toEqual([{}, { untrue: 1 }]);
    await database.db.delete(reports);
  });

  it("exits with 1 and says why when something is not done", async () => {
    const { code, out, err } = await admin("person", "nobody-here");
    expect({ code, out, err }).toEqual({
      code: 1,
      out: "",
      err: "Nobody has that username, e-mail address or id.\n",
    });
  });

  it("does not let what people typed steer the terminal", { tags: "long" }, async () => {
    const name = "Eve \u001b[2J\u202e";
    const { username } = await addPerson(database.db, { name });
    expect((await admin("person", username)).out).toMatch(/^name +Eve �\[2J�$/m);
  });

  it("says that the database does not answer, or does not fit, in one line", { tags: "long" }, async () => {
    const away = await run("admin", ["audit"], {
      env: { DATABASE_URL: "postgres://x:secret@127.0.0.1:1/x" },
    });
    expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/^The database does not answer.*\n$/) });
    const empty = new URL(database.url);
    empty.pathname = "/template1";
    const old = await run("admin", ["audit"], { env: { DATABASE_URL: empty.href } });
    expect(old).toMatchObject({ code: 1, err: expect.stringMatching(/^.*npm run db:migrate\.\n$/) });
  });
});

describe("a refund", () => {
  it.each([
    ["the answer is no", "n\n"],
    ["nobody answers", ""],
  ])("is not given when %s", async (_, input) => {
    const { given } = await credited();
    const { code, out, err } = await run("admin", ["refund", given.donationId, "--reason", "asked"], {
      input,
    });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("Give €25.50 back to the payer?");
    expect(err).toContain("Not confirmed: nothing was changed.");
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "completed" });
  });

  it.each([
    ["yes", [], "y\n", runScript],
    ["--yes", ["--yes"], "", runHere],
  ])("is given with %s, and noted under the name that was given", async (_, flags, input, as) => {
    const { given, request } = await credited();
    const args = ["refund", given.paymentId, "--reason", "given twice", "--as", "ines", "--json", ...flags];
    const { code, out } = await run("admin", args, { input, as });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ payment: { state: "refunded" }, pending: null });
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 0 });
    const refunds = await sandbox.stripe.refunds.list({ payment_intent: given.paymentId });
    expect(refunds.data).toMatchObject([{ amount: 2550 }]);
    expect(await listAudit(database.db, { subjectId: given.donationId, limit: 2 })).toMatchObject([
      { operator: "ines", action: "refund", reason: "given twice" },
    ]);
  });

  it("that the provider does not give at once exits with 1 and says who finishes it", {
    tags: "long",
  }, async () => {
    const { given } = await credited();
    await sandbox.call("POST", "/_sandbox/faults", {
      failNext: 500,
      times: 3,
      scope: { call: "POST /v1/refunds" },
    });
    const { code, out, err } = await admin(
      "refund",
      given.donationId,
      "--reason",
      "asked",
      "--yes",
      ...asInes,
    );
    await sandbox.call("DELETE", "/_sandbox/faults");
    expect(code).toBe(1);
    expect(out).toMatch(/completed, refund due \(requested\)/);
    expect(err).toMatch(/^The refund is due but not given yet/);
    const asked = await admin("ask", given.donationId);
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^after +refunded \(requested\)$/m) });
  });
});

describe("messages", () => {
  it("are listed, shown and sent again", { tags: "long" }, async () => {
    const { donor } = await credited();
    await database.db
      .update(mails)
      .set({ state: "failed", finishedAt: new Date(), attempts: 9, reason: "DATA 554 no" })
      .where(eq(mails.userId, donor.id));
    const [row] = await database.db.select().from(mails).where(eq(mails.userId, donor.id));
    const id = row?.id ?? "";
    const list = await admin("mail");
    expect(list).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`${id}.*DATA 554 no`)) });
    const shown = await admin("mail", "show", id);
    expect(shown.out).toMatch(/^state +failed$/m);
    for (const { out } of [list, shown]) expect(out).not.toContain(donor.email);
    expect(await admin("mail", "resend", "--reason", "x")).toMatchObject({ code: 2 });
    expect(await admin("mail", "resend", id, "--failed", "--reason", "x")).toMatchObject({ code: 2 });
    expect(await admin("mail", "resend", id, "--reason", "the server was down")).toMatchObject({
      code: 0,
      out: "due again  1\nleft       none\n",
    });
    expect(await admin("mail", "resend", id, "--reason", "again")).toMatchObject({
      code: 1,
      err: "This message did not fail: it is due.\n",
    });
    expect((await admin("audit", id)).out).toMatch(/resend_mail .*state: failed → due .*the server was down/);
  });
});

describe("payouts", () => {
  it("are listed by id, and shown with who gave anonymously, which is noted", { tags: "long" }, async () => {
    const { owner, donor, given } = await credited();
    await database.db.update(donations).set({ anonymous: true }).where(eq(donations.id, given.donationId));
    const list = await admin("payouts");
    const shown = await admin("payouts", "show", owner.email);
    const person = await admin("person", owner.email);
    await database.db.update(donations).set({ anonymous: false }).where(eq(donations.id, given.donationId));
    expect(list).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`${owner.id} +€25.00`)) });
    for (const { username, email } of [owner, donor]) {
      expect(list.out).not.toContain(username);
      expect(list.out).not.toContain(email);
    }
    expect(shown.out).toMatch(new RegExp(`${given.donationId} .*waiting .*${donor.id} \\(anonymous\\)`));
    expect(shown.out).toMatch(/anonymous to others\. The audit notes that you looked\.$/m);
    expect(person.out).not.toContain("payouts held until");
    expect(person.out).toMatch(/^payees +none$/m);
    expect((await admin("audit", owner.id)).out).toContain("look_up_money");
  });

  it("are held with a reason only, and lifted by the hold's id", { tags: "long" }, async () => {
    const { owner, given } = await credited();
    expect(await admin("payouts", "hold", owner.username)).toMatchObject({ code: 2, out: "" });
    const why = ["--reason", "ticket 812"];
    expect(await admin("payouts", "hold", owner.username, "--cause", "boredom", ...why)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--cause is not one of operator, report, risk\./),
    });
    const order = [
      "payouts",
      "hold",
      given.donationId,
      "--cause",
      "risk",
      "--until",
      "2099-12-31",
      ...why,
      ...asInes,
    ];
    const held = await admin(...order, "--json");
    expect(held.code).toBe(0);
    const { hold } = JSON.parse(held.out) as { hold: { id: string } };
    expect(hold).toMatchObject({ subject: "donation", cause: "risk", held: 2500, decision: "ticket 812" });
    expect((await admin("payouts")).out).toMatch(new RegExp(`${hold.id} +risk .*ticket 812`));
    expect(await admin("payouts", "lift", hold.id, ...why, ...asInes)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^lifted by +ines$/m),
    });
    expect(await admin("payouts", "lift", hold.id, ...why, ...asInes)).toMatchObject({ code: 1, out: "" });
    expect((await admin("audit", given.donationId)).out).toMatch(
      /lift_hold .*lifted: false → true .*ticket 812/,
    );
  });

  it("are approved, asked about and tried again, or refused with a sentence", { tags: "long" }, async () => {
    const { owner } = await credited();
    const why = ["--reason", "looked at the request"];
    expect(await admin("payouts", "approve", owner.email, ...why, ...asInes)).toMatchObject({
      code: 1,
      err: "No first payout of theirs waits for a yes.\n",
    });
    await database.db.insert(holds).values({ userId: owner.id, cause: "first_payout" });
    expect(await admin("payouts", "approve", owner.email, ...why, ...asInes)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^The payouts of ${owner.id} are approved`)),
    });
    expect(await admin("payouts", "ask", owner.email)).toMatchObject({
      code: 1,
      err: "They have no open account at a provider.\n",
    });
    expect(await admin("payouts", "retry", "po_none", ...why, ...asInes)).toMatchObject({
      code: 1,
      err: "No transfer, return or payout has that id.\n",
    });
  });

  it("are reported by age, bank account and method", { tags: "long" }, async () => {
    await credited();
    expect((await admin("payouts", "age")).out).toMatch(/^0 +30 +\d+ +\d+ +€/m);
    expect((await admin("payouts", "banks")).out).toBe("None.\n");
    const margin = await admin("payouts", "margin");
    expect(margin.out).toMatch(/^card\w* .* €0\.50$/m);
  });
});

describe("a decision", () => {
  const reasons = [
    "--ground",
    "rules:2.1",
    "--facts",
    "The photo is on another site.",
    "--reason",
    "ticket 9",
  ];

  it("takes a request out of the feed and back, and needs an operator", { tags: "long" }, async () => {
    const { request } = await credited();
    const hide = ["decide", "request", request.id, "hidden", ...reasons];
    expect(await admin(...hide, "--as", "nobody")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^nobody is not an operator/),
    });
    const { code, out } = await admin(...hide, ...asInes, "--json");
    expect(code).toBe(0);
    expect(await requestRow(database.db, request.id)).toMatchObject({ isActive: false });
    expect(await admin(...hide, ...asInes)).toMatchObject({ code: 1 });
    const { decision } = JSON.parse(out) as { decision: { id: string } };
    const lift = ["lift", decision.id, "--reason", "was none", ...asInes];
    expect(await admin(...lift)).toMatchObject({ code: 0 });
    expect(await requestRow(database.db, request.id)).toMatchObject({ isActive: true });
  });

  it("to return all donations asks first, and answers with the sums", { tags: "long" }, async () => {
    const { request, given } = await credited();
    const args = ["decide", "request", request.id, "returned", ...reasons, ...asInes];
    const asked = await run("admin", args, { input: "n\n" });
    expect(asked).toMatchObject({ code: 1, out: "" });
    expect(asked.err).toContain("Hide it and give €25.50 of 1 donations back");
    const { code, out } = await admin(...args, "--yes");
    expect(code).toBe(0);
    expect(out).toMatch(/^refunded donations +1$/m);
    expect(out).toMatch(/^refunded amount +€25\.50$/m);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "refunded" });
  });
});

describe("a month's bookkeeping", () => {
  it("is CSV, with the provider's fees, and refuses what is no month", { tags: "long" }, async () => {
    await sandbox.call("POST", "/_sandbox/fees", { on: true });
    await credited();
    await sandbox.call("POST", "/_sandbox/fees", { on: false });
    const month = new Date().toISOString().slice(0, 7);
    const { code, out } = await admin("bookkeeping", month);
    expect(code).toBe(0);
    expect(out).toMatch(/^movement,[\d-]+,donation,fee,stripe,\d+,[\d.]+,EUR\r$/m);
    expect(out).toMatch(/^provider fee,[\d-]+,charge \(card\),,stripe,1,0\.63,EUR\r$/m);
    for (const wrong of ["2026", "2026-13", "=1"])
      expect(await admin("bookkeeping", wrong)).toMatchObject({ code: 2 });
  });
});

describe("a plan", () => {
  it("is given until a day, and refused without one", { tags: "long" }, async () => {
    const { id, username } = await addPerson(database.db);
    const args = ["subscription", username, "gold", "--reason", "a prize"];
    expect(await admin(...args)).toMatchObject({ code: 1, err: expect.stringMatching(/^gold needs/) });
    const given = await admin(...args, "--until", "2099-12-31");
    expect(given).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^after expiry +2099-12-31 23:00:00\.000Z$/m),
    });
    expect(await userRow(database.db, id)).toMatchObject({ subscriptionTier: "gold" });
    expect(await admin(...args, "--until", "2099-02-30")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--until is not a date/),
    });
    expect((await admin("audit", id)).out).toMatch(/tier: none → gold/);
  });
});

describe("an erasure", () => {
  it("is done when the answer is yes, and the audit names nobody", { tags: "long" }, async () => {
    const { id, email, username } = await addPerson(database.db);
    const args = ["erase", email, "--reason", "asked by letter"];
    const refused = await run("admin", args, { input: "n\n" });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(username) });
    expect(await userRow(database.db, id)).toMatchObject({ username, erasedAt: null });
    const done = await run("admin", args, { input: "y\n" });
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    expect(await userRow(database.db, id)).toMatchObject({ username: id, erasedAt: expect.any(Date) });
    const audit = await admin("audit", id);
    expect(audit.out).toContain("erased: false → true");
    expect(audit.out).not.toContain(username);
    expect(await admin(...args, "--yes")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nobody has/),
    });
  });
});

describe("the database", () => {
  it("is that of the application which runs on the data directory, with its providers and its calendar", {
    tags: "long",
  }, async () => {
    const { given } = await credited();
    const { username } = await addPerson(database.db);
    const environment = {
      DATABASE_URL: database.url,
      AUTH_SECRET: "a secret of the application",
      TIME_ZONE: "America/New_York",
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_BASE: sandbox.url,
    };
    const release = [await lockDataDir(dataDir), saveRunning(dataDir, environment)];
    const beside = (...args: string[]) => run("admin", args, { env: {}, as: runScript });
    const asked = await beside("ask", given.donationId);
    const set = await beside(
      "subscription",
      username,
      "gold",
      "--until",
      "2099-12-31",
      "--reason",
      "a prize",
    );
    for (const each of release) each();
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^outcome +credited$/m) });
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining("2100-01-01 05:00:00.000Z") });
  });

  it("is the embedded one, started for the moment, when the application does not run or died", {
    tags: "long",
  }, async () => {
    const { secrets } = openSecrets(dataDir);
    const { child, url } = await startEmbedded({ dataDir, password: secrets.databasePassword });
    await migrateDatabase(url);
    const { db, close } = connect(url, { max: 1 });
    const { username } = await addPerson(db);
    await close();
    saveRunning(dataDir, { DATABASE_URL: url, AUTH_SECRET: "a secret of the application" });
    await child.stop();
    const found = await run("admin", ["person", username, "--json"], { env: {}, as: runScript });
    expect(found).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(found.out)).toMatchObject({ person: { username } });
    const books = await run("doctor", [], { env: {}, as: runScript });
    expect(books).toMatchObject({ code: 0, out: "The books agree.\n" });
  });

  it("is not made where there is none", async () => {
    for (const [script, code] of [["admin", 1] as const, ["doctor", 2] as const]) {
      const { err, ...ended } = await run(script, script === "admin" ? ["audit"] : [], {
        env: {},
        as: runScript,
      });
      expect(ended).toEqual({ code, out: "" });
      expect(err).toMatch(/^There is no database in .*\n$/);
    }
  });
});

describe("npm run doctor", () => {
  it("exits with 0 when the books agree, with 1 when not, and says which rows", async () => {
    const { request } = await credited();
    const agreed = await run("doctor", [], { as: runScript });
    expect(agreed).toMatchObject({ code: 0, out: "The books agree.\n" });
    await database.db.execute(sql`update requests set raised = raised + 1 where id = ${request.id}`);
    const found = await run("doctor", []);
    const machine = await run("doctor", ["--json"]);
    await database.db.execute(sql`update requests set raised = raised - 1 where id = ${request.id}`);
    expect(found.code).toBe(1);
    expect(found.out).toContain("Not so: raised is the sum of the request's credited donations");
    expect(found.out).toContain(request.id);
    expect(machine.code).toBe(1);
    expect(JSON.parse(machine.out)).toContainEqual({
      check: "raised is the sum of the request's credited donations",
      rows: [{ id: request.id, raised: "2501", donated: "2500" }],
    });
  });

  it("asks the provider whether the platform pays out by hand only", async () => {
    const schedule = (interval: "daily" | "manual") =>
      sandbox.stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval } } } });
    await schedule("daily");
    const found = await run("doctor", []);
    await schedule("manual");
    expect(found).toMatchObject({
      code: 1,
      out: 'Not so: the platform\'s own payouts are made by hand only\n  {"provider":"stripe"}\n',
    });
  });

  it("lists dead letters, and DNS records that it cannot look up, as worth a look", async () => {
    const { donor } = await credited();
    await database.db
      .update(mails)
      .set({ state: "failed", finishedAt: new Date() })
      .where(eq(mails.userId, donor.id));
    const env = {
      DATABASE_URL: database.url,
      SMTP_URL: "smtp://mail.invalid:587",
      MAIL_FROM: "Steuntje <no-reply@steuntje.invalid>",
      DKIM_SELECTOR: "s1",
    };
    const { code, out } = await run("doctor", [], { env });
    const local = await run("doctor", [], { env: { ...env, SMTP_URL: "smtp://127.0.0.1:25" } });
    await database.db.delete(mails);
    expect(code).toBe(1);
    expect(out).toContain('Not so: the mail server accepts us\n  {"problem":"EDNS"}');
    expect(out).toContain("Worth a look: dead letters");
    expect(out).toContain('"kind":"donation_receipt"');
    for (const name of ["steuntje.invalid", "_dmarc.steuntje.invalid", "s1._domainkey.steuntje.invalid"]) {
      expect(out).toContain(`TXT of ${name}`);
    }
    expect(local.out).not.toContain("TXT of");
  });

  it("exits with 2 when it cannot look", { tags: "long" }, async () => {
    const env = { DATABASE_URL: "postgres://x:secret@127.0.0.1:1/x" };
    const { code, out, err } = await run("doctor", [], { env });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).not.toContain("secret");
  });
});
