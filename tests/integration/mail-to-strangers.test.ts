import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mails, rateLimits, reports } from "@/db/schema";
import { now, setClock } from "@/lib/ground/clock";
import { MAIL_KIND_NAMES, type MailKind, mailKind } from "@/lib/ground/mail-kinds";
import { type Call, contract } from "@/lib/web/contract";
import { LIMITS, type LimitName } from "@/lib/web/rate-limit/limits";
import { Browser, stubServer } from "../support/browser";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { Inbox, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

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
  await database.db.delete(mails);
});

/** By which calls and actions somebody causes each kind that others can cause. */
const CAUSES: Partial<Record<MailKind, string[]>> = {
  confirm_email: ["register", "confirmAgainAction"],
  confirm_new_email: ["changeEmail", "changeEmailAction"],
  email_changed: ["confirmEmail"],
  email_restored: ["undoEmail"],
  account_contested: ["contestUndo"],
  reset_password: ["forgotPassword", "sendPasswordLinkAction", "undoEmail"],
  cancel_plan: ["sendCancelLink"],
  password_changed: ["changePassword", "changePasswordAction", "resetPassword"],
  passkey_changed: ["addPasskeyAction", "removePasskeyAction"],
  second_factor_changed: [
    "confirmSecondFactorAction",
    "renewRecoveryCodesAction",
    "removeSecondFactorAction",
    "login",
  ],
  new_sign_in: ["login", "passkeyLogin", "google"],
  account_erased: ["eraseAccount"],
  // Of a call for everybody, a limit per person counts visitors by address.
  report_received: ["sendReport"],
  // Counted in `requireProofForPayout`, only where payout details change.
  payout_details_changed: [],
  // Written once the donation is paid.
  gift_receipt: ["startGift"],
  // Thanks for a donation that was paid, once for each.
  gift_thanked: [],
  // A payment that fails: of the accounts that one address may open, each may try so many.
  donation_failed: [],
};

/** The limits of an action as it is written: of a call, or by their name. */
function limitOf(door: string): LimitName | undefined {
  if (door in contract) return (contract[door as keyof typeof contract] as Call).limit;
  const source = readdirSync("lib/actions").map((file) => readFileSync(`lib/actions/${file}`, "utf8"));
  const written = new RegExp(`const ${door} = action\\([\\s\\S]*?limits: (?:contract\\.(\\w+)|"(\\w+)")`);
  const [, call, name] = source.flatMap((text) => text.match(written) ?? []);
  if (call) return limitOf(call);
  return name === "evicts" ? "mailAddress" : (name as LimitName);
}

/** What arrived at an address, by kind. */
async function arrived(address: string) {
  await sendOutbox(database.db, inbox);
  const counts: Record<string, number> = {};
  for (const { headers } of inbox.to(address)) {
    const kind = headers["X-Steuntje-Kind"] ?? "";
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

let made = 0;
const newAddress = () => `stranger${++made}@example.org`;
const MOST = LIMITS.mailRecipient.max;

describe("trust 44: nobody uses us to write to strangers", () => {
  it("every kind says who can cause it, and each door to one has a limit for the caller's address", () => {
    const others = MAIL_KIND_NAMES.filter((kind) => mailKind(kind).by !== "other");
    expect(Object.keys(CAUSES).sort()).toEqual(others.sort());
    for (const door of Object.values(CAUSES).flat()) {
      const limit = limitOf(door);
      const isOpen =
        door in contract && (contract[door as keyof typeof contract] as Call).access === "public";
      const per = limit && LIMITS[limit].per;
      expect([door, isOpen && per === "person" ? "address" : per]).toEqual([door, "address"]);
    }
  });

  it("an address gets few links for a new password, whoever asks, and the answers do not tell", async () => {
    const { email } = await new Browser().register();
    const ask = (address: string) => new Browser().call(contract.forgotPassword, { email: address });
    const nobody = newAddress();
    const pairs = Array.from({ length: 10 }, async () => [await ask(email), await ask(nobody)]);
    for (const [known, unknown] of await Promise.all(pairs)) expect(known).toEqual(unknown);
    expect(await arrived(email)).toEqual({ confirm_email: 1, reset_password: MOST });
    expect(await arrived(nobody)).toEqual({});
    const later = now().getTime() + LIMITS.mailRecipient.within;
    setClock(() => new Date(later));
    await ask(email);
    expect(await arrived(email)).toMatchObject({ reset_password: MOST + 1 });
  });

  it("an address gets few requests to become somebody's, of however many accounts", async () => {
    const stranger = newAddress();
    for (let account = 0; account < 4; account += 1) {
      const browser = new Browser();
      await browser.register();
      for (let asked = 0; asked < 3; asked += 1) {
        expect((await browser.call(contract.changeEmail, { email: stranger })).status).toBe(202);
      }
    }
    expect(await arrived(stranger)).toEqual({ confirm_new_email: MOST });
  });

  it("an address gets few messages about accounts that are opened with it, changed and deleted", async () => {
    const stranger = newAddress();
    for (let account = 0; account < 6; account += 1) {
      const browser = new Browser();
      const { password } = await browser.register(stranger);
      await browser.act("confirmAgainAction");
      await arrived(stranger);
      const change = { currentPassword: password, password: `nieuw-${password}` };
      expect((await browser.call(contract.changePassword, change)).status).toBe(200);
      expect((await browser.call(contract.eraseAccount)).status).toBe(204);
      await arrived(stranger);
    }
    const { confirm_email, ...notices } = await arrived(stranger);
    expect(confirm_email).toBe(MOST);
    expect(Object.values(notices).reduce((sum, count) => sum + count, 0)).toBe(MOST);
  });

  it("what others caused does not use up what an owner needs to get back in", async () => {
    const owner = new Browser();
    const { email, password } = await owner.register();
    for (let asked = 0; asked < 5; asked += 1) {
      const thief = new Browser();
      await thief.register();
      await thief.call(contract.changeEmail, { email });
    }
    await owner.call(contract.changePassword, { currentPassword: password, password: `nieuw-${password}` });
    await owner.call(contract.forgotPassword, { email });
    expect(await arrived(email)).toMatchObject({ password_changed: 1, reset_password: 1 });
  });

  it("a visitor gets a link to the outcome of every report that they may send, and a stranger not many more", async () => {
    const owner = await addPerson(database.db);
    const email = newAddress();
    const report = async (visitor: Browser) => {
      const { id } = await addRequest(database.db, owner);
      const said = {
        ground: "scam",
        text: "It is the photo of my neighbour.",
        goodFaith: true,
        name: "Kees",
      };
      return visitor.call(contract.sendReport, { ...said, target: { kind: "request", id }, email });
    };
    const visitor = new Browser();
    for (let sent = 0; sent < LIMITS.report.max; sent += 1) expect((await report(visitor)).status).toBe(201);
    expect(await arrived(email)).toEqual({ report_received: LIMITS.report.max });
    for (let sent = 0; sent < 30; sent += 1) expect((await report(new Browser())).status).toBe(201);
    expect(await arrived(email)).toEqual({ report_received: LIMITS.reportRecipient.max });
  });

  it("a visitor who repeats a report under its key, as its answer was lost, gets that answer and no other message", async () => {
    const { id } = await addRequest(database.db, await addPerson(database.db));
    const said = {
      target: { kind: "request", id },
      text: "It is the photo of my neighbour.",
      goodFaith: true,
    };
    const email = newAddress();
    const visitor = new Browser();
    const report = (more: object, key: string) =>
      visitor.call(contract.sendReport, { ...said, ...more }, {}, key).then(({ body }) => body);
    const named = { ground: "scam", name: "Kees", email };
    const nameless = { ground: "child_abuse" };
    const first = [await report(named, "k"), await report(nameless, "k")];
    expect(first).toEqual([
      { reference: expect.any(String) },
      { reference: expect.any(String), token: expect.any(String) },
    ]);
    expect([await report(named, "k"), await report(nameless, "k")]).toEqual(first);
    expect(await arrived(email)).toEqual({ report_received: 1 });
    expect((await report(nameless, "another")).reference).not.toBe(first[1]?.reference);
    // Keys that people may not send either.
    const refused = [await report(nameless, ""), await report(nameless, "k".repeat(256))];
    expect(refused).toEqual([1, 2].map(() => expect.objectContaining({ code: "VALIDATION_ERROR" })));
    expect(await database.db.$count(reports, eq(reports.subjectId, id))).toBe(3);
  });

  it("from one address few messages are caused, to however many strangers", async () => {
    const browser = new Browser();
    await browser.register();
    const most = LIMITS.mailAddress.max;
    for (let asked = 0; asked < most; asked += 1) {
      expect((await browser.call(contract.changeEmail, { email: newAddress() })).status).toBe(202);
    }
    expect((await browser.call(contract.changeEmail, { email: newAddress() })).code).toBe("RATE_LIMITED");
    expect((await browser.call(contract.forgotPassword, { email: newAddress() })).code).toBe("RATE_LIMITED");
    const opened = { name: "Noor", password: "een lange zin om te onthouden" };
    const codes: (string | undefined)[] = [];
    for (let account = 1; account <= LIMITS.registerAddress.max; account += 1) {
      const person = { ...opened, username: `stranger-${account}`, email: newAddress() };
      browser.jar.values.clear();
      codes.push((await browser.call(contract.register, person)).code);
    }
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(1);
  });
});
