import { describe, expect, it } from "vitest";
import { contract } from "@/lib/web/contract";
import { Client, eventually, pay } from "../support/http";

const erase = (client: Client) => client.call(contract.eraseAccount);

/** A second browser of the same person. */
async function alsoOn(username: string, password: string): Promise<Client> {
  const client = new Client();
  expect((await client.call(contract.login, { body: { username, password } })).status).toBe(200);
  return client;
}

describe("GET /api/auth/user/data", () => {
  it("is a file of one's own data and of nobody else's", async () => {
    const [asker, helper] = [new Client(), new Client()];
    const owner = await asker.requester("Noor de Vries");
    const request = await asker.ask(5_000, "A warm coat");
    const donor = await helper.register("Piet Jansen");
    const { status, headers, body } = await asker.call(contract.exportData);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      account: { id: owner.id, name: "Noor de Vries", paypalEmail: "payout@example.org", hasPassword: true },
      requests: [{ id: request.id, item: "A warm coat" }],
      sessions: [{}],
    });
    expect(JSON.stringify(body)).not.toContain(donor.username);
    expect((await new Client().call(contract.exportData)).status).toBe(401);
  });
});

describe("DELETE /api/auth/user", () => {
  it("with a username takes one's own only, and changes nothing for another", async () => {
    const client = new Client();
    await client.register();
    for (const username of ["", "somebody.else"]) {
      const answer = await client.call(contract.eraseAccount, { body: { username } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { username: expect.any(String) } } });
    }
    expect((await client.call(contract.currentUser)).status).toBe(200);
  });

  it("ends every session, frees the e-mail address, keeps the username, and is over when it is done", async () => {
    const client = new Client();
    const { username, password } = await client.register();
    const other = await alsoOn(username, password);
    const { status, headers } = await erase(client);
    expect(status).toBe(204);
    expect(headers.getSetCookie().join()).toMatch(/session=;/);
    for (const each of [client, other]) expect((await each.call(contract.currentUser)).status).toBe(401);
    expect((await erase(other)).status).toBe(401);
    for (const name of [username, `${username}@example.org`]) {
      const answer = await new Client().call(contract.login, { body: { username: name, password } });
      expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
    }
    const registration = { username, password, name: "Again", email: `${username}@example.org` };
    expect(await new Client().call(contract.register, { body: registration })).toMatchObject({
      status: 409,
      body: { code: "USERNAME_TAKEN" },
    });
    const renamed = { ...registration, username: `${username.slice(0, 12)}-again` };
    expect((await new Client().call(contract.register, { body: renamed })).status).toBe(201);
  });

  it("takes requests away; what was given stays and names nobody, what is on its way goes back", async () => {
    const [leaver, stayer] = [new Client(), new Client()];
    const { id, username } = await leaver.register("Lou");
    await leaver.call(contract.updateUser, {
      body: { paymentMethod: "paypal", paypalEmail: "lou@example.org" },
    });
    await stayer.requester("Hanna");
    const [own, others] = [await leaver.ask(), await stayer.ask()];
    const give = async (client: Client, requestId: string) => {
      const { body } = await client.call(contract.createPaymentIntent, { body: { amount: "10", requestId } });
      return (body as { clientSecret: string }).clientSecret;
    };
    await pay(await give(leaver, others.id));
    const raised = () => stayer.call(contract.getRequest, { params: { id: others.id } });
    await eventually(raised, ({ body }) => (body as { raised: number }).raised === 1_000);
    const late = await give(stayer, own.id);

    expect((await erase(leaver)).status).toBe(204);
    await pay(late);
    const told = () => stayer.call(contract.listNotifications);
    const { body } = await eventually(told, (answer) =>
      (answer.body as { type: string }[]).some(({ type }) => type === "refund"),
    );
    expect(body).toMatchObject([
      { type: "refund", amount: 1_020, reason: "request_deleted", requestTitle: null },
      { type: "donation", amount: 1_000, donorName: null },
    ]);
    expect((await raised()).body).toMatchObject({ raised: 1_000 });
    expect((await stayer.call(contract.getRequest, { params: { id: own.id } })).status).toBe(404);
    const theirs = await stayer.call(contract.listRequestsOfUser, { params: { userId: id } });
    expect(theirs.body).toEqual([]);
    const board = await stayer.call(contract.leaderboard, { query: { search: username } });
    expect(board.body).toEqual([]);
  });
});
