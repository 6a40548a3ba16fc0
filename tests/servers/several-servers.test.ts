import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { LIMITS } from "@/lib/web/rate-limit/limits";
import { callAction } from "../support/action-call";
import { type BuiltAction, builtActions } from "../support/doors";
import { Client, eventually, pay, sandbox } from "../support/http";
import { startStack } from "../support/stack";

type Running = Awaited<ReturnType<typeof startStack>>;
type Request = { id: string; raised: number };
type Intent = { clientSecret: string };

let running: Running;
let books: ReturnType<typeof connect>;
/** The addresses of both servers, and of the proxy that asks them in turn. */
let one: string;
let other: string;
let both: string;

beforeAll(async () => {
  running = await startStack({
    postgresUrl: inject("postgresUrl"),
    count: 2,
    env: async () => ({ DRAIN_SECONDS: "2" }),
  });
  [one = "", other = ""] = running.servers.map(({ url }) => url);
  both = running.stack.appUrl;
  books = connect(running.stack.databaseUrl, { max: 2 });
});

afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
  await running.stop();
});

/** The same browser at another server. */
function sameAt(base: string, client: Client): Client {
  const same = new Client(base);
  same.cookie = client.cookie;
  return same;
}

async function statusOf(client: Client): Promise<number> {
  return (await client.call(contract.currentUser)).status;
}

const raisedAt = async (base: string, id: string) =>
  ((await new Client(base).call(contract.getRequest, { params: { id } })).body as Request).raised;

describe("trust 33: two servers on one database behave as one", () => {
  it("know each other's sessions, and that they have ended", async () => {
    const here = new Client(one);
    await here.register();
    const there = sameAt(other, here);
    expect(await statusOf(there)).toBe(200);
    await here.call(contract.logout);
    expect(await statusOf(there)).toBe(401);
  });

  it("count failed logins together", async () => {
    const { username } = await new Client(both).register();
    const statuses: number[] = [];
    for (let tries = 0; tries < LIMITS.guessPassword.max + 4; tries += 1) {
      const body = { username, password: "not the password" };
      statuses.push((await new Client(both).call(contract.login, { body })).status);
    }
    const refused = statuses.filter((status) => status === 401).length;
    expect(refused).toBe(LIMITS.guessPassword.max);
    expect(statuses.slice(refused)).toEqual([429, 429, 429, 429]);
  });

  it("do what has one idempotency key once, asked at both at once and again later", async () => {
    const here = new Client(one);
    await here.requester();
    const there = sameAt(other, here);
    const sent = {
      body: { item: "A winter coat", description: "It is getting cold.", goal: 5_000 },
      headers: { "idempotency-key": randomUUID() },
    };
    const answers = await Promise.all(
      [here, there, here, there].map((client) => client.call(contract.createRequest, sent)),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => (body as Request).id);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made).size).toBe(1);
    const later = await there.call(contract.createRequest, sent);
    expect(later).toMatchObject({ status: 201, body: { id: made[0] } });
    const mismatch = await here.call(contract.createRequest, {
      ...sent,
      body: { ...sent.body, goal: 6_000 },
    });
    expect(mismatch.status).toBe(409);
  });

  it("settle a payment once, told to one and asked of the other, and show it at once", async () => {
    const owner = new Client(one);
    await owner.requester("Samira");
    const request = await owner.ask(10_000);
    const donor = new Client(one);
    await donor.register("Joris");
    await new Client(other).call(contract.listRequests);
    const { body } = await donor.call(contract.createPaymentIntent, {
      body: { requestId: request.id, amount: "25.00" },
    });
    const { clientSecret } = body as Intent;
    const payment = clientSecret.split("_secret_")[0] ?? "";
    const event = { event: "payment_intent.succeeded" };
    await sandbox("POST", "/faults", { duplicate: 20, scope: event }, running.stack);
    await pay(clientSecret, undefined, running.stack);
    const back = `/payment-success?${new URLSearchParams({
      payment_intent: payment,
      payment_intent_client_secret: clientSecret,
    })}`;
    await Promise.all([one, other, one, other].map((base) => sameAt(base, donor).send("GET", back)));
    await eventually(
      () => raisedAt(one, request.id),
      (raised) => raised > 0,
    );
    expect(await raisedAt(other, request.id)).toBe(2_500);
    const feed = (await new Client(other).call(contract.listRequests)).body as Request[];
    expect(feed.find(({ id }) => id === request.id)?.raised).toBe(2_500);
    const board = await sameAt(other, donor).call(contract.leaderboard, { query: { period: "daily" } });
    expect(board.body).toContainEqual(expect.objectContaining({ dailyGiven: 2_500 }));
    await eventually(
      async () => {
        const state = await sandbox("GET", "/state", undefined, running.stack);
        return (state as { events: { state: string }[] }).events.filter(
          ({ state: fate }) => fate === "pending",
        );
      },
      (waiting) => waiting.length === 0,
    );
    expect(await raisedAt(one, request.id)).toBe(2_500);
  });

  it("answer a server action of a page that the other made", async () => {
    const here = new Client(one);
    await here.register();
    const action = builtActions().find(({ name }) => name === "markAllReadAction") as BuiltAction;
    for (const client of [here, sameAt(other, here)]) {
      expect((await callAction(client, action, [{}])).outcome).toBe("ok");
    }
  });

  it("let one be stopped while people go on, and nobody sees an error", async () => {
    const person = new Client(both);
    await person.register();
    const statuses = new Set<number>();
    let wanted = true;
    const goingOn = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (wanted) {
          statuses.add((await person.call(contract.currentUser)).status);
          statuses.add((await person.send("GET", "/leaderboard")).status);
        }
      }),
    );
    const [leaving] = running.servers;
    leaving?.signal("SIGTERM");
    await eventually(
      () => new Client(one).call(contract.ready),
      ({ status }) => status === 503,
    );
    running.proxy?.use([other]);
    expect(await leaving?.ended).toBe(0);
    wanted = false;
    await goingOn;
    expect([...statuses]).toEqual([200]);
  });
});
