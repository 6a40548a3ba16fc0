import { and, eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mails, passkeys, recoveryCodes, reports, secondFactors, sessions, users } from "@/db/schema";
import { hashPassword } from "@/lib/domain/accounts/password";
import { listNotifications } from "@/lib/domain/messages/queries";
import { answerWaiting, perform } from "@/lib/domain/operator/deeds";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { acceptCode } from "@/lib/domain/security/accept-code";
import { acceptPasskey } from "@/lib/domain/security/accept-passkey";
import { openChallenge, sealChallenge } from "@/lib/domain/security/challenge";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from "@/lib/domain/security/change-passkeys";
import {
  confirmSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@/lib/domain/security/change-second-factor";
import { proveByPasskey, proveByPassword } from "@/lib/domain/security/prove";
import { describeSecondFactor, listPasskeys, proofWays } from "@/lib/domain/security/queries";
import { endSessionById, endSessionsOf } from "@/lib/domain/sessions/end-session";
import { keepSession } from "@/lib/domain/sessions/keep-session";
import { openSession, renewSession } from "@/lib/domain/sessions/open-session";
import { findProof, listSessions } from "@/lib/domain/sessions/queries";
import { sidOf } from "@/lib/domain/sessions/token";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { setClock } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { Authenticator } from "../support/authenticator";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addOperator } from "../support/deciding";
import { addPerson } from "../support/people";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

const APP = "https://steuntje.example";
const HERE = { origin: APP, rpId: "steuntje.example" };
const LAPTOP: Whereabouts = { device: "Firefox, Linux", network: "203.0.113.x" };
const PHONE: Whereabouts = { device: "Chrome, Android", network: "198.51.100.x" };

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", APP);
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
afterEach(() => setClock());

/** What an operator's deeds get. */
let operators: PayoutContext;
beforeAll(() => {
  const [card, wallet] = [new ScriptedCard(), new ScriptedWallet()];
  operators = { db: database.db, card, wallet, payoutProviders: unconfiguredPayouts };
});

type Person = { id: string };
const start = new Date("2026-03-10T12:00:00Z");
const at = (ms: number) => setClock(() => new Date(start.getTime() + ms));

/** The kinds of the mails to a person with what they carry, oldest first. */
async function mailsTo({ id }: Person) {
  const rows = await database.db
    .select()
    .from(mails)
    .where(eq(mails.userId, id))
    .orderBy(mails.createdAt, mails.id);
  return rows.map(({ kind, data }) => ({ kind, data }));
}

/** The changes that a person was notified of in the app, newest first. */
async function notices({ id }: Person) {
  const { items } = await listNotifications(database.db, id, { limit: 50 });
  return items.map(({ accountChange, device, network }) => ({ accountChange, device, network }));
}

const code = (refusal: string) => expect.objectContaining({ code: refusal });

describe("sessions", () => {
  const open = (person: Person, from = LAPTOP) =>
    openSession(database.db, person.id, { replaces: null, from });

  it("trust 59: a new device family is reported once, by mail and in the app, and the first one is not", async () => {
    const person = await addPerson(database.db);
    await open(person);
    await open(person);
    expect(await mailsTo(person)).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => open(person, PHONE)));
    expect(await mailsTo(person)).toEqual([{ kind: "new_sign_in", data: PHONE }]);
    expect(await notices(person)).toEqual([{ accountChange: "sign_in", ...PHONE }]);
  });

  it("trust 59: a caller that hides its device is a new device too", async () => {
    const person = await addPerson(database.db);
    await open(person);
    await open(person, { device: null, network: "192.0.2.x" });
    expect(await mailsTo(person)).toEqual([
      { kind: "new_sign_in", data: { device: null, network: "192.0.2.x" } },
    ]);
  });

  it("lists where a person is signed in, the last used first, and marks this one", async () => {
    at(0);
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const laptop = await open(person);
    await open(other);
    at(2.5 * HOUR);
    const phone = await open(person, PHONE);
    expect(await listSessions(database.db, person.id, phone.token)).toEqual([
      expect.objectContaining({
        ...PHONE,
        current: true,
        lastUsedAt: new Date(start.getTime() + 2 * HOUR).toISOString(),
      }),
      expect.objectContaining({
        ...LAPTOP,
        current: false,
        lastUsedAt: start.toISOString(),
        createdAt: start.toISOString(),
      }),
    ]);
    at(3.1 * HOUR);
    await keepSession(database.db, laptop.token);
    expect((await listSessions(database.db, person.id, phone.token)).at(0)).toMatchObject(LAPTOP);
    at(31 * 24 * HOUR);
    expect(await listSessions(database.db, person.id, phone.token)).toEqual([]);
  });

  it("records the use of a session at most once an hour", async () => {
    at(0);
    const { token } = await open(await addPerson(database.db));
    const versionOf = async () => {
      const rows = await database.db.execute<{ xmin: string }>(
        `select xmin from sessions where sid = '${sidOf(token)}'`,
      );
      return rows[0]?.xmin;
    };
    const opened = await versionOf();
    at(0.9 * HOUR);
    expect(await keepSession(database.db, token)).toMatchObject({ extended: false });
    expect(await versionOf()).toBe(opened);
    at(1.1 * HOUR);
    expect(await keepSession(database.db, token)).toMatchObject({ extended: false });
    const used = await versionOf();
    expect(used).not.toBe(opened);
    at(1.9 * HOUR);
    await keepSession(database.db, token);
    expect(await versionOf()).toBe(used);
  });

  it("trust 59: ends one or all others, and never somebody else's", async () => {
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const [here, there, far, foreign] = [
      await open(person),
      await open(person),
      await open(person),
      await open(other),
    ];
    const idOf = async ({ token }: { token: string }) => {
      const [row] = await database.db
        .select()
        .from(sessions)
        .where(eq(sessions.sid, sidOf(token)));
      return row?.id ?? "";
    };
    const { token } = here;
    const end = async (id: string) => endSessionById(database.db, person.id, { id, token });
    for (const id of [await idOf(foreign), "no-id", "00000000-0000-4000-8000-000000000000"]) {
      await expect(end(id)).rejects.toEqual(code("NOT_FOUND"));
    }
    expect(await end(await idOf(there))).toEqual({ wasCurrent: false });
    expect(await keepSession(database.db, there.token)).toBeNull();
    expect(await keepSession(database.db, far.token)).not.toBeNull();
    await endSessionsOf(database.db, person.id, { except: here.token });
    expect(await keepSession(database.db, far.token)).toBeNull();
    expect(await keepSession(database.db, here.token)).not.toBeNull();
    expect(await end(await idOf(here))).toEqual({ wasCurrent: true });
    expect(await keepSession(database.db, here.token)).toBeNull();
    expect(await keepSession(database.db, foreign.token)).not.toBeNull();
  });

  it("trust 60: a proof gives the session another token, and the old one is worth nothing", async () => {
    at(0);
    const { token, expires } = await open(await addPerson(database.db));
    at(HOUR);
    const renewed = await renewSession(database.db, token);
    expect(renewed.expires).toEqual(expires);
    expect((await findProof(database.db, sidOf(renewed.token))).provenAt).toEqual(
      new Date(start.getTime() + HOUR),
    );
    expect(await keepSession(database.db, token)).toBeNull();
    await expect(renewSession(database.db, token)).rejects.toEqual(code("UNAUTHENTICATED"));
  });
});

describe("passkeys", () => {
  async function add(person: Person, authenticator = new Authenticator(), name = "Laptop") {
    const { challenge } = await offerPasskey(database.db, person);
    const answer = authenticator.create(challenge, HERE);
    await addPasskey(database.db, person, { answer, challenge: issued(challenge) }, { name, from: LAPTOP });
    return authenticator;
  }
  const issued = (challenge: string, before = 0) => ({ challenge, at: new Date(Date.now() - before) });
  const challenge = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

  it("is added, told, and signs in", async () => {
    const person = await addPerson(database.db);
    const authenticator = await add(person);
    expect(await mailsTo(person)).toEqual([
      { kind: "passkey_changed", data: { change: "added", name: "Laptop", ...LAPTOP } },
    ]);
    expect(await notices(person)).toEqual([{ accountChange: "passkey", ...LAPTOP }]);
    const asked = challenge();
    expect(await acceptPasskey(database.db, authenticator.get(asked, HERE), issued(asked))).toMatchObject({
      userId: person.id,
    });
    expect(await listPasskeys(database.db, person.id)).toEqual([
      expect.objectContaining({ name: "Laptop", backedUp: false, lastUsedAt: expect.any(Date) }),
    ]);
  });

  it("offers a discoverable credential of this host that checks its person, and none that is there", async () => {
    const person = await addPerson(database.db);
    const { id } = await add(person);
    expect(await offerPasskey(database.db, person)).toMatchObject({
      rp: { id: "steuntje.example" },
      user: { id: Buffer.from(person.id).toString("base64url"), name: person.username },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: id.toString("base64url") }],
    });
  });

  it("trust 60: an answer counts once, also from an authenticator without a counter", async () => {
    const person = await addPerson(database.db);
    const authenticator = await add(person);
    const asked = challenge();
    const answer = authenticator.get(asked, HERE);
    const at = issued(asked);
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => acceptPasskey(database.db, answer, at)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(acceptPasskey(database.db, answer, at)).rejects.toEqual(code("INVALID_CREDENTIALS"));
    await pause();
    const next = challenge();
    expect(await acceptPasskey(database.db, authenticator.get(next, HERE), issued(next))).toMatchObject({
      userId: person.id,
    });
  });

  it("trust 60: a counter that goes back is a copy of the passkey", async () => {
    const person = await addPerson(database.db);
    const authenticator = new Authenticator();
    authenticator.counter = 5;
    await add(person, authenticator);
    const first = challenge();
    await acceptPasskey(database.db, authenticator.get(first, HERE), issued(first));
    await pause();
    authenticator.counter = 3;
    const copy = challenge();
    await expect(acceptPasskey(database.db, authenticator.get(copy, HERE), issued(copy))).rejects.toEqual(
      code("INVALID_CREDENTIALS"),
    );
  });

  it.each([
    ["another site", { ...HERE, origin: "https://steuntje.example.evil.test" }],
    ["another host", { ...HERE, rpId: "evil.test" }],
    ["a passkey that nobody unlocked", { ...HERE, isVerified: false }],
  ])("trust 60: refuses %s", async (_, options) => {
    const person = await addPerson(database.db);
    const authenticator = await add(person);
    const asked = challenge();
    await expect(
      acceptPasskey(database.db, authenticator.get(asked, options), issued(asked)),
    ).rejects.toEqual(code("INVALID_CREDENTIALS"));
    const { challenge: offered } = await offerPasskey(database.db, person);
    const answer = new Authenticator().create(offered, options);
    const made = { answer, challenge: issued(offered) };
    await expect(addPasskey(database.db, person, made, { name: "x", from: LAPTOP })).rejects.toEqual(
      code("PASSKEY_INVALID"),
    );
  });

  it("trust 60: refuses another challenge, none, an unknown passkey, and one that an account has", async () => {
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const authenticator = await add(person);
    const [asked, wrong] = [challenge(), challenge()];
    const accept = (by: Authenticator, given: ReturnType<typeof issued> | null) =>
      acceptPasskey(database.db, by.get(asked, HERE), given);
    await expect(accept(authenticator, issued(wrong))).rejects.toEqual(code("INVALID_CREDENTIALS"));
    await expect(accept(authenticator, null)).rejects.toEqual(code("INVALID_CREDENTIALS"));
    await expect(accept(new Authenticator(), issued(asked))).rejects.toEqual(code("INVALID_CREDENTIALS"));
    await expect(add(other, authenticator)).rejects.toEqual(code("PASSKEY_INVALID"));
    expect(await mailsTo(other)).toEqual([]);
  });

  it("trust 60: a challenge is of one person, one purpose and five minutes", () => {
    at(0);
    const sealed = sealChallenge("use", "abc", "me");
    at(5 * 60_000);
    expect(openChallenge("use", sealed, "me")).toEqual({ challenge: "abc", at: start });
    expect(openChallenge("add", sealed, "me")).toBeNull();
    expect(openChallenge("use", sealed, "you")).toBeNull();
    expect(openChallenge("use", sealed, null)).toBeNull();
    expect(openChallenge("use", `${sealed.startsWith("x") ? "y" : "x"}${sealed.slice(1)}`, "me")).toBeNull();
    expect(openChallenge("use", undefined, "me")).toBeNull();
    at(5 * 60_000 + 1);
    expect(openChallenge("use", sealed, "me")).toBeNull();
  });

  it("renames and removes one's own only, and tells of a removal", async () => {
    const [person, other] = [
      await addPerson(database.db, { password: "hash" }),
      await addPerson(database.db),
    ];
    await add(person);
    const [{ id = "" } = {}] = await listPasskeys(database.db, person.id);
    await expect(renamePasskey(database.db, other, id, "Mine")).rejects.toEqual(code("NOT_FOUND"));
    await expect(removePasskey(database.db, other, id, LAPTOP)).rejects.toEqual(code("NOT_FOUND"));
    await renamePasskey(database.db, person, id, "My laptop");
    await removePasskey(database.db, person, id, PHONE);
    await expect(removePasskey(database.db, person, id, PHONE)).rejects.toEqual(code("NOT_FOUND"));
    expect((await mailsTo(person)).at(-1)).toEqual({
      kind: "passkey_changed",
      data: { change: "removed", name: "My laptop", ...PHONE },
    });
  });

  it("trust 60: the last way to sign in stays, also when two are removed at once", async () => {
    const person = await addPerson(database.db);
    await add(person);
    await add(person);
    const ids = (await listPasskeys(database.db, person.id)).map(({ id }) => id);
    const removed = await Promise.allSettled(ids.map((id) => removePasskey(database.db, person, id, LAPTOP)));
    expect(removed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [last] = await listPasskeys(database.db, person.id);
    await expect(removePasskey(database.db, person, last?.id ?? "", LAPTOP)).rejects.toEqual(
      code("LAST_WAY_IN"),
    );
    await database.db
      .update(users)
      .set({ googleId: `google-${person.id}` })
      .where(eq(users.id, person.id));
    await removePasskey(database.db, person, last?.id ?? "", LAPTOP);
    expect(await database.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  });
});

describe("the second factor", () => {
  const codeAt = (key: string, ms: number) =>
    TOTP.generate({ secret: secretOf(key), timestamp: start.getTime() + ms });
  const secretOf = (key: string) => new TOTP({ secret: key }).secret;

  async function switchOn(person: Person) {
    at(0);
    const { key } = await offerSecondFactor(database.db, person);
    const codes = await confirmSecondFactor(database.db, person, codeAt(key, 0), LAPTOP);
    return { key, codes };
  }
  const accept = (person: Person, typed: string) => acceptCode(database.db, person.id, typed, PHONE);

  it("is on once its first code was right, with ten recovery codes, and told", async () => {
    const person = await addPerson(database.db);
    at(0);
    const { key, address } = await offerSecondFactor(database.db, person);
    expect(address).toContain("issuer=");
    expect(await describeSecondFactor(database.db, person.id)).toMatchObject({ isOn: false });
    await expect(accept(person, codeAt(key, 0))).rejects.toEqual(code("INVALID_CODE"));
    await expect(confirmSecondFactor(database.db, person, "000000", LAPTOP)).rejects.toEqual(
      code("INVALID_CODE"),
    );
    const codes = await confirmSecondFactor(database.db, person, codeAt(key, 0), LAPTOP);
    expect(new Set(codes).size).toBe(10);
    expect(await describeSecondFactor(database.db, person.id)).toEqual({
      isOn: true,
      since: start,
      codesLeft: 10,
    });
    expect(await mailsTo(person)).toEqual([
      { kind: "second_factor_changed", data: { change: "on", ...LAPTOP } },
    ]);
    await expect(offerSecondFactor(database.db, person), "it cannot be replaced").rejects.toEqual(
      code("FORBIDDEN"),
    );
  });

  it("trust 61: neither the key nor a recovery code can be read in the database", async () => {
    const person = await addPerson(database.db);
    const { key, codes } = await switchOn(person);
    const stored = JSON.stringify([
      await database.db.select().from(secondFactors),
      await database.db.select().from(recoveryCodes),
      await database.db.select().from(mails),
    ]);
    for (const secret of [key, ...codes, ...codes.map((each) => each.replace("-", ""))]) {
      expect(stored).not.toContain(secret);
    }
  });

  it("trust 61: a code is accepted once, by however many at once, and none before it", async () => {
    const person = await addPerson(database.db);
    const { key } = await switchOn(person);
    await expect(accept(person, codeAt(key, 0)), "it switched the factor on").rejects.toEqual(
      code("INVALID_CODE"),
    );
    at(60_000);
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => accept(person, codeAt(key, 60_000))),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(accept(person, codeAt(key, 30_000))).rejects.toEqual(code("INVALID_CODE"));
    await accept(person, codeAt(key, 90_000));
    at(200_000);
    await expect(accept(person, codeAt(key, 140_000)), "two steps ago").rejects.toEqual(code("INVALID_CODE"));
    await accept(person, ` ${codeAt(key, 170_000).replace(/(...)/, "$1 ")}`);
  });

  it("trust 61: a recovery code is accepted once, of its account only, and told", async () => {
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const { codes } = await switchOn(person);
    await switchOn(other);
    const [first = "", second = ""] = codes;
    at(1_000);
    await expect(accept(other, first)).rejects.toEqual(code("INVALID_CODE"));
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => accept(person, first.toLowerCase())),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await mailsTo(person)).slice(1)).toEqual([
      { kind: "second_factor_changed", data: { change: "code_used", codesLeft: 9, ...PHONE } },
    ]);
    const renewed = await renewRecoveryCodes(database.db, person, LAPTOP);
    await expect(accept(person, second)).rejects.toEqual(code("INVALID_CODE"));
    await accept(person, renewed[0] ?? "");
    await removeSecondFactor(database.db, person, LAPTOP);
    await expect(accept(person, renewed[1] ?? "")).rejects.toEqual(code("INVALID_CODE"));
    await expect(renewRecoveryCodes(database.db, person, LAPTOP)).rejects.toEqual(code("NOT_FOUND"));
    const sent = await database.db
      .select()
      .from(mails)
      .where(and(eq(mails.userId, person.id), eq(mails.kind, "second_factor_changed")));
    expect(sent).toHaveLength(5);
  });

  it("is switched off for who lost it once a second operator agrees; their payouts then wait", async () => {
    at(0);
    const person = await addPerson(database.db);
    const { codes } = await switchOn(person);
    await openSession(database.db, person.id, { replaces: null, from: LAPTOP });
    const [first, second] = [await addOperator(database.db), await addOperator(database.db)];
    const order = { reference: person.username, since: null, reason: "the telephone is lost" };
    const asked = await perform(operators, first, "remove_factor", order);
    const id = "waits" in asked ? asked.waits : "";
    const yes = { id, isApproved: true, reason: null };
    await expect(answerWaiting(operators, first, yes)).rejects.toMatchObject({ kind: "own_ask" });
    expect(await describeSecondFactor(database.db, person.id)).toMatchObject({ isOn: true });

    await answerWaiting(operators, second, yes);
    const heldUntil = new Date(start.getTime() + 7 * 24 * HOUR);
    expect(await describeSecondFactor(database.db, person.id)).toMatchObject({ isOn: false, codesLeft: 0 });
    await expect(accept(person, codes[0] ?? "")).rejects.toEqual(code("INVALID_CODE"));
    expect(await listSessions(database.db, person.id, "")).toEqual([]);
    expect(await notices(person)).toContainEqual({
      accountChange: "second_factor",
      device: null,
      network: null,
    });
    expect(await mailsTo(person)).toContainEqual({
      kind: "second_factor_changed",
      data: { change: "off", device: null, network: null, heldUntil: heldUntil.toISOString() },
    });
    const [row] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.payoutsHeldUntil).toEqual(heldUntil);
    await expect(perform(operators, first, "remove_factor", order)).rejects.toThrow("no second factor");
  });

  it("is not switched off by a yes to an older one, of who reported the person, or while two claim the account", async () => {
    at(0);
    const person = await addPerson(database.db);
    const order = { reference: person.username, since: null, reason: "the telephone is lost" };
    await switchOn(person);
    const [first, second] = [await addOperator(database.db), await addOperator(database.db)];
    const twice = [0, 1].map(() => perform(operators, first, "remove_factor", order));
    const [one = "", other = ""] = (await Promise.all(twice)).map((asked) =>
      "waits" in asked ? asked.waits : "",
    );
    const sayYes = (id: string) => answerWaiting(operators, second, { id, isApproved: true, reason: null });
    await sayYes(one);
    await switchOn(person);
    const [mine, later] = [eq(secondFactors.userId, person.id), new Date(start.getTime() + HOUR)];
    await database.db.update(secondFactors).set({ confirmedAt: later }).where(mine);
    await expect(sayYes(other)).rejects.toMatchObject({ kind: "unknown" });

    const report = { subject: "person", subjectId: person.id, personId: person.id, ground: "scam" } as const;
    const said = {
      reporterId: second.id,
      text: "They ask elsewhere too.",
      locale: "en",
      dueAt: start,
    } as const;
    await database.db.insert(reports).values({ ...report, ...said });
    const asked = await perform(operators, first, "remove_factor", order);
    await expect(sayYes("waits" in asked ? asked.waits : "")).rejects.toMatchObject({ kind: "own" });
    await database.db.update(users).set({ contestedBy: "b@example.org" }).where(eq(users.id, person.id));
    await expect(perform(operators, first, "remove_factor", order)).rejects.toThrow("Two people claim");
    expect(await describeSecondFactor(database.db, person.id)).toMatchObject({ isOn: true });
  });

  it.each(["", "12345", "1234567", "abcdef", "OOOOO-IIIII", "١٢٣٤٥٦"])("refuses %j", async (typed) => {
    const person = await addPerson(database.db);
    await switchOn(person);
    await expect(accept(person, typed)).rejects.toEqual(code("INVALID_CODE"));
  });
});

describe("a proof of who somebody is", () => {
  const password = "een lange zin om te onthouden";

  it("trust 60: is the password or, where there is a second factor, a code of it", async () => {
    const hash = await hashPassword(password);
    const person = await addPerson(database.db, { password: hash });
    const attempt = (typed?: string) => proveByPassword(database.db, person, typed);
    expect(await proofWays(database.db, person.id)).toEqual({
      password: true,
      code: false,
      passkey: false,
      google: false,
    });
    await attempt(password);
    await expect(attempt("something else")).rejects.toEqual(code("WRONG_PASSWORD"));
    await expect(attempt()).rejects.toEqual(code("VALIDATION_ERROR"));
    at(0);
    const { key } = await offerSecondFactor(database.db, person);
    expect(await proofWays(database.db, person.id)).toMatchObject({ password: true, code: false });
    const first = TOTP.generate({ secret: new TOTP({ secret: key }).secret, timestamp: start.getTime() });
    await confirmSecondFactor(database.db, person, first, LAPTOP);
    expect(await proofWays(database.db, person.id)).toMatchObject({ password: false, code: true });
  });

  it("trust 60: is nobody else's passkey", async () => {
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const authenticator = new Authenticator();
    const offered = (await offerPasskey(database.db, other)).challenge;
    await addPasskey(
      database.db,
      other,
      { answer: authenticator.create(offered, HERE), challenge: { challenge: offered, at: new Date() } },
      { name: "Phone", from: PHONE },
    );
    const prove = (who: Person) => {
      const asked = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
      const challenge = { challenge: asked, at: new Date() };
      return proveByPasskey(database.db, who, authenticator.get(asked, HERE), challenge);
    };
    await expect(prove(person)).rejects.toEqual(code("INVALID_CREDENTIALS"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await prove(other);
  });
});
