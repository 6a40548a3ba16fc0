import { sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { afterAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { FRESH_MINUTES } from "@/lib/domain/sessions/rules";
import type { ListedSession } from "@/lib/domain/sessions/schema";
import { MINUTE } from "@/lib/ground/durations";
import { type Call, contract } from "@/lib/web/contract";
import { callAction } from "../support/action-call";
import { builtActions } from "../support/doors";
import { Client, ownStack } from "../support/http";
import { linkIn, waitForMail } from "../support/mail";
import { passkeyAnswer } from "./access-table";

const stack = ownStack();
const { db, close } = connect(stack.databaseUrl, { max: 2 });
afterAll(close);

const STRANGE_PASSWORD = "een ander wachtwoord";

async function newcomer() {
  const client = new Client();
  const person = await client.register();
  return { client, ...person, email: `${person.username}@example.org` };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Makes the proofs of a person too old. */
const age = ({ id }: Newcomer, minutes = FRESH_MINUTES + 1) =>
  db.execute(sql`update sessions set proven_at = now() - ${minutes} * interval '1 minute'
    where sess->>'userId' = ${id}`);

async function act({ client }: Newcomer, name: string, input: object) {
  const found = builtActions().find((action) => action.name === name);
  if (!found) throw new Error(`${name} is not in the build`);
  return callAction(client, found, [input]);
}

/** Switches the second factor on; answers how its codes are made. */
async function switchOn(person: Newcomer) {
  const { key } = (await act(person, "offerSecondFactorAction", {})).data as { key: string };
  const code = (steps: number) =>
    TOTP.generate({ secret: new TOTP({ secret: key }).secret, timestamp: Date.now() + steps * 30_000 });
  expect((await act(person, "confirmSecondFactorAction", { code: code(-1) })).outcome).toBe("ok");
  return code;
}

const prove = ({ client }: Newcomer, body: object) => client.call(contract.stepUp, { body });
const again = async ({ username, password }: Newcomer) => {
  const client = new Client();
  expect((await client.call(contract.login, { body: { username, password } })).status).toBe(200);
  return client;
};

describe("a call that needs a fresh proof", () => {
  const payout = { paymentMethod: "paypal", paypalEmail: "new@example.org" };
  const needs: [Call, (person: Newcomer) => object | undefined][] = [
    [contract.eraseAccount, ({ username, password }) => ({ username, password })],
    [contract.exportData, () => undefined],
    [contract.changeEmail, ({ password }) => ({ email: "new@example.org", password })],
    [contract.changeEmail, () => ({ email: "no address" })],
    [contract.startOnboarding, () => ({ country: "NL" })],
    [contract.askPayout, () => ({})],
    [contract.updateUser, ({ password }) => ({ ...payout, password })],
  ];

  it.each(needs.map(([call, body]) => [`${call.method} ${call.path}`, call, body] as const))(
    "trust 60: %s is refused without one, whatever its body holds",
    async (_, call, bodyOf) => {
      const person = await newcomer();
      await age(person);
      const body = bodyOf(person);
      const answer = await person.client.call(call, body && { body });
      expect(answer).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
      expect((await person.client.call(contract.currentUser)).body).toMatchObject({
        email: person.email,
        paypalEmail: null,
      });
    },
  );

  it("trust 60: so is switching the second factor off", async () => {
    const person = await newcomer();
    await switchOn(person);
    await age(person);
    expect((await act(person, "removeSecondFactorAction", {})).outcome).toBe("STEP_UP_REQUIRED");
    expect((await person.client.call(contract.currentUser)).body).toMatchObject({ hasSecondFactor: true });
  });

  it("is answered after one", async () => {
    const person = await newcomer();
    await age(person);
    const before = Date.now();
    const { status, body } = await prove(person, { password: person.password });
    expect(status).toBe(200);
    const until = Date.parse((body as { until: string }).until);
    expect(until).toBeGreaterThanOrEqual(before + FRESH_MINUTES * MINUTE - 1_000);
    expect(until).toBeLessThanOrEqual(Date.now() + FRESH_MINUTES * MINUTE + 1_000);
    expect((await person.client.call(contract.exportData)).status).toBe(200);
    expect((await person.client.call(contract.eraseAccount)).status).toBe(204);
  });
});

describe("POST /api/auth/step-up", () => {
  it("refuses what proves nothing with 403, and the session stays", async () => {
    const person = await newcomer();
    await age(person);
    expect(await prove(person, { password: STRANGE_PASSWORD })).toMatchObject({
      status: 403,
      body: { code: "WRONG_PASSWORD", fields: { password: expect.any(String) } },
    });
    expect(await prove(person, passkeyAnswer)).toMatchObject({
      status: 403,
      body: { code: "WRONG_PROOF" },
    });
    expect(await prove(person, { code: "123456" })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) } },
    });
    expect((await person.client.call(contract.currentUser)).status).toBe(200);
    expect((await person.client.call(contract.exportData)).status).toBe(403);
  });

  it("trust 61: takes a code where there is a second factor, and not the password", async () => {
    const person = await newcomer();
    const code = await switchOn(person);
    await age(person);
    for (const body of [{ password: person.password }, { password: person.password, code: "000000" }]) {
      expect(await prove(person, body)).toMatchObject({
        status: 403,
        body: { code: "WRONG_PROOF", fields: { code: expect.any(String) } },
      });
    }
    expect((await person.client.call(contract.exportData)).status).toBe(403);
    expect((await prove(person, { code: code(0) })).status).toBe(200);
    expect((await person.client.call(contract.exportData)).status).toBe(200);
  });
});

describe("sessions", () => {
  const list = async (client: Client) => (await client.call(contract.listSessions)).body as ListedSession[];

  it("trust 59: are listed, and ended one at a time or all but one's own", async () => {
    const person = await newcomer();
    const [first, second, third] = [await again(person), await again(person), await again(person)];
    const open = await list(person.client);
    expect(open).toHaveLength(4);
    expect(open.filter(({ current }) => current)).toHaveLength(1);
    const own = (await list(first)).find(({ current }) => current)?.id ?? "";
    const params = { id: own };
    expect((await person.client.call(contract.endSession, { params })).status).toBe(204);
    expect((await first.call(contract.currentUser)).status).toBe(401);
    expect((await person.client.call(contract.endSession, { params })).status).toBe(404);
    expect((await second.call(contract.endOtherSessions)).status).toBe(204);
    for (const client of [person.client, third]) {
      expect((await client.call(contract.currentUser)).status).toBe(401);
    }
    expect(await list(second)).toMatchObject([{ current: true }]);
  });

  it("trust 59: one's own ends too, and its cookie goes", async () => {
    const person = await newcomer();
    const [{ id = "" } = {}] = await list(person.client);
    const { status, headers } = await person.client.call(contract.endSession, { params: { id } });
    expect(status).toBe(204);
    expect(headers.getSetCookie().join()).toMatch(/session=;/);
    expect((await person.client.call(contract.listSessions)).status).toBe(401);
  });

  it("trust 59: are not ended by a session that was not proven for a day", async () => {
    const person = await newcomer();
    const other = await again(person);
    await age(person, 25 * 60);
    expect(await person.client.call(contract.endOtherSessions)).toMatchObject({
      status: 403,
      body: { code: "STEP_UP_REQUIRED" },
    });
    expect((await other.call(contract.currentUser)).status).toBe(200);
  });
});

describe("a link from the mailbox", () => {
  const tokenOf = async ({ email }: Newcomer, kind: string) =>
    new URL(linkIn(await waitForMail(stack, { to: email, kind }), "/link")).searchParams.get("token") ?? "";

  async function reset(person: Newcomer) {
    await new Client().call(contract.forgotPassword, { body: { email: person.email } });
    const client = new Client();
    const password = `nieuw-${person.password}`;
    const token = await tokenOf(person, "reset_password");
    const answer = await client.call(contract.resetPassword, { body: { token, password } });
    return { client, password, answer };
  }

  it("for a new password signs in, and ends all other sessions", async () => {
    const person = await newcomer();
    const { client, answer } = await reset(person);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id, hasPassword: true } } });
    expect((await client.call(contract.currentUser)).body).toMatchObject({ id: person.id });
    expect((await person.client.call(contract.currentUser)).status).toBe(401);
  });

  it("trust 39: lets nobody in where there is a second factor, and shows nothing of the account", async () => {
    const person = await newcomer();
    // Of an address that was never proven, a reset removes the second factor too.
    const confirm = { token: await tokenOf(person, "confirm_email") };
    expect((await person.client.call(contract.confirmEmail, { body: confirm })).status).toBe(200);
    const code = await switchOn(person);
    const { client, password, answer } = await reset(person);
    expect(answer).toMatchObject({ status: 200, body: { user: null } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await client.call(contract.currentUser)).status).toBe(401);
    const { username } = person;
    expect(await client.call(contract.login, { body: { username, password } })).toMatchObject({
      status: 401,
      body: { code: "SECOND_FACTOR_REQUIRED" },
    });
    const both = { username, password, code: code(0) };
    expect((await client.call(contract.login, { body: both })).status).toBe(200);
  });

  it("confirms the address and opens no session; who is signed in gets their data in any case", async () => {
    const [open, guarded] = [await newcomer(), await newcomer()];
    const visitor = new Client();
    const body = { token: await tokenOf(open, "confirm_email") };
    const answer = await visitor.call(contract.confirmEmail, { body });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: open.id, emailConfirmed: true } } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await visitor.call(contract.currentUser)).status).toBe(401);
    await switchOn(guarded);
    const own = { token: await tokenOf(guarded, "confirm_email") };
    expect((await guarded.client.call(contract.confirmEmail, { body: own })).body).toMatchObject({
      user: { id: guarded.id, emailConfirmed: true, hasSecondFactor: true },
    });
  });

  it("trust 41: an undo asks for the code that is older than the change; who objects leaves the account to be read", async () => {
    const person = await newcomer();
    const { id, client, email } = person;
    const confirm = { token: await tokenOf(person, "confirm_email") };
    expect((await client.call(contract.confirmEmail, { body: confirm })).status).toBe(200);
    const code = await switchOn(person);
    await db.execute(
      sql`update second_factors set confirmed_at = now() - interval '8 days' where user_id = ${id}`,
    );
    const other = { ...person, email: `new-${email}` };
    const change = { body: { email: other.email } };
    expect((await client.call(contract.changeEmail, change)).status).toBe(202);
    const moved = { token: await tokenOf(other, "confirm_new_email") };
    expect((await client.call(contract.confirmEmail, { body: moved })).status).toBe(200);

    const visitor = new Client();
    const token = await tokenOf(person, "email_changed");
    const undo = (body: object) => visitor.call(contract.undoEmail, { body: { token, ...body } });
    expect(await undo({})).toMatchObject({ status: 403, body: { code: "PROOF_REQUIRED" } });
    expect(await undo({ code: "000000" })).toMatchObject({ status: 403, body: { code: "WRONG_PROOF" } });
    expect((await undo({ code: code(0) })).status).toBe(200);

    const password = { token: await tokenOf(person, "reset_password"), password: STRANGE_PASSWORD };
    expect((await visitor.call(contract.resetPassword, { body: password })).status).toBe(200);
    const login = { username: person.username, password: STRANGE_PASSWORD, code: code(1) };
    expect((await visitor.call(contract.login, { body: login })).status).toBe(200);
    const objection = { token: await tokenOf(other, "email_restored") };
    expect((await new Client().call(contract.contestUndo, { body: objection })).status).toBe(200);
    const CONTESTED = { status: 403, body: { code: "ACCOUNT_CONTESTED" } };
    expect(await visitor.call(contract.updateUser, { body: { avatar: "🐕" } })).toMatchObject(CONTESTED);
    expect((await act({ ...person, client: visitor }, "offerSecondFactorAction", {})).outcome).toBe(
      "ACCOUNT_CONTESTED",
    );
    expect((await visitor.call(contract.currentUser)).status).toBe(200);
    expect((await visitor.call(contract.logout)).status).toBe(200);
  });
});
