import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { accountLinks, mails, users } from "@/db/schema";
import { proveEmail, requestEmailChange } from "@/lib/domain/accounts/change-email";
import { changePassword } from "@/lib/domain/accounts/change-password";
import { confirmAgain, confirmEmail } from "@/lib/domain/accounts/confirm-email";
import { joinWithGoogle } from "@/lib/domain/accounts/join-with-google";
import { forgetOldLinks } from "@/lib/domain/accounts/links";
import { logIn } from "@/lib/domain/accounts/log-in";
import { accountAccess, describeLink, findLogin } from "@/lib/domain/accounts/queries";
import { register } from "@/lib/domain/accounts/register";
import { forgotPassword, resetPassword, sendPasswordLink } from "@/lib/domain/accounts/reset-password";
import { LINK_KEPT_DAYS, PAYOUT_HOLD_DAYS } from "@/lib/domain/accounts/rules";
import { contestUndo, undoEmailChange } from "@/lib/domain/accounts/undo-email";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { listNotifications } from "@/lib/domain/messages/queries";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { now, setClock } from "@/lib/ground/clock";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

const PASSWORD = "een lange zin om te onthouden";
const ANOTHER = "een heel andere lange zin";
const FROM = { device: "Firefox, Linux", network: "203.0.113.x" };

let database: TestDatabase;
let inbox = new Inbox();
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
  database = await createTestDatabase({ max: 30 });
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
afterEach(async () => {
  setClock();
  vi.unstubAllEnvs();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
  vi.stubEnv("DATABASE_URL", database.url);
  await database.db.delete(mails);
  inbox = new Inbox();
});

const later = (milliseconds: number) => {
  const at = new Date(now().getTime() + milliseconds);
  setClock(() => at);
};

async function newcomer() {
  const username = `n${crypto.randomUUID().slice(0, 10)}`;
  const email = `${username}@example.org`;
  const id = await register(database.db, { username, name: "Noor", email, password: PASSWORD }, "en", FROM);
  return { id, username, email };
}

const rowOf = async (id: string) => {
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error("no such person");
  return row;
};

/** Sends what is due, and returns the token of the newest message of a kind to an address. */
async function tokenTo(address: string, kind: MailKind): Promise<string> {
  await sendOutbox(database.db, inbox);
  const mail = inbox.to(address).findLast(({ headers }) => headers["X-Steuntje-Kind"] === kind);
  const token = /\/link\?token=([\w-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no link of ${kind} to ${address}: ${inbox.received.map(({ to }) => to)}`);
  expect(mail?.html).toContain(token);
  return token;
}

const told = async (id: string) =>
  (await listNotifications(database.db, id, { limit: 20, cursor: null })).items.map(
    ({ accountChange }) => accountChange,
  );

const kindsTo = (address: string) => inbox.to(address).map(({ headers }) => headers["X-Steuntje-Kind"]);

const invalid = (reason: string) => ({ code: "TOKEN_INVALID", values: { reason } });

async function asked(kind: "reset_password", email: string) {
  await forgotPassword(database.db, email, FROM);
  return tokenTo(email, kind);
}

async function askedChange(person: { id: string }, email: string) {
  await requestEmailChange(database.db, person, { email }, FROM);
  return tokenTo(email, "confirm_new_email");
}

async function proven() {
  const person = await newcomer();
  await confirmEmail(database.db, await tokenTo(person.email, "confirm_email"), person);
  return person;
}

describe("a link", () => {
  it("is stored as a hash only, and its token is gone from the outbox once it is sent", async () => {
    const { email, id } = await newcomer();
    const [waiting] = await mailsOf(database.db, id);
    expect(waiting?.secret).not.toBeNull();
    const token = await tokenTo(email, "confirm_email");
    expect(waiting?.secret).not.toContain(token);
    const stored = await database.db.execute(
      sql`select to_jsonb(l)::text || coalesce((select string_agg(to_jsonb(m)::text, '') from mails m), '') as row from account_links l`,
    );
    expect(stored.map(({ row }) => row).join()).not.toContain(token);
    expect(await describeLink(database.db, token)).toMatchObject({ state: "open", purpose: "confirm_email" });
  });

  it.each([
    ["confirm_email", 24 * HOUR],
    ["reset_password", 30 * MINUTE],
    ["change_email", 24 * HOUR],
    ["undo_email", 7 * DAY],
    ["contest_undo", DAY],
  ] as const)("%s works until its time is over, and not a moment longer", async (purpose, life) => {
    const start = new Date();
    setClock(() => start);
    const person = await newcomer();
    const other = `other-${person.email}`;
    const made = {
      confirm_email: () => tokenTo(person.email, "confirm_email"),
      reset_password: () => asked("reset_password", person.email),
      change_email: () => askedChange(person, other),
      undo_email: async () => {
        await proveEmail(database.db, await askedChange(person, other), FROM);
        return tokenTo(person.email, "email_changed");
      },
      contest_undo: async () => {
        await proveEmail(database.db, await askedChange(person, other), FROM);
        await undoEmailChange(database.db, await tokenTo(person.email, "email_changed"), FROM);
        return tokenTo(other, "email_restored");
      },
    };
    const token = await made[purpose]();
    setClock(() => new Date(start.getTime() + life - 1));
    expect(await describeLink(database.db, token)).toMatchObject({ state: "open", purpose });
    setClock(() => new Date(start.getTime() + life));
    expect(await describeLink(database.db, token)).toMatchObject({ state: "expired" });
    const used = {
      confirm_email: confirmEmail(database.db, token),
      reset_password: resetPassword(database.db, { token, password: ANOTHER }, FROM),
      change_email: proveEmail(database.db, token, FROM),
      undo_email: undoEmailChange(database.db, token, FROM),
      contest_undo: contestUndo(database.db, token),
    };
    const outcomes = await Promise.allSettled(Object.values(used));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
    await expect(used[purpose]).rejects.toMatchObject(invalid("expired"));
  });

  it("serves its own purpose only; malformed and foreign ones are unknown", async () => {
    const person = await newcomer();
    const token = await tokenTo(person.email, "confirm_email");
    await expect(undoEmailChange(database.db, token, FROM)).rejects.toMatchObject(invalid("unknown"));
    await expect(resetPassword(database.db, { token, password: ANOTHER }, FROM)).rejects.toMatchObject(
      invalid("unknown"),
    );
    for (const foreign of ["", "x", "x".repeat(43), `${token}x`, `${token.slice(1)}'`]) {
      await expect(confirmEmail(database.db, foreign)).rejects.toMatchObject(invalid("unknown"));
      expect(await describeLink(database.db, foreign)).toEqual({ state: "unknown" });
    }
    expect((await rowOf(person.id)).emailVerified).toBeNull();
  });

  it("acts once, however many clicks come at once", async () => {
    const person = await newcomer();
    const token = await asked("reset_password", person.email);
    const clicks = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        resetPassword(database.db, { token, password: `${ANOTHER} ${index}` }, FROM),
      ),
    );
    expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const click of clicks) {
      if (click.status === "rejected") expect(click.reason).toMatchObject(invalid("used"));
    }
    expect(await told(person.id)).toEqual(["password"]);
    expect(
      (await mailsOf(database.db, person.id)).filter(({ kind }) => kind === "password_changed"),
    ).toHaveLength(1);
  });

  it("is nobody's once the account is erased, and is deleted 30 days after its end", async () => {
    const person = await newcomer();
    const token = await tokenTo(person.email, "confirm_email");
    const context = {
      db: database.db,
      card: new ScriptedCard(),
      wallet: new ScriptedWallet(),
      payoutProviders: unconfiguredPayouts,
    };
    await eraseAccount(context, person, {});
    await expect(confirmEmail(database.db, token)).rejects.toMatchObject(invalid("unknown"));

    const other = await newcomer();
    const count = () => database.db.$count(accountLinks, eq(accountLinks.userId, other.id));
    later(DAY + LINK_KEPT_DAYS * DAY - MINUTE);
    await forgetOldLinks(database.db);
    expect(await count()).toBe(1);
    later(2 * MINUTE);
    await forgetOldLinks(database.db);
    expect(await count()).toBe(0);
  });
});

describe("confirming an address", () => {
  it("is asked of who registers with a password, and not of who comes from Google", async () => {
    const person = await newcomer();
    const access = { isProven: false, hasPassword: true, hasGoogle: false };
    expect(await accountAccess(database.db, person.id)).toMatchObject(access);
    const token = await tokenTo(person.email, "confirm_email");
    const [mail] = inbox.to(person.email);
    expect(mail?.text).toContain("Firefox, Linux");
    expect(mail?.text).toContain("203.0.113.x");
    await database.db.update(users).set({ emailBouncedAt: new Date() }).where(eq(users.id, person.id));
    await confirmEmail(database.db, token);
    expect(await accountAccess(database.db, person.id)).toMatchObject({ isProven: true, isBounced: false });
    await expect(confirmEmail(database.db, token)).rejects.toMatchObject(invalid("used"));

    const google = { googleId: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.org` };
    const names = { name: "Guus", firstName: null, lastName: null, pictureUrl: null };
    const id = await joinWithGoogle(database.db, { ...google, ...names }, "nl");
    expect(await mailsOf(database.db, id)).toEqual([]);
  });

  it("can be asked for again, also after a proof from outside; one that is trusted gets nothing more", async () => {
    const person = await newcomer();
    const first = await tokenTo(person.email, "confirm_email");
    await confirmAgain(database.db, person, FROM);
    const second = await tokenTo(person.email, "confirm_email");
    expect(second).not.toBe(first);
    await confirmEmail(database.db, first);
    await confirmAgain(database.db, person, FROM);
    const third = await tokenTo(person.email, "confirm_email");
    await confirmEmail(database.db, third, person);
    await confirmAgain(database.db, person, FROM);
    await sendOutbox(database.db, inbox);
    expect(kindsTo(person.email)).toEqual(["confirm_email", "confirm_email", "confirm_email"]);
  });

  it("does not prove an address that the account no longer has", async () => {
    const person = await newcomer();
    const token = await tokenTo(person.email, "confirm_email");
    await database.db
      .update(users)
      .set({ email: `moved-${person.email}` })
      .where(eq(users.id, person.id));
    await expect(confirmEmail(database.db, token)).rejects.toMatchObject(invalid("outdated"));
    expect((await rowOf(person.id)).emailVerified).toBeNull();
  });
});

describe("a forgotten password", () => {
  it("the link sets a new one, proves the address, ends every session and holds payouts for 7 days", async () => {
    const person = await newcomer();
    const sessions = [await openSession(database.db, person.id, { replaces: null })];
    const token = await asked("reset_password", person.email.toUpperCase().toLowerCase());
    const at = new Date();
    setClock(() => at);
    const account = await resetPassword(database.db, { token, password: ANOTHER }, FROM);
    expect(account).toMatchObject({ id: person.id, username: person.username, email: person.email });
    for (const session of sessions) expect(await findViewerBySession(database.db, session.token)).toBeNull();
    const row = await rowOf(person.id);
    expect(row.emailVerified).toEqual(at);
    expect(row.payoutsHeldUntil).toEqual(new Date(at.getTime() + PAYOUT_HOLD_DAYS * DAY));
    expect(await told(person.id)).toEqual(["password"]);
    await expect(logIn(database.db, { username: person.username, password: PASSWORD })).rejects.toMatchObject(
      { code: "INVALID_CREDENTIALS" },
    );
    expect(await logIn(database.db, { username: person.username, password: ANOTHER })).toBe(person.id);
    await sendOutbox(database.db, inbox);
    expect(kindsTo(person.email)).toContain("password_changed");
  });

  it("a weak password is refused, and the link still works then", async () => {
    const person = await newcomer();
    const token = await asked("reset_password", person.email);
    for (const password of ["password1", person.username, "1234567"]) {
      await expect(resetPassword(database.db, { token, password }, FROM)).rejects.toMatchObject({
        code: "WEAK_PASSWORD",
      });
    }
    await resetPassword(database.db, { token, password: ANOTHER }, FROM);
  });

  it("works beside a newer one and after a change of the password, and a reset ends them all", async () => {
    const person = await newcomer();
    const first = await asked("reset_password", person.email);
    later(1);
    const second = await asked("reset_password", person.email);
    const change = { currentPassword: PASSWORD, password: ANOTHER };
    await changePassword(database.db, person, change, { token: null, from: FROM });
    await resetPassword(database.db, { token: first, password: PASSWORD }, FROM);
    await expect(
      resetPassword(database.db, { token: second, password: ANOTHER }, FROM),
    ).rejects.toMatchObject(invalid("expired"));
  });

  it("a message that was not sent in time is not sent with a link that no longer works", async () => {
    const person = await newcomer();
    await forgotPassword(database.db, person.email, FROM);
    later(31 * MINUTE);
    await sendOutbox(database.db, inbox);
    expect(kindsTo(person.email)).toEqual(["confirm_email"]);
    expect(
      (await mailsOf(database.db, person.id)).find(({ kind }) => kind === "reset_password"),
    ).toMatchObject({
      state: "cancelled",
      secret: null,
    });
  });

  it("the same statements run for every address, and only an account's is sent anything", async () => {
    const person = await newcomer();
    const statements = async (email: string) => {
      const seen: string[] = [];
      await database.db.transaction(async (tx) => {
        const spy = vi.spyOn(
          (tx as unknown as { session: { prepareQuery: (query: { sql: string }) => unknown } }).session,
          "prepareQuery",
        );
        await forgotPassword(
          { transaction: (run: (inner: typeof tx) => unknown) => run(tx) } as unknown as TestDatabase["db"],
          email,
          FROM,
        );
        seen.push(...spy.mock.calls.map(([query]) => query.sql));
        spy.mockRestore();
      });
      return seen;
    };
    const known = await statements(person.email);
    expect(known.length).toBeGreaterThan(2);
    expect(await statements("nobody-at-all@example.org")).toEqual(known);
    await sendOutbox(database.db, inbox);
    expect(inbox.to("nobody-at-all@example.org")).toEqual([]);
    expect(kindsTo(person.email)).toContain("reset_password");
  });

  it("demo people get no link where they cannot sign in", async () => {
    const person = await newcomer();
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, person.id));
    vi.stubEnv("APP_URL", "https://steuntje.example");
    await forgotPassword(database.db, person.email, FROM);
    expect((await mailsOf(database.db, person.id)).map(({ kind }) => kind)).toEqual(["confirm_email"]);
  });

  it("somebody who only uses Google chooses a first password with it", async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const names = { name: "Guus", firstName: null, lastName: null, pictureUrl: null };
    const id = await joinWithGoogle(database.db, { googleId: crypto.randomUUID(), email, ...names }, "nl");
    await sendPasswordLink(database.db, { id }, FROM);
    const token = await tokenTo(email, "reset_password");
    await resetPassword(database.db, { token, password: ANOTHER }, FROM);
    expect(await logIn(database.db, { username: email, password: ANOTHER })).toBe(id);
  });
});

describe("a password that was replaced", () => {
  it("opens no session, although it was checked before", async () => {
    const person = await newcomer();
    const login = await findLogin(database.db, person.username);
    await logIn(database.db, { username: person.username, password: PASSWORD });
    const token = await asked("reset_password", person.email);
    await resetPassword(database.db, { token, password: ANOTHER }, FROM);
    const passwordHash = login?.password ?? "";
    await expect(openSession(database.db, person.id, { replaces: null, passwordHash })).rejects.toMatchObject(
      { code: "INVALID_CREDENTIALS" },
    );
  });

  it("leaves no session that was opened while a reset was being committed", async () => {
    const person = await newcomer();
    const passwordHash = (await findLogin(database.db, person.username))?.password ?? "";
    let opened: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx.update(users).set({ password: "another" }).where(eq(users.id, person.id));
      opened = openSession(database.db, person.id, { replaces: null, passwordHash }).catch(
        ({ code }: { code: string }) => code,
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await opened).toBe("INVALID_CREDENTIALS");
  });

  it("does not replace the new one by a change that began before", async () => {
    const person = await newcomer();
    const token = await asked("reset_password", person.email);
    const NEWER = "nog een andere lange zin";
    let changed: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await resetPassword(
        {
          ...database.db,
          select: tx.select.bind(tx),
          transaction: (run: (inner: typeof tx) => unknown) => run(tx),
        } as unknown as TestDatabase["db"],
        { token, password: ANOTHER },
        FROM,
      );
      changed = changePassword(
        database.db,
        person,
        { currentPassword: PASSWORD, password: NEWER },
        { token: null, from: FROM },
      ).catch(({ code }: { code: string }) => code);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    });
    expect(await changed).toBe("WRONG_PASSWORD");
    expect(await logIn(database.db, { username: person.username, password: ANOTHER })).toBe(person.id);
  });
});

describe("changing the password", () => {
  it("asks the present one, ends the other sessions and tells the owner", async () => {
    const person = await newcomer();
    const here = await openSession(database.db, person.id, { replaces: null });
    const there = await openSession(database.db, person.id, { replaces: null });
    const options = { token: here.token, from: FROM };
    for (const [currentPassword, problem] of [
      ["not the password", "passwordWrong"],
      ["", "passwordRequired"],
    ] as const) {
      await expect(
        changePassword(database.db, person, { currentPassword, password: ANOTHER }, options),
      ).rejects.toMatchObject({ code: "WRONG_PASSWORD", fields: { currentPassword: problem } });
    }
    const weak = { currentPassword: PASSWORD, password: "password1" };
    await expect(changePassword(database.db, person, weak, options)).rejects.toMatchObject({
      code: "WEAK_PASSWORD",
    });
    expect(await findViewerBySession(database.db, there.token)).not.toBeNull();

    await changePassword(database.db, person, { currentPassword: PASSWORD, password: ANOTHER }, options);
    expect(await findViewerBySession(database.db, here.token)).toMatchObject({ id: person.id });
    expect(await findViewerBySession(database.db, there.token)).toBeNull();
    expect(await told(person.id)).toEqual(["password"]);
    expect((await rowOf(person.id)).payoutsHeldUntil).toBeNull();
    await sendOutbox(database.db, inbox);
    expect(kindsTo(person.email)).toContain("password_changed");
  });
});

describe("changing the address", () => {
  it("changes nothing until the new address is proven, and tells the old one", async () => {
    const person = await proven();
    const email = `new-${person.email}`;
    await expect(
      requestEmailChange(database.db, person, { email: person.email }, FROM),
    ).rejects.toMatchObject({ fields: { email: "emailSame" } });
    const token = await askedChange(person, email);
    expect(await accountAccess(database.db, person.id)).toMatchObject({
      email: person.email,
      pendingEmail: email,
    });
    await proveEmail(database.db, token, FROM);
    expect(await accountAccess(database.db, person.id)).toMatchObject({
      email,
      isProven: true,
      pendingEmail: null,
    });
    expect(await told(person.id)).toEqual(["email"]);
    const session = await openSession(database.db, person.id, { replaces: null });

    await undoEmailChange(database.db, await tokenTo(person.email, "email_changed"), FROM);
    const [restored] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(restored?.password, "the password that the thief knew opens nothing").toBeNull();
    expect(await accountAccess(database.db, person.id)).toMatchObject({
      email: person.email,
      isProven: true,
    });
    expect((await rowOf(person.id)).payoutsHeldUntil).not.toBeNull();
    expect(await findViewerBySession(database.db, session.token)).toBeNull();
    const reset = await tokenTo(person.email, "reset_password");
    await resetPassword(database.db, { token: reset, password: ANOTHER }, FROM);
  });

  it("tells nobody at the request whether the new address has an account; a proven one keeps it", async () => {
    const [person, other] = [await proven(), await proven()];
    const token = await askedChange(person, other.email);
    await expect(proveEmail(database.db, token, FROM)).rejects.toMatchObject({ code: "EMAIL_EXISTS" });
    expect((await rowOf(person.id)).email).toBe(person.email);
    expect(await describeLink(database.db, token)).toMatchObject({ state: "open" });
  });

  it("an account that never proved the address loses it and is told in the app", async () => {
    const [person, squatter] = [await proven(), await newcomer()];
    await proveEmail(database.db, await askedChange(person, squatter.email), FROM);
    expect((await rowOf(person.id)).email).toBe(squatter.email);
    expect(await accountAccess(database.db, squatter.id)).toMatchObject({ email: null, isProven: false });
    expect(await told(squatter.id)).toEqual(["email_lost"]);
    await forgotPassword(database.db, `lost:${squatter.id}`, FROM);
    await sendOutbox(database.db, inbox);
    expect(inbox.received.filter(({ to }) => !to.includes("@"))).toEqual([]);
    // It gets an address of its own again, which nobody can undo.
    await proveEmail(database.db, await askedChange(squatter, `own-${squatter.email}`), FROM);
    expect(await accountAccess(database.db, squatter.id)).toMatchObject({ isProven: true });
    expect((await mailsOf(database.db, squatter.id)).map(({ kind }) => kind)).not.toContain("email_changed");
  });

  it("two accounts that prove each other's unproven address at once do not block each other", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await newcomer(), await newcomer()];
      const [toTwo, toOne] = [await askedChange(one, two.email), await askedChange(two, one.email)];
      const outcomes = await Promise.allSettled([
        proveEmail(database.db, toTwo, FROM),
        proveEmail(database.db, toOne, FROM),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      expect((await rowOf(one.id)).email).toBe(two.email);
      expect((await rowOf(two.id)).email).toBe(one.email);
    }
  });

  it("a newer request ends the earlier one, and a reset ends what is pending", async () => {
    const person = await proven();
    const first = await askedChange(person, `a-${person.email}`);
    later(1);
    const second = await askedChange(person, `b-${person.email}`);
    await expect(proveEmail(database.db, first, FROM)).rejects.toMatchObject(invalid("expired"));
    const token = await asked("reset_password", person.email);
    await resetPassword(database.db, { token, password: ANOTHER }, FROM);
    await expect(proveEmail(database.db, second, FROM)).rejects.toMatchObject(invalid("expired"));
    expect((await rowOf(person.id)).email).toBe(person.email);
  });

  it("the first owner undoes two changes in a row, and the person who came second cannot undo that", async () => {
    const person = await proven();
    const [thief, next] = [`thief-${person.email}`, `next-${person.email}`];
    await proveEmail(database.db, await askedChange(person, thief), FROM);
    const owners = await tokenTo(person.email, "email_changed");
    later(MINUTE);
    await proveEmail(database.db, await askedChange(person, next), FROM);
    const thiefs = await tokenTo(thief, "email_changed");
    later(MINUTE);
    const pending = await askedChange(person, `third-${person.email}`);
    await undoEmailChange(database.db, owners, FROM);
    expect((await rowOf(person.id)).email).toBe(person.email);
    await expect(undoEmailChange(database.db, thiefs, FROM)).rejects.toMatchObject(invalid("expired"));
    await expect(proveEmail(database.db, pending, FROM)).rejects.toMatchObject(invalid("expired"));
    await expect(undoEmailChange(database.db, owners, FROM)).rejects.toMatchObject(invalid("used"));
  });
});

describe("a mailbox that was stolen", () => {
  it("trust 39: moves no money for 7 days, and the owner is told on every channel", async () => {
    const owner = await proven();
    await updateUser(database.db, owner, { paymentMethod: "paypal", paypalEmail: owner.email }, FROM);
    const own = await openSession(database.db, owner.id, { replaces: null });
    await database.db.execute(sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at)
      values (gen_random_uuid(), ${owner.id}, ${`https://push.example/${owner.id}`}, 'key', 'secret', now())`);
    const start = now();

    const token = await asked("reset_password", owner.email);
    await resetPassword(
      database.db,
      { token, password: ANOTHER },
      { device: "Chrome, Windows", network: null },
    );
    expect(await findViewerBySession(database.db, own.token)).toBeNull();
    expect(await logIn(database.db, { username: owner.email, password: ANOTHER })).toBe(owner.id);
    await updateUser(database.db, owner, { paypalEmail: "thief@example.org" }, FROM);

    const { payoutsHeldUntil } = await rowOf(owner.id);
    expect(payoutsHeldUntil?.getTime()).toBeGreaterThanOrEqual(start.getTime() + 7 * DAY);
    expect(await told(owner.id)).toEqual(["paypal_email", "password"]);
    await sendOutbox(database.db, inbox);
    const texts = new Map(
      inbox.to(owner.email).map(({ headers, text }) => [headers["X-Steuntje-Kind"], text]),
    );
    expect(texts.get("password_changed")).toContain("Chrome, Windows");
    expect(texts.get("password_changed")).toContain("no money is paid out");
    expect(texts.get("payout_details_changed")).toContain("PayPal address");
    expect(texts.get("payout_details_changed")).not.toContain("thief@example.org");
  });
});
