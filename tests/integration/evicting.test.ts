import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLinks, rateLimits } from "@/db/schema";
import { proveEmail, requestEmailChange } from "@/lib/domain/accounts/change-email";
import { RESET_MINUTES } from "@/lib/domain/accounts/rules";
import { NOWHERE } from "@/lib/domain/accounts/types";
import { listSessions } from "@/lib/domain/sessions/queries";
import { now, setClock } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { type Call, contract } from "@/lib/web/contract";
import { keyOf } from "@/lib/web/rate-limit/limit";
import { LIMITS, type LimitName } from "@/lib/web/rate-limit/limits";
import { Browser, stubServer } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { Inbox, sendOutbox } from "../support/outbox";

vi.mock("next/headers", async () => (await import("../support/browser")).nextHeaders);
vi.mock("next/cache", async () => (await import("../support/browser")).nextCache);
vi.mock("next-intl/server", async () => (await import("../support/browser")).nextIntl);

let database: TestDatabase;
let inbox: Inbox;
beforeAll(async () => {
  database = await createTestDatabase({ max: 30 });
  stubServer(database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  setClock();
  inbox = new Inbox();
  await database.db.delete(rateLimits);
});

type Owner = Awaited<ReturnType<Browser["register"]>> & { browser: Browser };

/** The token of the newest message of a kind to somebody. */
async function tokenTo({ email }: Owner, kind: string): Promise<string> {
  await sendOutbox(database.db, inbox);
  const mail = inbox.to(email).findLast(({ headers }) => headers["X-Steuntje-Kind"] === kind);
  return /\/link\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

const served = async (answer: Promise<{ status: number; code: string | undefined }>) => {
  const { status, code } = await answer;
  expect(code).toBeUndefined();
  expect(status).toBeLessThan(300);
};
const done = async (answer: Promise<{ ok: boolean; code?: string }>) => {
  expect(await answer).toMatchObject({ ok: true });
};

/** The id of a session of somebody else. */
async function otherSession({ id, browser }: Owner): Promise<string> {
  const sessions = await listSessions(database.db, id, browser.jar.get("steuntje.session")?.value ?? "");
  return sessions.find(({ current }) => !current)?.id ?? "";
}

const newPassword = async (owner: Owner, change: (input: object) => Promise<void>) => {
  const password = `nieuw-${owner.password}`.slice(0, 80);
  await change({ currentPassword: owner.password, password });
  owner.password = password;
};

/** Every call that evicts, as an owner makes it, in an order in which each can be served. */
const CALLS: Partial<Record<keyof typeof contract, (owner: Owner) => Promise<void>>> = {
  passkeyOptions: ({ browser }) => served(browser.call(contract.passkeyOptions)),
  // Without an authenticator it is refused for what it is, after every limit.
  passkeyLogin: async ({ browser }) => {
    const answer = { id: "x", clientDataJSON: "x", authenticatorData: "x", signature: "x" };
    expect((await browser.call(contract.passkeyLogin, answer)).code).toBe("INVALID_CREDENTIALS");
  },
  stepUp: ({ browser, password }) => served(browser.call(contract.stepUp, { password })),
  endSession: async (owner) =>
    served(owner.browser.call(contract.endSession, undefined, { id: await otherSession(owner) })),
  confirmEmail: async (owner) =>
    served(owner.browser.call(contract.confirmEmail, { token: await tokenTo(owner, "confirm_email") })),
  endOtherSessions: ({ browser }) => served(browser.call(contract.endOtherSessions)),
  changePassword: (owner) =>
    newPassword(owner, (change) => served(owner.browser.call(contract.changePassword, change))),
  login: ({ browser, username, password }) => served(browser.call(contract.login, { username, password })),
  forgotPassword: ({ browser, email }) => served(browser.call(contract.forgotPassword, { email })),
  resetPassword: async (owner) => {
    const password = `ander-${owner.password}`.slice(0, 80);
    const token = await tokenTo(owner, "reset_password");
    await served(owner.browser.call(contract.resetPassword, { token, password }));
    owner.password = password;
  },
  undoEmail: async (owner) => {
    const { browser, email, id } = owner;
    const elsewhere = { ...owner, email: `new-${email}` };
    await requestEmailChange(database.db, { id }, elsewhere, NOWHERE);
    await proveEmail(database.db, await tokenTo(elsewhere, "confirm_new_email"), NOWHERE, null);
    await served(browser.call(contract.undoEmail, { token: await tokenTo(owner, "email_changed") }));
  },
  contestUndo: async (owner) => {
    const elsewhere = { ...owner, email: `new-${owner.email}` };
    const token = await tokenTo(elsewhere, "email_restored");
    await served(owner.browser.call(contract.contestUndo, { token }));
  },
  logout: ({ browser }) => served(browser.call(contract.logout)),
};

/** Every server action that evicts. */
const ACTIONS: Record<string, (owner: Owner) => Promise<void>> = {
  endSessionAction: async (owner) =>
    done(owner.browser.act("endSessionAction", { id: await otherSession(owner) })),
  endOtherSessionsAction: ({ browser }) => done(browser.act("endOtherSessionsAction")),
  removePasskeyAction: async ({ browser }) => {
    expect(await browser.act("removePasskeyAction", { id: "x" })).toMatchObject({ code: "NOT_FOUND" });
  },
  removeSecondFactorAction: ({ browser }) => done(browser.act("removeSecondFactorAction")),
  sendPasswordLinkAction: ({ browser }) => done(browser.act("sendPasswordLinkAction")),
  changePasswordAction: (owner) =>
    newPassword(owner, (change) => done(owner.browser.act("changePasswordAction", change))),
};

const evicting = Object.entries(contract).flatMap(([name, call]) => ((call as Call).evicts ? [name] : []));

/** Uses up what somebody with a session of the account can use up. */
async function exhaust(owner: Owner, thief: Browser): Promise<void> {
  for (let made = 0; made < 10; made += 1) {
    await thief.call(contract.stepUp, { password: "een ander wachtwoord" });
    await thief.call(contract.changePassword, { currentPassword: "een ander", password: "password1" });
    await thief.act("changePasswordAction", { currentPassword: "een ander", password: "password1" });
  }
  const { username, email } = owner;
  const password = "een ander wachtwoord";
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      await new Browser().call(contract.login, { username, password });
      await new Browser().call(contract.login, { username: email, password });
      await new Browser().call(contract.forgotPassword, { email });
      await thief.act("sendPasswordLinkAction");
    }),
  );
  const trivial = () => thief.call(contract.updateUser, { anonymousProfile: true });
  for (let made = 0; made < 10; made += 1) await Promise.all(Array.from({ length: 30 }, trivial));
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const { per, max, within } = LIMITS[name];
    if (per !== "person") continue;
    const full = { count: max, resetAt: new Date(now().getTime() + within) };
    await database.db
      .insert(rateLimits)
      .values({ key: keyOf(name, owner.id), ...full })
      .onConflictDoUpdate({ target: rateLimits.key, set: full });
  }
  expect((await trivial()).code).toBe("RATE_LIMITED");
  expect((await thief.call(contract.stepUp, { password: owner.password })).code).toBe("RATE_LIMITED");
}

/** What a thief has of the owner's account. */
const THIEVES: [string, (owner: Owner) => Promise<Browser>][] = [
  [
    "a session of their own",
    async ({ username, password }) => {
      const browser = new Browser();
      await served(browser.call(contract.login, { username, password }));
      return browser;
    },
  ],
  [
    "the owner's own session",
    async ({ browser }) => browser.stolen((name) => name.endsWith("steuntje.session")),
  ],
];

async function ownerAnd(steal: (typeof THIEVES)[number][1]) {
  const browser = new Browser();
  const owner = { ...(await browser.register()), browser };
  const { username, password } = owner;
  await served(new Browser().call(contract.login, { username, password }));
  const thief = await steal(owner);
  await exhaust(owner, thief);
  return owner;
}

async function inTurn(evictions: Record<string, (owner: Owner) => Promise<void>>, owner: Owner) {
  for (const [name, evict] of Object.entries(evictions)) {
    await evict(owner).catch((error: unknown) => {
      throw new Error(`${name} was not served`, { cause: error });
    });
  }
}

describe("trust 42: an owner can always evict", () => {
  it("every call and action that does is tried here", () => {
    expect(Object.keys(CALLS).sort()).toEqual(evicting.sort());
    for (const name of ["logout", "endSession", "endOtherSessions", "stepUp", "changePassword"] as const) {
      expect(evicting).toContain(name);
    }
    expect(evicting).toEqual(expect.arrayContaining(["forgotPassword", "resetPassword"]));
    const written = /export const (\w+) = action\([\s\S]*?limits: (?:contract\.(\w+)|"(\w+)")/g;
    const actions = readdirSync("lib/actions").flatMap((file) => [
      ...readFileSync(`lib/actions/${file}`, "utf8").matchAll(written),
    ]);
    const evict = actions.filter(([, , call = "", name]) => evicting.includes(call) || name === "evicts");
    expect(evict.map(([, name]) => name).sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  it("no limit of theirs can be used up by a session", () => {
    for (const name of evicting) {
      const { limit } = contract[name as keyof typeof contract] as Call;
      expect([name, limit && LIMITS[limit].per]).toEqual([name, limit && "address"]);
    }
  });

  it.each(THIEVES)(
    "somebody with %s has used up everything, and the owner is served",
    async (_, steal) => {
      const owner = await ownerAnd(steal);
      await inTurn(CALLS, owner);
    },
    120_000,
  );

  it.each(THIEVES)(
    "somebody with %s has used up everything, and so the actions",
    async (_, steal) => {
      const owner = await ownerAnd(steal);
      await served(owner.browser.call(contract.stepUp, { password: owner.password }));
      await inTurn(ACTIONS, owner);
    },
    120_000,
  );

  it("an undo sends a link for a new password, however many were sent before", async () => {
    const browser = new Browser();
    const owner = { ...(await browser.register()), browser };
    for (let asked = 0; asked < 5; asked += 1) {
      await served(new Browser().call(contract.forgotPassword, { email: owner.email }));
    }
    await tokenTo(owner, "reset_password");
    await CALLS.undoEmail?.(owner);
    const token = await tokenTo(owner, "reset_password");
    await served(browser.call(contract.resetPassword, { token, password: "een lange nieuwe zin" }));
  });

  it("while no more reset links are sent, one that was sent works, whatever a thief with the password does", async () => {
    expect(LIMITS.mailRecipient.within).toBeLessThan(RESET_MINUTES * MINUTE);
    const browser = new Browser();
    const owner = { ...(await browser.register()), browser };
    const thief = await (THIEVES[0]?.[1](owner) ?? browser);
    const begun = now().getTime();
    for (let minute = 0; minute < 90; minute += 4) {
      setClock(() => new Date(begun + minute * 60_000));
      const ask = () => new Browser().call(contract.forgotPassword, { email: owner.email });
      await Promise.all([ask(), ask()]);
      if (minute % 12 === 0) {
        await newPassword(owner, (change) => served(thief.call(contract.changePassword, change)));
      }
      await sendOutbox(database.db, inbox);
      const tokens = inbox
        .to(owner.email)
        .flatMap(({ text }) => /\/link\?token=([\w-]{43})/.exec(text ?? "")?.[1] ?? []);
      const open = await database.db.select().from(accountLinks).where(eq(accountLinks.userId, owner.id));
      expect(tokens.length).toBeLessThanOrEqual(1 + 4 * LIMITS.mailRecipient.max);
      expect(open.some(({ expiresAt, usedAt }) => usedAt === null && expiresAt > now())).toBe(true);
    }
    const token = await tokenTo(owner, "reset_password");
    await served(browser.call(contract.resetPassword, { token, password: "een lange nieuwe zin" }));
  });
});
