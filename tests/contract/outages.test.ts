import { createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { LOCALES } from "@/lib/ground/vocabulary";
import { type Call, contract } from "@/lib/web/contract";
import { Client, eventually, ownStack } from "../support/http";
import { type Relay, startRelay } from "../support/relay";
import { startStack } from "../support/stack";

type Intent = { clientSecret: string };
type Request = { id: string; raised: number };

let started: Awaited<ReturnType<typeof startStack>>;
let database: Relay;
let providers: Relay;
let owner: Client;
let donor: Client;
beforeAll(async () => {
  started = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async (_, needs) => {
      database = await startRelay(needs.DATABASE_URL ?? "");
      providers = await startRelay(needs.STRIPE_API_BASE ?? "");
      return {
        RATE_LIMITS: "off",
        DATABASE_URL: database.url,
        STRIPE_API_BASE: providers.url,
        PAYPAL_API_BASE: providers.url,
      };
    },
  });
  [owner, donor] = [new Client(started.stack.appUrl), new Client(started.stack.appUrl)];
  await owner.requester("Samira");
  await donor.register("Joris");
});
afterAll(async () => {
  const books = connect(started.stack.databaseUrl, { max: 1 });
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
  await started.stop();
  await Promise.all([database.cut(), providers.cut()]);
});

const healthy = () =>
  eventually(
    () => donor.send("GET", "/api/health"),
    ({ status }) => status === 200,
  );
const raised = async (id: string) =>
  ((await donor.call(contract.getRequest, { params: { id } })).body as Request).raised;
const intend = (requestId: string, headers = {}) =>
  donor.call(contract.createPaymentIntent, { body: { requestId, amount: "10" }, headers });

/** Pays at the provider itself, as the card form does. */
async function pay({ clientSecret }: Intent): Promise<string> {
  const id = clientSecret.split("_secret_")[0] ?? "";
  const response = await fetch(`${started.stack.sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: started.stack.publishableKey,
      client_secret: clientSecret,
      return_url: `${started.stack.appUrl}/payment-success`,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": "4242424242424242",
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "succeeded" });
  return id;
}

/** An event that the card provider signed. */
function tell(paymentId: string) {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "payment_intent.succeeded",
    data: { object: { id: paymentId, object: "payment_intent" } },
  });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", started.stack.webhookSecret).update(`${time}.${body}`).digest("hex");
  return donor.send("POST", "/api/webhooks/stripe", {
    body,
    headers: { "stripe-signature": `t=${time},v1=${signature}` },
  });
}

describe("trust 31: the database is down", () => {
  it("every call says so and nothing more, nobody is signed out, and all is well again by itself", async () => {
    const { cookie } = donor;
    await database.cut();
    const others: Call[] = [contract.openApi, contract.google, contract.ready];
    const reads = Object.values<Call>(contract).filter(
      (call) => call.method === "GET" && !others.includes(call),
    );
    await Promise.all(
      reads.map(async ({ path }) => {
        const answer = await donor.send("GET", path.replace(/\{\w+\}/g, randomUUID()));
        expect(`${path} ${answer.status}`).toBe(`${path} 503`);
        expect(answer.body).toMatchObject({ code: "UNAVAILABLE" });
        expect(JSON.stringify(answer.body)).not.toMatch(/postgres|ECONN|127\.0\.0\.1|select/i);
      }),
    );
    await Promise.all(
      ["/", "/profile", "/leaderboard"].map(async (path) => {
        const { status, headers, body } = await donor.send("GET", path);
        expect(`${path} ${status}`).not.toMatch(/ 3\d\d$/);
        expect(headers.getSetCookie()).toEqual([]);
        expect(String(body)).not.toMatch(/ECONN|Failed query/);
      }),
    );
    // Or the proxy would have no server left to ask.
    expect((await new Client(started.stack.appUrl).call(contract.ready)).status).toBe(200);
    for (const picture of [
      "photos/01a1fdf3-21b6-7775-b629-7887953d88b5.webp",
      `avatars/${"0".repeat(32)}.webp`,
    ])
      expect((await donor.send("GET", `/${picture}`)).status).toBe(503);
    await database.mend();
    await healthy();
    expect(donor.cookie).toBe(cookie);
    expect((await donor.call(contract.currentUser)).status).toBe(200);
  });

  it("trust 47: pages answer 503 in five languages, and the log has a line for it all", async () => {
    const visitor = new Client(started.stack.appUrl);
    const signIn = (wanted: number) =>
      eventually(
        () => visitor.send("GET", "/auth"),
        ({ status }) => status === wanted,
      );
    await signIn(200);
    const before = started.servers[0]?.output() ?? "";
    await database.cut();
    await signIn(503);
    for (const path of ["/", "/profile", "/leaderboard", "/?request=01a1fdf3-21b6-7775-b629-7887953d88b5"]) {
      const { status, headers, body } = await donor.send("GET", path);
      expect({ path, status, type: headers.get("content-type") }).toEqual({
        path,
        status: 503,
        type: "text/html; charset=utf-8",
      });
      for (const locale of LOCALES) expect(String(body)).toContain(`<p lang="${locale}">`);
      expect(headers.getSetCookie()).toEqual([]);
    }
    // What a service worker stores meanwhile is the page without a network.
    expect((await visitor.send("GET", "/offline")).status).toBe(200);
    await database.mend();
    await signIn(200);
    const output = started.servers[0]?.output() ?? "";
    const lines = output
      .slice(output.startsWith(before) ? before.length : 0)
      .split("\n")
      .filter((line) => /"level":[45]0/.test(line));
    expect(lines.join("\n")).not.toMatch(/Failed query|select /);
    expect(lines.filter((line) => line.includes("the database is away"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("the database answers again"))).toHaveLength(1);
    expect(lines.length).toBeLessThan(6);
  });

  it("an event is never answered with 200, and the payment is credited once it is sent again", async () => {
    const { id } = await owner.ask();
    const intent = (await intend(id)).body as Intent;
    await database.cut();
    const paymentId = await pay(intent);
    expect((await tell(paymentId)).status).toBe(503);
    await database.mend();
    await healthy();
    expect((await tell(paymentId)).status).toBe(200);
    await eventually(
      () => raised(id),
      (cents) => cents === 1_000,
    );
  });
});

describe("trust 31: the providers are down", () => {
  it("a donation is not begun, and the same call begins it afterwards, once", async () => {
    const { id } = await owner.ask();
    const headers = { "idempotency-key": randomUUID() };
    await providers.cut();
    expect(await intend(id, headers)).toMatchObject({ status: 502, body: { code: "PROVIDER_UNAVAILABLE" } });
    const boosts = { body: { boostType: "normal", quantity: 1 } };
    expect((await donor.call(contract.purchaseBoosts, boosts)).status).toBe(502);
    expect((await donor.call(contract.listRequests)).status).toBe(200);
    await providers.mend();
    const [first, again] = [await intend(id, headers), await intend(id, headers)];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    await pay(first.body as Intent);
    await eventually(
      () => raised(id),
      (cents) => cents === 1_000,
    );
  });

  it("an event about a payment that cannot be looked up credits nothing yet", async () => {
    const { id } = await owner.ask();
    const intent = (await intend(id)).body as Intent;
    await providers.cut();
    const paymentId = await pay(intent);
    expect((await tell(paymentId)).status).toBe(502);
    expect(await raised(id)).toBe(0);
    await providers.mend();
    expect((await tell(paymentId)).status).toBe(200);
    expect(await raised(id)).toBe(1_000);
  });
});

describe("trust 47: refused events", () => {
  it("are remembered by source, each of which is in the contract, until one is accepted", async () => {
    const books = connect(started.stack.databaseUrl, { max: 1 });
    const refused = async () =>
      (
        await books.db.execute<{ source: string }>(sql`select source from refused_events order by source`)
      ).map(({ source }) => source);
    const calls = Object.values<Call>(contract).filter(({ path }) => path.startsWith("/api/webhooks/"));
    // The provider may still repeat an event of the test before: its acceptance ends what is remembered of its source,
    // and refusals are stored once a minute.
    await vi.waitFor(
      async () => {
        for (const { path } of calls) {
          const body = JSON.stringify({ id: "evt_1", object: "event" });
          expect(await donor.send("POST", path, { body })).toMatchObject({
            status: 400,
            body: { code: "BAD_SIGNATURE" },
          });
        }
        expect(await refused()).toEqual(calls.map(({ source }) => source ?? "none").sort());
      },
      { timeout: 150_000, interval: 1_000 },
    );
    const asker = new Client(started.stack.appUrl);
    await asker.requester("Noor");
    const { id } = await asker.ask();
    const paid = await pay((await intend(id)).body as Intent);
    // Acceptances are noted every ten seconds, and one of the provider's may come while a refusal is being stored.
    await vi.waitFor(
      async () => {
        expect((await tell(paid)).status).toBe(200);
        expect(await refused()).not.toContain("stripe");
      },
      { timeout: 60_000, interval: 1_000 },
    );
    await books.close();
  });
});
