import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stops, users } from "@/db/schema";
import { type Call, contract, isChange, needsViewer } from "@/lib/web/contract";
import { callAction } from "../support/action-call";
import { browserOf, make, openSite, pair } from "../support/actors";
import { builtActions } from "../support/doors";
import { ACCESS, ACTIONS } from "./access-table";

let site: ReturnType<typeof openSite>;
beforeAll(() => {
  site = openSite();
});
afterAll(() => site.close());

/**
 * What a suspended person may change: what protects or ends their account, how they are told, their blocks, and what
 * ends a payment of theirs or gives money back (safety.md, Decide). Every other call and action is refused.
 */
const MAY_CALL = new Set([
  "DELETE /api/auth/user",
  "POST /api/auth/step-up",
  "DELETE /api/auth/sessions/{id}",
  "DELETE /api/auth/sessions",
  "POST /api/auth/password",
  "POST /api/auth/email",
  "PUT /api/people/{username}/block",
  "DELETE /api/people/{username}/block",
  "POST /api/subscriptions/cancel",
  "POST /api/withdrawals",
  "PATCH /api/notifications/{id}/read",
  "POST /api/decisions/{id}/appeal",
  "PUT /api/messages/choices",
  "POST /api/push/renew",
]);
const MAY_ACT = new Set([
  "blockAction",
  "appealAction",
  "markReadAction",
  "markAllReadAction",
  "subscribePushAction",
  "unsubscribePushAction",
  "confirmAgainAction",
  "sendPasswordLinkAction",
  "changePasswordAction",
  "changeEmailAction",
  "chooseLanguageAction",
  "chooseMessagesAction",
  "chooseLevelAction",
  "endSessionAction",
  "endOtherSessionsAction",
  "offerPasskeyAction",
  "addPasskeyAction",
  "renamePasskeyAction",
  "removePasskeyAction",
  "offerSecondFactorAction",
  "confirmSecondFactorAction",
  "renewRecoveryCodesAction",
  "removeSecondFactorAction",
  "giveBackAction",
  "takeBackAction",
  "cancelSubscriptionAction",
  "withdrawAction",
]);

async function suspended() {
  const people = await pair(site);
  const client = await browserOf(site, people, "owner");
  await site.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, people.owner.id));
  return { people, client };
}

const actionOf = (name: string) => {
  const found = builtActions().find((action) => action.name === name);
  if (!found) throw new Error(`${name} is not in the build`);
  return found;
};

describe("trust 52: a suspended person", () => {
  const changing = Object.values(contract).filter((call: Call) => needsViewer(call) && isChange(call));

  it.each(changing.map(({ method, path }) => `${method} ${path}`))("%s", async (name) => {
    const { people, client } = await suspended();
    const row = ACCESS[name];
    const id = row?.of ? await make[row.of](site, people) : "";
    const asked = row?.ask?.(id) ?? {};
    const [method = "", path = ""] = name.split(" ");
    const { status, body } = await client.send(method, asked.path ?? path.replace(/\{\w+\}/, id), {
      ...("body" in asked && { body: asked.body }),
    });
    const { code } = (body ?? {}) as { code?: string };
    if (MAY_CALL.has(name)) expect(code).not.toBe("SUSPENDED");
    else expect([status, code]).toEqual([403, "SUSPENDED"]);
  });

  it.each(Object.entries(ACTIONS))("%s", async (name, { of, args }) => {
    const { people, client } = await suspended();
    const { outcome } = await callAction(
      client,
      actionOf(name),
      args(of ? await make[of](site, people) : ""),
    );
    if (MAY_ACT.has(name)) expect(outcome).not.toBe("SUSPENDED");
    else expect(outcome).toBe("SUSPENDED");
  });

  it("lists nothing that is gone", () => {
    for (const name of MAY_CALL)
      expect(changing.map((each) => `${each.method} ${each.path}`)).toContain(name);
    for (const name of MAY_ACT) expect(Object.keys(ACTIONS)).toContain(name);
  });

  it("signs in, reads, exports, gives back what they are owed, and erases their account", async () => {
    const client = await browserOf(site, await pair(site), "nobody");
    const { id, username, password } = await client.register();
    await site.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
    expect((await client.call(contract.login, { body: { username, password } })).status).toBe(200);
    for (const call of [contract.currentUser, contract.listDecisions, contract.listNotifications])
      expect((await client.call(call)).status).toBe(200);
    expect((await client.send("GET", "/profile")).status).toBe(200);
    expect((await client.call(contract.exportData)).status).toBe(200);
    expect((await callAction(client, actionOf("giveBackAction"), [{}])).outcome).toBe("ok");
    expect((await client.call(contract.eraseAccount)).status).toBe(204);
  });
});

describe("while something is stopped for everybody (safety.md, Stop everything)", () => {
  const stop = async (what: "giving" | "payouts" | "asking") => {
    const operator = await pair(site);
    await site.db
      .insert(stops)
      .values({ what, reason: "a test", stoppedBy: operator.owner.id, createdAt: new Date() });
    return async () => {
      await site.db.delete(stops).where(eq(stops.what, what));
    };
  };

  it.each([
    ["giving", contract.validateDonation, (requestId: string) => ({ requestId })],
    ["giving", contract.createPaymentIntent, (requestId: string) => ({ requestId, amount: "5" })],
    ["payouts", contract.askPayout, () => ({})],
    ["asking", contract.createRequest, () => ({ item: "A coat", description: "It is cold.", goal: 5_000 })],
  ] as const)("%s answers 503 with what is stopped", async (what, call, body) => {
    const people = await pair(site);
    const other = await browserOf(site, people, "other");
    const id = await make.request(site, people);
    const resume = await stop(what);
    const { status, body: answer } = await other.call(call, { body: body(id) }).finally(resume);
    expect([status, answer]).toEqual([503, expect.objectContaining({ code: "STOPPED", what })]);
    expect((await other.call(call, { body: body(id) })).status).not.toBe(503);
  });

  it("a request that takes no donations is 409 without it", async () => {
    const people = await pair(site);
    const [owner, other] = [await browserOf(site, people, "owner"), await browserOf(site, people, "other")];
    const id = await make.request(site, people);
    await owner.call(contract.pauseRequest, { params: { id } });
    const { status, body } = await other.call(contract.validateDonation, { body: { requestId: id } });
    expect([status, (body as { code: string; what?: string }).code]).toEqual([409, "GIVING_OFF"]);
    expect(body).not.toHaveProperty("what");
  });
});
