import { readFileSync } from "node:fs";
import { and, eq, getTableColumns, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as schema from "@/db/schema";
import {
  accountLinks,
  accounts,
  holds,
  knownDevices,
  passkeys,
  payeeAccounts,
  pushSubscriptions,
  recoveryCodes,
  secondFactors,
  sessions,
  users,
} from "@/db/schema";
import { proveEmail, requestEmailChange } from "@/lib/domain/accounts/change-email";
import { joinWithGoogle } from "@/lib/domain/accounts/join-with-google";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findByGoogleId } from "@/lib/domain/accounts/queries";
import { register } from "@/lib/domain/accounts/register";
import { forgotPassword, resetPassword } from "@/lib/domain/accounts/reset-password";
import { contestUndo, undoEmailChange } from "@/lib/domain/accounts/undo-email";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { subscribePush } from "@/lib/domain/messages/subscribe-push";
import { answerWaiting, finishApproved, listWaiting, perform } from "@/lib/domain/operator/deeds";
import { eraseAccountOf } from "@/lib/domain/operator/erase-account";
import { decideOwnership } from "@/lib/domain/operator/ownership";
import { listAudit, selectContested } from "@/lib/domain/operator/queries";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { makePayouts } from "@/lib/domain/payouts/make-payout";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { findStanding } from "@/lib/domain/payouts/standing";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { acceptPasskey } from "@/lib/domain/security/accept-passkey";
import { openChallenge, sealChallenge } from "@/lib/domain/security/challenge";
import { addPasskey, offerPasskey } from "@/lib/domain/security/change-passkeys";
import { confirmSecondFactor, offerSecondFactor } from "@/lib/domain/security/change-second-factor";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { DAY } from "@/lib/ground/durations";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { COMMANDS } from "@/scripts/admin/commands";
import { Authenticator } from "../support/authenticator";
import { addOperator } from "../support/deciding";
import { userRow } from "../support/donating";
import { Inbox, sendOutbox } from "../support/outbox";
import { openPayoutBooks, payoutsOf, returnsOf, transfersOf } from "../support/payouts";
import { ScriptedPayees } from "../support/scripted-payees";
import { TABLES, USER_COLUMNS } from "../support/ways";

const PASSWORD = "een lange zin om te onthouden";
const ANOTHER = "een heel andere lange zin";
const FROM = { device: "Firefox, Linux", network: "203.0.113.x" };
const HERE = { origin: "https://steuntje.example", rpId: "steuntje.example" };

const books = openPayoutBooks();
const { context, bank, clock, addRequest, openAccount, give, later, housekeeping } = books;
const db = () => books.database.db;
let inbox: Inbox;
beforeEach(() => {
  vi.stubEnv("APP_URL", "https://steuntje.example");
  inbox = new Inbox();
});

type Person = { id: string; username: string; email: string };

async function newcomer(): Promise<Person> {
  const username = `n${crypto.randomUUID().slice(0, 10)}`;
  const email = `${username}@example.org`;
  const id = await register(db(), { username, name: "Noor", email, password: PASSWORD }, "en", FROM);
  return { id, username, email };
}

/** Sends what is due, and returns the token of the newest message of a kind to an address. */
async function tokenTo(address: string, kind: MailKind): Promise<string> {
  await sendOutbox(db(), inbox);
  const mail = inbox.to(address).findLast(({ headers }) => headers["X-Steuntje-Kind"] === kind);
  const token = /\/link\?token=([\w-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no link of ${kind} to ${address}`);
  return token;
}

const kindsTo = (address: string) => inbox.to(address).map(({ headers }) => headers["X-Steuntje-Kind"]);

/** Presses "Yes, this is my address" in the first mail, in a session of the account or outside of one. */
const confirm = async (person: Person, viewer: Person | null) =>
  proveEmail(db(), await tokenTo(person.email, "confirm_email"), FROM, viewer);

/** Somebody who registered and confirmed in the same browser. */
async function trusted(): Promise<Person> {
  const person = await newcomer();
  await confirm(person, person);
  return person;
}

async function reset(person: Person, password = ANOTHER) {
  await forgotPassword(db(), person.email, FROM);
  await resetPassword(db(), { token: await tokenTo(person.email, "reset_password"), password }, FROM);
}

/** Changes the address; the link to the new one is used in a session of the account or outside of one. */
async function move(person: Person, email: string, viewer: Person | null = person) {
  await requestEmailChange(db(), person, { email }, FROM);
  await proveEmail(db(), await tokenTo(email, "confirm_new_email"), FROM, viewer);
}

const viewerOf = async (person: Person) => {
  const { token } = await openSession(db(), person.id, { replaces: null });
  const viewer = await findViewerBySession(db(), token);
  if (!viewer) throw new Error("no session");
  return viewer;
};

const issued = (challenge: string, userId: string | null) => {
  const purpose = userId === null ? "use" : "add";
  return openChallenge(purpose, sealChallenge(purpose, challenge, userId), userId);
};

/** A passkey that was added by hand, and how it signs in. */
async function addOne(person: { id: string }, viewer: Parameters<typeof addPasskey>[1] = person) {
  const authenticator = new Authenticator();
  const { challenge } = await offerPasskey(db(), person);
  const answer = authenticator.create(challenge, HERE);
  const given = { answer, challenge: issued(challenge, person.id) };
  await addPasskey(db(), viewer, given, { name: "Laptop", from: FROM });
  const asked = Buffer.from(crypto.randomUUID()).toString("base64url");
  return async () => {
    later(0, 1);
    return acceptPasskey(db(), authenticator.get(asked, HERE), issued(asked, null));
  };
}

const REFUSED = { code: "INVALID_CREDENTIALS" };

/** Every way in and out that somebody with the password can add by themselves. */
async function addWays({ id: userId }: { id: string }) {
  const row = { userId, createdAt: new Date(clock.time) };
  const unique = crypto.randomUUID();
  await db()
    .insert(passkeys)
    .values({
      ...row,
      credentialId: unique,
      publicKey: "key",
      counter: 0,
      transports: [],
      backedUp: false,
      name: "Passkey",
    });
  await db()
    .insert(secondFactors)
    .values({ ...row, secret: "sealed", confirmedAt: row.createdAt })
    .onConflictDoNothing();
  await db()
    .insert(recoveryCodes)
    .values({ ...row, hash: "hash" });
  await db()
    .insert(knownDevices)
    .values({ ...row, device: unique });
  const endpoint = `https://push.example/${unique}`;
  await db()
    .insert(pushSubscriptions)
    .values({ ...row, endpoint, p256dh: "key", auth: "secret" });
  await openSession(db(), userId, { replaces: null });
}

const ADDED = { passkeys, secondFactors, recoveryCodes, knownDevices, pushSubscriptions };

/** How many there are of each. */
async function countWays(userId: string) {
  const counts = Object.entries(ADDED).map(async ([name, table]) => [
    name,
    await db().$count(table, eq(table.userId, userId)),
  ]);
  return Object.fromEntries(await Promise.all(counts));
}
const [NONE, ALL] = [0, 1].map((count) =>
  Object.fromEntries(Object.keys(ADDED).map((name) => [name, count])),
);

const UNPAID = {
  paymentMethod: null,
  paypalEmail: null,
  visaCardToken: null,
  bankAccountVerified: false,
  stripeAccountId: null,
};
const PAID = { paymentMethod: "paypal", paypalEmail: "squatter@example.org" } as const;

describe("what lets in or sends out", () => {
  const tables = Object.entries(schema).filter(([, value]) => is(value, PgTable)) as [string, PgTable][];

  it("trust 41: every table and every column of a person's row says whether it does, and what becomes of it", () => {
    expect(Object.keys(TABLES).sort()).toEqual(tables.map(([name]) => name).sort());
    expect(Object.keys(USER_COLUMNS).sort()).toEqual(Object.keys(getTableColumns(users)).sort());
    const named = readFileSync("docs/trust.md", "utf8");
    const ways = [...Object.entries(TABLES), ...Object.entries(USER_COLUMNS)].filter(([, way]) => way);
    for (const [name] of ways) expect(named, `docs/trust.md does not name ${name}`).toContain(`\`${name}\``);
  });

  it("trust 41: nothing that is to be cleared is left after a take-over", async () => {
    const squatted = await newcomer();
    await addWays(squatted);
    await db()
      .insert(accounts)
      .values({ userId: squatted.id, type: "oidc", provider: "google", providerAccountId: squatted.id });
    const paid = { ...PAID, visaCardToken: "tok_1", googleId: squatted.id, stripeAccountId: "acct_1" };
    await db()
      .update(users)
      .set({ ...paid, bankAccountVerified: true })
      .where(eq(users.id, squatted.id));
    await forgotPassword(db(), squatted.email, FROM);
    const token = await tokenTo(squatted.email, "reset_password");
    await requestEmailChange(db(), squatted, { email: `squatter-${squatted.email}` }, FROM);
    await resetPassword(db(), { token, password: ANOTHER }, FROM);
    const row: Record<string, unknown> = await userRow(db(), squatted.id);
    for (const [name, way] of Object.entries(USER_COLUMNS))
      if (way?.takeOver === "cleared") expect([name, row[name] || null]).toEqual([name, null]);
    for (const [name, way] of Object.entries(TABLES)) {
      if (way?.takeOver !== "cleared" || name === "sessions") continue;
      const table = tables.find(([each]) => each === name)![1];
      const { userId } = getTableColumns(table);
      expect([name, await db().$count(table, eq(userId!, squatted.id))]).toEqual([name, 0]);
    }
    expect((await db().select().from(sessions)).filter(({ sess }) => sess.userId === squatted.id)).toEqual(
      [],
    );
    const links = await db().select().from(accountLinks).where(eq(accountLinks.userId, squatted.id));
    const at = new Date(clock.time);
    expect(links.filter(({ usedAt, expiresAt }) => usedAt === null && expiresAt > at)).toEqual([]);
    await sendOutbox(db(), inbox);
    expect(kindsTo(`squatter-${squatted.email}`)).toEqual([]);
  });
});

describe("an address that somebody else registered", () => {
  it("trust 41: with a finished bank account: after the owner's reset nothing of it is left, and nothing goes there", async () => {
    const squatted = await newcomer();
    const accountId = await openAccount(squatted);
    const request = await addRequest(squatted, 50_000);
    const paid = await give(request, 2_500);
    later(7);
    await housekeeping();
    // In a payout that was not sent, in the account, and planned.
    bank.failures.push({ call: "createPayout", refused: "not_now" });
    later(14);
    await makePayouts(context, accountId);
    const [made] = await payoutsOf(db(), squatted.id);
    expect(made).toMatchObject({ state: "created", amount: 2_500 });
    const moved = await give(request, 1_000);
    later(7);
    bank.failures = [{ call: "createTransfer", refused: "not_now" }];
    await give(request, 100);
    await db().update(schema.payouts).set({ checkAt: null }).where(eq(schema.payouts.id, made!.id));
    await housekeeping();
    const { providerAccountId } = (await findPayee(db(), squatted.id))!;

    await reset(squatted);
    expect(await userRow(db(), squatted.id)).toMatchObject(UNPAID);
    expect(await findPayee(db(), squatted.id)).toBeNull();
    expect(await findStanding(db(), squatted.id)).toMatchObject({ code: "start", bank: null });
    const late = await give(request, 1_500);
    await db()
      .update(schema.payouts)
      .set({ checkAt: new Date(clock.time) })
      .where(eq(schema.payouts.id, made!.id));
    for (let round = 0; round < 4; round += 1) {
      await housekeeping();
      later(1);
    }
    expect(
      (await payoutsOf(db(), squatted.id)).map(({ state, failureCode }) => [state, failureCode]),
    ).toEqual([["failed", "withdrawn"]]);
    for (const { donationId } of [paid, moved]) {
      for (const { state } of await transfersOf(db(), donationId))
        expect(["returned", "cancelled"]).toContain(state);
    }
    expect(await returnsOf(db(), paid.donationId)).toMatchObject([{ amount: 2_500, state: "done" }]);
    expect(bank.inBankOf(providerAccountId!)).toBe(0);
    expect(bank.accounts.get(providerAccountId!)?.closed).toBe(true);
    const [payee] = await db().select().from(payeeAccounts).where(eq(payeeAccounts.id, accountId));
    expect(payee).toMatchObject({ bankLast4: null, closedAt: expect.any(Date), checkAt: null });

    later(20);
    await housekeeping();
    expect(await transfersOf(db(), late.donationId)).toEqual([]);
    expect(bank.balanceOf(providerAccountId!) + bank.inBankOf(providerAccountId!)).toBe(0);

    // The owner's own bank account is paid.
    await openAccount(squatted);
    later(10);
    await housekeeping();
    expect((await transfersOf(db(), late.donationId)).at(-1)).toMatchObject({ state: "sent" });
  });

  it("trust 41: confirmed by its owner from outside: no passkey that was added before or after signs in", async () => {
    const squatted = await newcomer();
    const before = await addOne(squatted);
    await confirm(squatted, null);
    const after = await addOne(squatted);
    expect(await before()).toMatchObject({ userId: squatted.id });
    await reset(squatted);
    for (const signIn of [before, after]) await expect(signIn()).rejects.toMatchObject(REFUSED);
    // From now on the account is the owner's: a later reset leaves what they added.
    const own = await addOne(squatted);
    await reset(squatted, `${ANOTHER} again`);
    expect(await own()).toMatchObject({ userId: squatted.id });
  });

  it("trust 41: reached by changing the address of one's own account: the same", async () => {
    const squatter = await trusted();
    const passkey = await addOne(squatter);
    const owner = { ...squatter, email: `owner-${squatter.email}` };
    await move(squatter, owner.email, null);
    await reset(owner);
    await expect(passkey()).rejects.toMatchObject(REFUSED);
  });

  it("trust 41: taken by Google: the account that loses it keeps its password and nothing else", async () => {
    const squatted = await newcomer();
    await addWays(squatted);
    await updateUser(db(), squatted, PAID, FROM);
    await openAccount(squatted, "stripe");
    const profile = { googleId: crypto.randomUUID(), email: squatted.email, name: "Guus" };
    const id = await joinWithGoogle(
      db(),
      { ...profile, firstName: null, lastName: null, pictureUrl: null },
      "nl",
    );
    expect(await userRow(db(), id)).toMatchObject({ trustedAt: expect.any(Date) });
    expect(await countWays(squatted.id)).toEqual(NONE);
    expect(await userRow(db(), squatted.id)).toMatchObject(UNPAID);
    expect(await findPayee(db(), squatted.id)).toBeNull();
    expect(await logIn(db(), { username: squatted.username, password: PASSWORD })).toBe(squatted.id);
  });
});

describe("an account that is trusted", () => {
  it.each(["confirmed in its own session", "made by Google", "refusing mail since"])(
    "trust 41: %s: a reset leaves the second factor and how its owner is paid, and holds payouts for 7 days",
    async (how) => {
      const person = how === "made by Google" ? await newcomer() : await trusted();
      if (how === "made by Google") {
        const made = { googleId: person.id, trustedAt: new Date(clock.time) };
        await db().update(users).set(made).where(eq(users.id, person.id));
      }
      await addWays(person);
      await updateUser(db(), person, PAID, FROM);
      if (how === "refusing mail since") {
        const bounced = { emailVerified: null, emailBouncedAt: new Date(clock.time) };
        await db().update(users).set(bounced).where(eq(users.id, person.id));
      }
      await reset(person);
      expect(await countWays(person.id)).toMatchObject({ ...ALL, knownDevices: 2, pushSubscriptions: 0 });
      expect(await userRow(db(), person.id)).toMatchObject({
        ...PAID,
        payoutsHeldUntil: new Date(clock.time + 7 * DAY),
      });
    },
  );
});

describe("what was begun before a take-over", () => {
  it("trust 41: adds nothing after it, by any door", async () => {
    const squatted = await newcomer();
    const stale = await viewerOf(squatted);
    const { key } = await offerSecondFactor(db(), stale);
    expect(key).toBeTruthy();
    await reset(squatted);
    const push = { endpoint: "https://fcm.googleapis.com/x", p256dh: POINT, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
    const doors = {
      addPasskey: () => addOne(squatted, stale),
      offerSecondFactor: () => offerSecondFactor(db(), stale),
      subscribePush: () => subscribePush(db(), stale, push, { sid: "", device: null }),
      updateUser: () => updateUser(db(), stale, PAID, FROM),
      requestEmailChange: () => requestEmailChange(db(), stale, { email: `x-${squatted.email}` }, FROM),
      startOnboarding: () => startOnboarding(context, stale, { origin: HERE.origin }),
    };
    for (const [name, door] of Object.entries(doors))
      await expect(door(), name).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(confirmSecondFactor(db(), stale, "123456", FROM)).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_CODE|UNAUTHENTICATED/),
    });
    expect(await countWays(squatted.id)).toEqual(NONE);
    expect(await userRow(db(), squatted.id)).toMatchObject(UNPAID);
  });

  it("trust 41: a passkey that waits for the reset is refused, and none signs in that was accepted before", async () => {
    const squatted = await newcomer();
    const signIn = await addOne(squatted);
    const stale = await viewerOf(squatted);
    const accepted = await signIn();
    await forgotPassword(db(), squatted.email, FROM);
    const token = await tokenTo(squatted.email, "reset_password");
    let added: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      const inside = {
        ...db(),
        select: tx.select.bind(tx),
        transaction: (run: (inner: typeof tx) => unknown) => run(tx),
      } as unknown as ReturnType<typeof db>;
      await resetPassword(inside, { token, password: ANOTHER }, FROM);
      added = addOne(squatted, stale).catch(({ code }: { code: string }) => code);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await added).toBe("UNAUTHENTICATED");
    expect(await countWays(squatted.id)).toEqual(NONE);
    const { accessRound } = accepted;
    await expect(openSession(db(), squatted.id, { replaces: null, accessRound })).rejects.toMatchObject(
      REFUSED,
    );
  });

  it("trust 41: no sign-in by Google or by a new password that waits for it opens a session after it", async () => {
    const squatted = await newcomer();
    const googleId = `google-${squatted.username}`;
    await db().update(users).set({ googleId }).where(eq(users.id, squatted.id));
    const accessRound = (await findByGoogleId(db(), googleId))?.accessRound;
    await reset(squatted);
    const byGoogle = { replaces: null, provenAt: new Date(), accessRound };
    await expect(openSession(db(), squatted.id, byGoogle)).rejects.toMatchObject(REFUSED);

    const owner = await trusted();
    const thiefs = `thief-${owner.email}`;
    await move(owner, thiefs);
    await forgotPassword(db(), thiefs, FROM);
    const token = await tokenTo(thiefs, "reset_password");
    const { passwordHash } = await resetPassword(db(), { token, password: ANOTHER }, FROM);
    await undoEmailChange(db(), await tokenTo(owner.email, "email_changed"), FROM);
    const byReset = { replaces: null, passwordHash };
    await expect(openSession(db(), owner.id, byReset)).rejects.toMatchObject(REFUSED);
  });

  it("trust 41: an account at the provider that is opened or finished meanwhile is nobody's", async () => {
    const payees = new ScriptedPayees();
    context.payoutProviders = { stripe: payees, paypal: null };
    const squatted = await newcomer();
    payees.onCall = async (call, when) => {
      if (call !== "createAccount" || when !== "after") return;
      payees.onCall = () => undefined;
      await reset(squatted);
    };
    await startOnboarding(context, squatted, { origin: HERE.origin });
    expect(await userRow(db(), squatted.id)).toMatchObject(UNPAID);
    const [opened] = [...payees.accounts.keys()];
    later(0, 30);
    await housekeeping();
    expect(payees.truth(opened!).closed).toBe(true);

    const other = await newcomer();
    await startOnboarding(context, other, { origin: HERE.origin });
    const { providerAccountId } = (await findPayee(db(), other.id))!;
    payees.answer(providerAccountId!, "verified");
    payees.onCall = async (call, when) => {
      if (call !== "findAccount" || when !== "after") return;
      payees.onCall = () => undefined;
      await reset(other);
    };
    await checkPayee(context, other.id);
    expect(await userRow(db(), other.id)).toMatchObject(UNPAID);
    expect(await findPayee(db(), other.id)).toBeNull();
    context.payoutProviders = { stripe: bank, paypal: books.paypal };
  });
});

describe("undoing a changed address", () => {
  it("trust 41: clears what was added since seven days before the change, also before it", async () => {
    const owner = await trusted();
    later(30);
    const thief = `thief-${owner.email}`;
    const before = await addOne(owner);
    await updateUser(db(), owner, PAID, FROM);
    later(1);
    await move(owner, thief);
    later(1);
    const after = await addOne(owner);
    await undoEmailChange(db(), await tokenTo(owner.email, "email_changed"), FROM);
    await reset(owner);
    for (const signIn of [before, after]) await expect(signIn()).rejects.toMatchObject(REFUSED);
    expect(await userRow(db(), owner.id)).toMatchObject({ ...UNPAID, email: owner.email });
  });

  it("trust 41: asks for a passkey or a code that is older, which who has only the mailbox lacks", async () => {
    const owner = await trusted();
    const own = await addOne(owner);
    await openAccount(owner);
    later(30);
    const left = owner.email;
    const email = `new-${left}`;
    await move(owner, email);
    const added = await addOne(owner);
    const token = await tokenTo(left, "email_changed");
    await expect(undoEmailChange(db(), token, FROM)).rejects.toMatchObject({ code: "PROOF_REQUIRED" });
    expect(await userRow(db(), owner.id)).toMatchObject({ email });
    await undoEmailChange(db(), token, FROM, { isProven: true });
    expect(await own()).toMatchObject({ userId: owner.id });
    await expect(added()).rejects.toMatchObject(REFUSED);
    expect(await findPayee(db(), owner.id), "a bank account that is older stays").not.toBeNull();
    expect((await userRow(db(), owner.id)).payoutsHeldUntil).toEqual(expect.any(Date));
  });

  it("trust 41: an account that was never trusted with the address is cleared of everything", async () => {
    const squatter = await newcomer();
    await addWays(squatter);
    later(2);
    await move(squatter, `own-${squatter.email}`);
    await undoEmailChange(db(), await tokenTo(squatter.email, "email_changed"), FROM);
    expect(await countWays(squatter.id)).toEqual(NONE);
  });

  it("trust 41: a thief's reset at the new address does not end the owner's undo", async () => {
    const owner = await trusted();
    const thief = { ...owner, email: `thief-${owner.email}` };
    await move(owner, thief.email, null);
    await reset(thief);
    await undoEmailChange(db(), await tokenTo(owner.email, "email_changed"), FROM);
    expect((await userRow(db(), owner.id)).email).toBe(owner.email);
  });
});

describe("objecting to an undo", () => {
  async function undone() {
    const person = await trusted();
    await openAccount(person);
    const request = await addRequest(person, 50_000);
    const { donationId } = await give(request, 2_500);
    later(10);
    const [old, email] = [person.email, `new-${person.email}`];
    await move(person, email);
    await undoEmailChange(db(), await tokenTo(old, "email_changed"), FROM);
    return { person, old, email, donationId, objection: await tokenTo(email, "email_restored") };
  }

  const decidedOf = ({ id }: Person) =>
    listAudit(db(), { subjectId: id, action: "decide_ownership", limit: 5 });

  it("trust 41: cannot be forestalled by erasing the account, and neither can the undo", async () => {
    const person = await trusted();
    const order = { reference: person.username, reason: "asked by letter, ticket 9" };
    const expectRefused = async (days: number) => {
      const untilTime = new Date(clock.time + days * DAY).toISOString();
      const refused = { code: "OBJECTION_OPEN", values: { untilTime } };
      await expect(eraseAccount(context, person, {})).rejects.toMatchObject(refused);
      await expect(eraseAccountOf(context, { name: "ines" }, order)).rejects.toThrow("can still object");
    };
    await move(person, `new-${person.email}`);
    await expectRefused(7);
    await undoEmailChange(db(), await tokenTo(person.email, "email_changed"), FROM);
    await reset(person);
    await expectRefused(1);
    await move(person, `newer-${person.email}`);
    later(6);
    await expect(eraseAccount(context, person, {})).rejects.toMatchObject({ code: "OBJECTION_OPEN" });
    later(1);
    await eraseAccount(context, person, {});
    expect((await userRow(db(), person.id)).erasedAt).not.toBeNull();
  });

  it("trust 41: is possible for 24 hours; nothing can be changed and no money moves until an operator decides", async () => {
    const late = await undone();
    const { person, old, email, donationId, objection } = await undone();
    await expect(contestUndo(db(), late.objection)).rejects.toMatchObject({ values: { reason: "expired" } });
    expect(await selectContested(db())).toEqual([]);

    const token = await tokenTo(old, "reset_password");
    await contestUndo(db(), objection);
    const viewer = await viewerOf(person);
    expect(viewer.isContested).toBe(true);
    const CONTESTED = { code: "ACCOUNT_CONTESTED" };
    await expect(updateUser(db(), viewer, PAID, FROM)).rejects.toMatchObject(CONTESTED);
    await expect(addOne(person, viewer)).rejects.toMatchObject(CONTESTED);
    await expect(resetPassword(db(), { token, password: ANOTHER }, FROM)).rejects.toMatchObject({
      code: "TOKEN_INVALID",
    });
    await forgotPassword(db(), old, FROM);
    await sendOutbox(db(), inbox);
    expect(kindsTo(old).filter((kind) => kind === "reset_password")).toHaveLength(1);
    for (const address of [old, email]) expect(kindsTo(address)).toContain("account_contested");
    later(40);
    await housekeeping();
    expect(await transfersOf(db(), donationId)).toEqual([]);
    expect(await selectContested(db())).toEqual([
      expect.objectContaining({ id: person.id, oldAddress: old, newAddress: email }),
    ]);
  });

  it("trust 41: is decided by two operators, and what was asked about an earlier objection is refused", async () => {
    const { person, old, objection } = await undone();
    await contestUndo(db(), objection);
    const [first, second] = [await addOperator(db()), await addOperator(db())];
    const command = COMMANDS.find(({ name }) => name === "contested decide");
    const order = { args: [person.username, "old"], options: { reason: "ticket 12" } };
    const ask = async () => {
      const asked = await command?.run({ context, operator: first, ...order });
      return (asked?.data as { waits: string } | undefined)?.waits ?? "";
    };
    const [id, again] = [await ask(), await ask()];
    expect((await listWaiting(db(), 10)).find((each) => each.id === id)).toMatchObject({ amount: 2_500 });
    expect((await userRow(db(), person.id)).contestedBy).not.toBeNull();
    const yes = (each: string, by: typeof first) =>
      answerWaiting(context, by, { id: each, isApproved: true, reason: null });
    await expect(yes(id, first)).rejects.toMatchObject({ kind: "own_ask" });
    await yes(id, second);
    expect(await userRow(db(), person.id)).toMatchObject({ email: old, contestedBy: null });
    expect(await decidedOf(person)).toMatchObject([{ operator: first.name, after: { to: "old" } }]);
    expect((await decidedOf(person))[0]?.after).not.toHaveProperty("alone");
    later(1);
    await db()
      .update(users)
      .set({ contestedBy: `other-${old}` })
      .where(eq(users.id, person.id));
    await db().insert(holds).values({ userId: person.id, cause: "ownership" });
    await expect(yes(again, second)).rejects.toThrow("Nobody contests");
    expect((await userRow(db(), person.id)).contestedBy).not.toBeNull();
  });

  it("trust 41: is decided by an operator who is the only one, whatever it holds, and the audit says so", async () => {
    const { person, old, objection, donationId } = await undone();
    await contestUndo(db(), objection);
    await db().update(users).set({ operatorSince: null });
    const only = await addOperator(db());
    const order = { reference: person.id, to: "old", reason: "ticket 12" } as const;
    await give(await addRequest(person, 100_000), 30_000);
    expect(await perform(context, only, "decide_ownership", order)).toEqual({
      done: { personId: person.id },
    });
    expect(await userRow(db(), person.id)).toMatchObject({ email: old, contestedBy: null });
    expect(await decidedOf(person)).toMatchObject([{ operator: only.name, after: { alone: true } }]);
    later(6);
    await housekeeping();
    expect(await transfersOf(db(), donationId), "money waits seven days all the same").toEqual([]);
  });

  it("trust 41: is not decided by one alone where it is the other operator's", async () => {
    const { person, objection } = await undone();
    await contestUndo(db(), objection);
    await db().update(users).set({ operatorSince: null });
    await db().update(users).set({ operatorSince: new Date() }).where(eq(users.id, person.id));
    const other = await addOperator(db());
    const order = { reference: person.id, to: "old", reason: "ticket 12" } as const;
    expect(await perform(context, other, "decide_ownership", order)).toEqual({ waits: expect.any(String) });
    expect((await userRow(db(), person.id)).contestedBy).not.toBeNull();
  });

  it("trust 41: is not decided for an address that another account proved meanwhile, with a sentence", async () => {
    const { person, email, objection } = await undone();
    await contestUndo(db(), objection);
    const [first, second] = [await addOperator(db()), await addOperator(db())];
    const order = { reference: person.id, to: "new", reason: "ticket 12" } as const;
    const asked = await perform(context, first, "decide_ownership", order);
    const other = await trusted();
    await db().update(users).set({ email }).where(eq(users.id, other.id));
    const yes = { id: (asked as { waits: string }).waits, isApproved: true, reason: null };
    await expect(answerWaiting(context, second, yes)).rejects.toThrow("proved that address");
    const failed: unknown[] = [];
    later(1);
    await finishApproved(context, (...failure) => failed.push(failure));
    expect(failed, "nor tried again").toEqual([]);
    expect((await userRow(db(), person.id)).contestedBy).toBe(email);
  });

  it.each(["old", "new"] as const)(
    "trust 41: an operator gives the account to the %s address",
    async (to) => {
      const { person, old, email, objection } = await undone();
      await contestUndo(db(), objection);
      const operator = { name: "ines" };
      const order = { reference: person.username, to, reason: "ticket 12" };
      await decideOwnership(context, operator, order);
      const winner = to === "old" ? old : email;
      expect(await userRow(db(), person.id)).toMatchObject({ ...UNPAID, email: winner, contestedBy: null });
      expect(await findPayee(db(), person.id)).toBeNull();
      const open = await db().$count(holds, and(eq(holds.userId, person.id), eq(holds.cause, "ownership")));
      expect(open).toBe(1);
      const [hold] = await db().select().from(holds).where(eq(holds.userId, person.id));
      expect(hold).toMatchObject({ cause: "ownership", liftedAt: expect.any(Date), liftedBy: "ines" });
      const token = await tokenTo(winner, "reset_password");
      await resetPassword(db(), { token, password: ANOTHER }, FROM);
      expect(await logIn(db(), { username: person.username, password: ANOTHER })).toBe(person.id);
      await expect(decideOwnership(context, operator, order)).rejects.toThrow("Nobody contests");
    },
  );
});

/** A point of P-256. */
const POINT = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM";
