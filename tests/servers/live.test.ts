import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { listen, type Stream } from "../support/events";
import { Client, eventually, pay } from "../support/http";
import { type Server, startStack } from "../support/stack";

/** Two servers behind a proxy, and streams of both. The tests build on each other. */
type Running = Awaited<ReturnType<typeof startStack>>;

let running: Running;
let books: ReturnType<typeof connect>;
let one: Server;
let other: Server;
let owner: Client;
let donor: Client;

beforeAll(async () => {
  running = await startStack({
    postgresUrl: inject("postgresUrl"),
    count: 2,
    env: async () => ({ DRAIN_SECONDS: "2" }),
  });
  [one, other] = running.servers as [Server, Server];
  books = connect(running.stack.databaseUrl, { max: 2 });
  owner = new Client(running.stack.appUrl);
  donor = new Client(running.stack.appUrl);
  await owner.requester("Samira");
  await donor.register("Joris");
});

afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
  await running.stop();
});

async function give(requestId: string, amount: string): Promise<void> {
  const { body } = await donor.call(contract.createPaymentIntent, { body: { requestId, amount } });
  await pay((body as { clientSecret: string }).clientSecret, undefined, running.stack);
}

const closeAll = (streams: Stream[]) => {
  for (const stream of streams) stream.close();
};

describe("trust 33: live events of two servers", () => {
  it("tell of a donation at both, and through a proxy that does not collect them", async () => {
    const request = await owner.ask(10_000);
    const streams = await Promise.all([one.url, other.url, running.stack.appUrl].map((base) => listen(base)));
    const settled = await eventually(
      async () => streams.map((stream) => stream.text()),
      (texts) => texts.every((text) => text.includes("id: ")),
    );
    // Each was sent something by itself, before anything happened.
    expect(settled).toHaveLength(3);
    await give(request.id, "25.00");
    const seen = await Promise.all(streams.map((stream) => stream.request({ id: request.id })));
    expect(seen.map(({ data }) => data)).toEqual(
      seen.map(() => ({ id: request.id, raised: 2_500, isCompleted: false, givers: 1, faces: [] })),
    );
    closeAll(streams);
  });

  it("are limited to six streams of a person at a server, and are again allowed once one ends", async () => {
    const at = () => listen(one.url, { cookie: donor.cookie });
    const streams = await Promise.all(Array.from({ length: 6 }, at));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const refused = await at();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"]);
    streams[0]?.close();
    await eventually(at, (stream) => {
      streams.push(stream);
      return stream.status === 200;
    });
    closeAll(streams);
  });

  it("are limited to sixty of an address", async () => {
    const from = (address: string) => listen(one.url, { headers: { "x-forwarded-for": address } });
    const streams: Stream[] = [];
    for (let n = 0; n < 60; n += 1) streams.push(await from("203.0.113.7"));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await from("203.0.113.7")).status).toBe(429);
    const elsewhere = await from("203.0.113.8");
    expect(elsewhere.status).toBe(200);
    closeAll([...streams, elsewhere]);
  });

  it("end first when their server stops, and go on at the other after the last one", async () => {
    const request = await owner.ask(10_000);
    const [here, there] = await Promise.all([listen(one.url), listen(other.url)]);
    await give(request.id, "5.00");
    const { id } = await here.request({ id: request.id, raised: 500 });

    one.signal("SIGTERM");
    expect(await here.ended).toBe(true);
    // It still drains.
    const refused = await listen(one.url);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    running.proxy?.use([other.url]);
    await give(request.id, "7.00");
    const resumed = await listen(running.stack.appUrl, { headers: { "last-event-id": String(id) } });
    expect((await resumed.request({ id: request.id, raised: 1_200 })).data).toMatchObject({ givers: 2 });
    expect((await there.request({ id: request.id, raised: 1_200 })).data).toMatchObject({ givers: 2 });
    expect(await one.ended).toBe(0);
    expect(one.output()).toContain('"msg":"stopped"');
    closeAll([there, resumed]);
  });

  it("keep no server from stopping in time", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(other.url)));
    const asked = performance.now();
    other.signal("SIGTERM");
    expect(await other.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => true));
  });
});
