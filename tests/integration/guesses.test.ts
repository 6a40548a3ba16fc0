import { readFileSync } from "node:fs";
import { verify } from "@node-rs/argon2";
import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { rateLimits, secondFactors } from "@/db/schema";
import { proveEmail, requestEmailChange } from "@/lib/domain/accounts/change-email";
import { NOWHERE } from "@/lib/domain/accounts/types";
import { now, setClock } from "@/lib/ground/clock";
import { HOUR, MINUTE } from "@/lib/ground/durations";
import { contract } from "@/lib/web/contract";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { sourceFiles } from "@/scripts/source-files";
import { Browser, stubServer } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { Inbox, sendOutbox } from "../support/outbox";

vi.mock("next/headers", async () => (await import("../support/browser")).nextHeaders);
vi.mock("next/cache", async () => (await import("../support/browser")).nextCache);
vi.mock("next-intl/server", async () => (await import("../support/browser")).nextIntl);
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, verify: vi.fn(real.verify) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 30 });
  stubServer(database.url);
});
afterAll(() => database.drop());
afterEach(async () => {
  setClock();
  await database.db.delete(rateLimits);
});

type Account = { username: string; password: string; email: string; undo?: string };
type Guess = { password?: string; code?: string };

/** The result of a guess: `wrong` and `right` were checked, `full` was not. */
type Outcome = "right" | "wrong" | "full";

const OUTCOMES: Record<string, Outcome> = {
  INVALID_CREDENTIALS: "wrong",
  INVALID_CODE: "wrong",
  WRONG_PASSWORD: "wrong",
  WRONG_PROOF: "wrong",
  RATE_LIMITED: "full",
  WEAK_PASSWORD: "right",
  OK: "right",
};

function outcomeOf(code = "OK"): Outcome {
  const outcome = OUTCOMES[code];
  if (!outcome) throw new Error(`what came of a guess is not told by ${code}`);
  return outcome;
}

/** Every door at which a secret is checked, and how it is guessed there. */
const DOORS: Record<string, (browser: Browser, account: Account, guess: Guess) => Promise<Outcome>> = {
  "app/api/auth/login/route.ts": async (browser, { username, email, password }, guess) => {
    const name = Number(browser.address.split(".").at(-1)) % 2 === 0 ? username : email;
    return outcomeOf((await browser.call(contract.login, { username: name, password, ...guess })).code);
  },
  "app/api/auth/step-up/route.ts": async (browser, _, guess) =>
    outcomeOf((await browser.call(contract.stepUp, guess)).code),
  "app/api/auth/password/route.ts": async (browser, _, { password = "" }) =>
    // A new password that is too weak: the present one was right.
    outcomeOf(
      (await browser.call(contract.changePassword, { currentPassword: password, password: "password1" }))
        .code,
    ),
  "app/api/auth/email/undo/route.ts": async (browser, { undo: token = "" }, guess) =>
    outcomeOf((await browser.call(contract.undoEmail, { token, ...guess })).code),
  "lib/actions/access.ts": async (browser, _, { password = "" }) =>
    outcomeOf(
      (await browser.act("changePasswordAction", { currentPassword: password, password: "password1" })).code,
    ),
};
const LOGIN = DOORS["app/api/auth/login/route.ts"] as (typeof DOORS)[string];
const STEP_UP = DOORS["app/api/auth/step-up/route.ts"] as (typeof DOORS)[string];
const UNDO = DOORS["app/api/auth/email/undo/route.ts"] as (typeof DOORS)[string];

/** An undo asks for a code only. */
const PASSWORD_DOORS = Object.values(DOORS).filter((door) => door !== UNDO);

const WRONG = { password: "een ander wachtwoord" };
const BAD_CODE = { code: "000000" };

/** An account, its browser, and others that signed in to it too. */
async function account({ others = 0 } = {}) {
  const owner = new Browser();
  const person = await owner.register();
  const browsers = await Promise.all(Array.from({ length: others }, () => signedIn(person)));
  return { owner, person, browsers };
}

async function signedIn(person: Account, code?: string): Promise<Browser> {
  const browser = new Browser();
  const { username, password } = person;
  const answer = await browser.call(contract.login, { username, password, ...(code && { code }) });
  expect(answer.status).toBe(200);
  return browser;
}

const named =
  (...words: string[]) =>
  (name: string) =>
    words.some((word) => name.includes(word));

/** Switches the second factor on in a browser; answers codes of other steps than before. */
async function withSecondFactor(browser: Browser) {
  const { key } = (await browser.act("offerSecondFactorAction")).data as { key: string };
  let step = -2;
  const code = () => {
    step += 1;
    const timestamp = now().getTime() + step * 30_000;
    return TOTP.generate({ secret: new TOTP({ secret: key }).secret, timestamp });
  };
  expect(await browser.act("confirmSecondFactorAction", { code: code() })).toMatchObject({ ok: true });
  return code;
}

/** Gives an account another address, which can be undone. */
async function changeAddress(person: Account & { id: string }): Promise<void> {
  const email = `new-${person.email}`;
  const inbox = new Inbox();
  const tokenTo = async (address: string) => {
    await sendOutbox(database.db, inbox);
    return /\/link\?token=([\w-]{43})/.exec(inbox.to(address).at(-1)?.text ?? "")?.[1] ?? "";
  };
  await requestEmailChange(database.db, person, { email }, NOWHERE);
  await proveEmail(database.db, await tokenTo(email), NOWHERE, person);
  Object.assign(person, { undo: await tokenTo(person.email), email });
}

const count = (outcomes: Outcome[], outcome: Outcome) => outcomes.filter((each) => each === outcome).length;

describe("trust 43: one ceiling for one secret", () => {
  const texts = sourceFiles(/^(app|lib)\/.*\.tsx?$/)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const callersOf = (pattern: RegExp) =>
    texts
      .filter(({ file, text }) => pattern.test(text.replace(/^export .*function .*$/gm, "")) && file)
      .map(({ file }) => file);

  it("every check of a password or a code is within it, and every door to one is tried here", () => {
    expect(callersOf(/\bverifyPassword\(/), "who compares passwords").toEqual([
      "lib/domain/accounts/change-password.ts",
      "lib/domain/accounts/log-in.ts",
      "lib/domain/security/prove.ts",
    ]);
    expect(callersOf(/\b(?:takeCode|takeStep)\(/), "who compares codes").toEqual([
      "lib/domain/security/accept-code.ts",
    ]);
    const within = callersOf(/\b(?:logIn|proveByPassword|changePassword|acceptCode)\(/);
    expect(within, "who lets secrets be checked").toEqual([
      "lib/web/session/log-in.ts",
      "lib/web/session/step-up.ts",
    ]);
    for (const file of within) {
      const { text = "" } = texts.find((each) => each.file === file) ?? {};
      for (const [line] of text.matchAll(/^.*\b(?:logIn|proveByPassword|changePassword|acceptCode)\(.*$/gm)) {
        expect(line, file).toMatch(/guess\(|await logIn\(db\(\), credentials\);$/);
      }
    }
    const doors = callersOf(
      /\b(?:logInWithPassword|proveAgain|proveForUndo|changePasswordOf|acceptCodeWithinLimits)\(/,
    );
    expect(doors.filter((file) => !file.startsWith("lib/web/session/"))).toEqual(Object.keys(DOORS).sort());
  });

  it("wrong passwords count together over doors, browsers and addresses, until none is checked anywhere", async () => {
    const { owner, person, browsers } = await account({ others: 3 });
    const guessers = [owner, ...browsers];
    const tries = guessers.flatMap((browser) => PASSWORD_DOORS.map((door) => ({ door, browser })));
    const strangers = Array.from({ length: 12 }, () => ({ door: LOGIN, browser: new Browser() }));
    const outcomes: Outcome[] = [];
    for (const { door, browser } of [...tries, ...strangers, ...tries]) {
      outcomes.push(await door(browser, person, WRONG));
    }
    // Of the strangers' guesses nobody learns which were checked.
    expect(count(outcomes, "full")).toBeGreaterThan(12);
    for (const { door, browser } of [...tries, ...strangers.slice(0, 2)]) {
      expect(await door(browser, person, { password: person.password })).not.toBe("right");
    }
    const later = now().getTime() + 24 * HOUR + MINUTE;
    setClock(() => new Date(later));
    expect(await LOGIN(new Browser(), person, { password: person.password })).toBe("right");
    expect(await STEP_UP(owner, person, { password: person.password })).toBe("right");
  });

  it("trust 23: once an account is full, the right password costs the same check as a wrong one", async () => {
    const { person } = await account();
    for (let made = 0; made < LIMITS.guessPassword.max; made += 1) await LOGIN(new Browser(), person, WRONG);
    const checked = async (password: string) => {
      vi.mocked(verify).mockClear();
      expect(await LOGIN(new Browser(), person, { password })).toBe("wrong");
      return vi.mocked(verify).mock.calls.map(([hash]) => hash);
    };
    const wrong = await checked(WRONG.password);
    expect(wrong).toHaveLength(1);
    expect(await checked(person.password)).toEqual(wrong);
  });

  it("fifty at once are no more than that", async () => {
    const { owner, person } = await account();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => STEP_UP(owner, person, WRONG)));
    expect(count(outcomes, "wrong")).toBe(LIMITS.guessOwn.max + LIMITS.guessPassword.max);
    expect(count(outcomes, "right")).toBe(0);
  });

  it("wrong codes count together over the login and the step-up, and by day", async () => {
    const { owner, person } = await account();
    const code = await withSecondFactor(owner);
    await database.db.update(secondFactors).set({ confirmedAt: new Date(0) });
    await changeAddress(person);
    const known = await signedIn(person, code());
    const tries = [
      ...[owner, known].map((browser) => ({ door: STEP_UP, browser })),
      ...[known, new Browser(), new Browser()].map((browser) => ({ door: LOGIN, browser })),
      ...[known, new Browser()].map((browser) => ({ door: UNDO, browser })),
    ];
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const { door, browser } of tries) outcomes.push(await door(browser, person, BAD_CODE));
    }
    const own = 2 * LIMITS.guessOwn.max + LIMITS.guessLink.max;
    expect(count(outcomes, "wrong")).toBe(own + LIMITS.guessCode.max);
    for (const { door, browser } of tries) expect(await door(browser, person, { code: code() })).toBe("full");
    const begun = now().getTime();
    let day = count(outcomes, "wrong");
    for (let quarter = 1; quarter < 8; quarter += 1) {
      setClock(() => new Date(begun + quarter * 16 * MINUTE));
      for (const { door, browser } of tries) {
        if ((await door(browser, person, BAD_CODE)) === "wrong") day += 1;
      }
    }
    expect(day).toBe(own + LIMITS.guessCodeDay.max);
  });

  it("an undo link has guesses of its own, which nobody in a session can use up", async () => {
    const { owner, person } = await account();
    const code = await withSecondFactor(owner);
    await database.db.update(secondFactors).set({ confirmedAt: new Date(0) });
    const thief = owner.stolen();
    await changeAddress(person);
    expect((await thief.call(contract.endOtherSessions)).status).toBe(204);
    const outcomes: Outcome[] = [];
    for (let made = 0; made < 12; made += 1) outcomes.push(await STEP_UP(thief, person, BAD_CODE));
    expect(outcomes.at(-1)).toBe("full");
    expect(await UNDO(new Browser(), person, { code: code() })).toBe("right");
  });

  it("a right guess is none, and does not let others guess again", async () => {
    const { owner, person } = await account();
    for (let made = 0; made < 20; made += 1) {
      expect(await STEP_UP(owner, person, { password: person.password })).toBe("right");
    }
    const stranger = () => LOGIN(new Browser(), person, WRONG);
    for (let made = 0; made < LIMITS.guessPassword.max - 1; made += 1) await stranger();
    await signedIn(person);
    await stranger();
    expect(await LOGIN(new Browser(), person, { password: person.password })).not.toBe("right");
  });
});

describe("trust 43: a known browser", () => {
  const flood = async (person: Account) => {
    for (let made = 0; made < 12; made += 1) await LOGIN(new Browser(), person, WRONG);
  };
  const right = ({ password }: Account) => ({ password });

  it("is not locked out by strangers", async () => {
    const { owner, person } = await account();
    await flood(person);
    expect(await LOGIN(new Browser(), person, right(person))).not.toBe("right");
    expect(await LOGIN(owner, person, right(person))).toBe("right");
    expect(await LOGIN(owner.stolen(named("device")), person, right(person))).toBe("right");
    const { owner: other } = await account();
    expect(await LOGIN(other.stolen(named("device")), person, right(person))).not.toBe("right");
  });

  it.each([
    [
      "the password",
      async (browser: Browser, person: Account) => {
        const password = `nieuw-${person.password}`;
        const change = { currentPassword: person.password, password };
        expect((await browser.call(contract.changePassword, change)).status).toBe(200);
        person.password = password;
      },
    ],
    [
      "all sessions",
      async (browser: Browser) => {
        expect((await browser.call(contract.endOtherSessions)).status).toBe(204);
      },
    ],
  ])("ends with %s", async (_, end) => {
    const { owner, person, browsers } = await account({ others: 1 });
    const cookies = [owner, ...browsers].map((browser) => browser.stolen(named("device")));
    await end(owner, person);
    await flood(person);
    for (const cookie of cookies) expect(await LOGIN(cookie, person, right(person))).not.toBe("right");
  });

  it("ends with the second factor, and helps with codes only if it was given after one", async () => {
    const { owner, person, browsers } = await account({ others: 3 });
    const code = await withSecondFactor(owner);
    const known = (await signedIn(person, code())).stolen(named("device"));
    const before = [owner, ...browsers].map((browser) => browser.stolen(named("device")));
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const browser of [...before, new Browser()]) outcomes.push(await LOGIN(browser, person, BAD_CODE));
    }
    expect(count(outcomes, "wrong"), "as many as of strangers").toBe(LIMITS.guessCode.max);
    const next = code();
    expect(await LOGIN(before[0] as Browser, person, { code: next })).toBe("full");
    expect(await LOGIN(known, person, { code: next })).toBe("right");
    const cookie = known.stolen(named("device"));
    expect(await owner.act("removeSecondFactorAction")).toMatchObject({ ok: true });
    await flood(person);
    expect(await LOGIN(cookie, person, right(person))).not.toBe("right");
  });
});
