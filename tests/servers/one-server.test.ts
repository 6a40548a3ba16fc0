import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { startCollector } from "../support/collector";
import { listen } from "../support/events";
import { Client, eventually, pay, sandbox } from "../support/http";
import { type Server, startStack } from "../support/stack";

/** One server behind a proxy with a collector, from its first request to its last. The tests build on each other. */
type Running = Awaited<ReturnType<typeof startStack>>;
type Intent = { clientSecret: string };

const SEARCHED = "somebody-searched-for";

let collector: Awaited<ReturnType<typeof startCollector>>;
let running: Running;
let server: Server;
let books: ReturnType<typeof connect>;
let owner: Client;
let donor: Client;

beforeAll(async () => {
  collector = await startCollector();
  running = await startStack({
    postgresUrl: inject("postgresUrl"),
    env: async () => ({
      RATE_LIMITS: "off",
      TRUST_PROXY: "1",
      DRAIN_SECONDS: "2",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }),
  });
  server = running.servers[0] as Server;
  books = connect(running.stack.databaseUrl, { max: 2 });
  owner = new Client(server.url);
  donor = new Client(server.url);
  await owner.requester("Samira");
  await donor.register("Joris");
});

afterAll(async () => {
  await books.close();
  await running.stop();
  await collector.stop();
});

type Served = { call: string; requestId: string; caller: string | null };

/** What the sandbox was asked, in order. */
async function served(): Promise<Served[]> {
  const state = await sandbox("GET", "/state", undefined, running.stack);
  return (state as { calls: Served[] }).calls;
}

async function answerSlowly(scope: { call: string; payment?: string }): Promise<void> {
  await sandbox("POST", "/faults", { answerAfterMs: 4_000, scope }, running.stack);
}

async function eventsOf(wanted: string): Promise<{ state: string }[]> {
  const { events } = (await sandbox("GET", "/state", undefined, running.stack)) as {
    events: { payment: string | null; state: string }[];
  };
  return events.filter(({ payment }) => payment === wanted);
}

async function intend(requestId: string, headers: Record<string, string> = {}) {
  return donor.call(contract.createPaymentIntent, { body: { requestId, amount: "25.00" }, headers });
}

/** The lines of the log that belong to a request. */
function linesOf(requestId: string): Record<string, unknown>[] {
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
}

describe("readiness", () => {
  const ready = () => donor.call(contract.ready).then(({ status }) => status);

  it("needs the migrations of this build, which liveness does not", async () => {
    expect(await ready()).toBe(200);
    const newest = "(select max(created_at) from drizzle.__drizzle_migrations)";
    await books.db.execute(
      `update drizzle.__drizzle_migrations set created_at = -created_at where created_at = ${newest}`,
    );
    expect(await ready()).toBe(503);
    expect((await donor.call(contract.health)).status).toBe(200);
    await books.db.execute("update drizzle.__drizzle_migrations set created_at = abs(created_at)");
    expect(await ready()).toBe(200);
  });
});

describe("a request's id", () => {
  it("goes from the proxy to the log, to the provider and to the answer", async () => {
    const id = "01900000-edge-0000-0000-000000000001";
    const request = await owner.ask();
    const { headers, body } = await intend(request.id, { "x-request-id": id });
    expect(headers.get("x-request-id")).toBe(id);
    const asked = (await served()).find(({ caller }) => caller === id);
    expect(asked).toMatchObject({ call: "POST /v1/payment_intents" });
    expect(linesOf(id)).toContainEqual(
      expect.objectContaining({
        msg: "provider answered",
        path: "/v1/payment_intents",
        status: 200,
        providerRequestId: asked?.requestId,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    );
    expect((body as Intent).clientSecret).toMatch(/^pi_/);
  });

  it("goes to the wallet provider too", async () => {
    const id = "01900000-edge-0000-0000-000000000002";
    const body = { boostType: "normal", quantity: 1 };
    await donor.call(contract.purchaseBoosts, { body, headers: { "x-request-id": id } });
    const asked = (await served()).find(({ caller }) => caller === id);
    expect(asked).toMatchObject({ call: "POST /v2/checkout/orders" });
    expect(linesOf(id)).toContainEqual(
      expect.objectContaining({ provider: "paypal", providerRequestId: asked?.requestId }),
    );
  });

  it.each(["short", "has spaces in it", "x".repeat(65), '<script>alert("x")</script>', "a,b,c,d,e,f,g"])(
    "is a new one where the proxy's is not sane: %j",
    async (id) => {
      const { headers } = await donor.send("GET", "/api/health", { headers: { "x-request-id": id } });
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("stands on pages and on static files, once", async () => {
    const id = "01900000-edge-0000-0000-000000000003";
    for (const path of ["/auth", "/offline", "/icon.svg", "/_next/static/nothing.js", "/api/no-such-call"]) {
      const { headers } = await donor.send("GET", path, { headers: { "x-request-id": id } });
      expect(headers.get("x-request-id"), path).toBe(id);
    }
  });
});

describe("SIGTERM", () => {
  it("lets a call to a slow provider and a settlement finish, says meanwhile that it is not ready, and exits with 0", async () => {
    await donor.send("GET", `/api/leaderboard?search=${SEARCHED}`);
    const request = await owner.ask(10_000);
    const paid = (await intend(request.id)).body as Intent;
    const payment = paid.clientSecret.split("_secret_")[0] ?? "";
    // What the server asks because of the payment's beginning must not get the slow answer.
    await eventually(
      async () => (await eventsOf(payment)).map(({ state }) => state),
      (states) => states.length > 0 && states.every((state) => state === "delivered"),
    );
    const stream = await listen(server.url);
    // The first look is over.
    await eventually(
      async () => stream.text(),
      (text) => text.includes("id: "),
    );
    await answerSlowly({ call: "GET /v1/payment_intents/:id", payment });
    await answerSlowly({ call: "POST /v1/payment_intents" });
    const before = (await served()).length;
    await pay(paid.clientSecret, undefined, running.stack);
    const starting = intend(request.id);
    await eventually(
      async () => (await served()).slice(before).map(({ call }) => call),
      (calls) => calls.includes("POST /v1/payment_intents") && calls.includes("GET /v1/payment_intents/:id"),
    );

    server.signal("SIGTERM");
    await eventually(
      () => donor.call(contract.ready),
      ({ status }) => status === 503,
    );
    const { status, headers } = await donor.call(contract.health);
    expect(status).toBe(200);
    expect(headers.get("connection")).toBe("close");
    // Launcher and process manager may both say it.
    server.signal("SIGTERM");

    expect(await stream.ended).toBe(true);
    expect((await starting).status).toBe(200);
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"msg":"stopped"');
    const [row] = await books.db.execute(`select raised from requests where id = '${request.id}'`);
    expect(row).toEqual({ raised: "2500" });
    const pending = await books.db.execute(
      "select stripe_payment_intent_id as id from donations where payment_status = 'pending'",
    );
    expect(pending.every(({ id }) => typeof id === "string")).toBe(true);
    expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  });

  it("has sent all that was measured by then", () => {
    const { spans, points } = collector;
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [call] = named("stripe createPayment");
    const inSameTrace = spans.filter(({ traceId }) => traceId === call?.traceId);
    expect(inSameTrace.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "executing api route (app) /api/payments/stripe/create-payment-intent",
        "sql insert",
      ]),
    );
    expect(named("sql insert").map(({ attributes }) => attributes["db.query.text"])).toContainEqual(
      expect.stringMatching(/^insert into .*\$1/),
    );
    const looks = spans.filter(({ attributes }) =>
      /statement_timestamp/.test(attributes["db.query.text"] ?? ""),
    );
    expect(looks).toEqual([]);
    expect(points).toContainEqual(
      expect.objectContaining({
        metric: "steuntje.settlements",
        attributes: { provider: "stripe", outcome: "credited" },
      }),
    );
    expect(points).toContainEqual(
      expect.objectContaining({
        metric: "http.server.request.duration",
        attributes: {
          "http.request.method": "POST",
          "http.response.status_code": "201",
          "http.route": "/api/requests",
        },
      }),
    );
    const gauges = [
      "steuntje.refunds.due",
      "steuntje.payments.unfinished",
      "steuntje.mails.waiting",
      "steuntje.db.statements",
      "steuntje.live.streams",
      "steuntje.live.look",
    ];
    expect(points.map(({ metric }) => metric)).toEqual(expect.arrayContaining(gauges));
  });

  it("has told nothing of a person", async () => {
    const people = await books.db.execute<Record<string, string>>("select username, email, name from users");
    const text = collector.text();
    for (const secret of [...people.flatMap((person) => Object.values(person)), SEARCHED, "A winter coat"]) {
      expect(text).not.toContain(secret);
    }
  });
});
