import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { contract } from "@/lib/web/contract";
import { listen, type Stream } from "../support/events";
import { Client, eventually, ownStack, pay } from "../support/http";

const books = connect(ownStack().databaseUrl, { max: 2 });
afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
});

let owner: Client;
let donor: Client;
let donorName: string;
beforeAll(async () => {
  [owner, donor] = [new Client(), new Client()];
  await owner.requester("Samira");
  ({ username: donorName } = await donor.register("Joris"));
});

const open: Stream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function listening(as?: Client, more: Parameters<typeof listen>[1] = {}): Promise<Stream> {
  const stream = await listen(ownStack().appUrl, { cookie: as?.cookie ?? "", ...more });
  open.push(stream);
  expect(stream.status).toBe(200);
  return stream;
}

async function give(requestId: string, amount: string): Promise<void> {
  const { body } = await donor.call(contract.createPaymentIntent, { body: { requestId, amount } });
  await pay((body as { clientSecret: string }).clientSecret);
}

/** Waits until a change is older than what anybody is sent who comes for the first time. */
const overlap = () => new Promise((resolve) => setTimeout(resolve, 6_000));

describe("the stream of events", () => {
  it("is sent as it happens: not kept, not compressed, not collected by a proxy", async () => {
    const { headers } = await listening(owner);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-length"]).toBeUndefined();
  });

  it("tells everyone what a donation changed, and only the owner of their notification", async () => {
    const request = await owner.ask(10_000);
    const streams = [await listening(owner), await listening(donor), await listening()];
    await give(request.id, "25.00");
    const [toOwner, toDonor, toVisitor] = await Promise.all(
      streams.map((stream) => stream.request({ id: request.id, raised: 2_500 })),
    );
    const change = { id: request.id, raised: 2_500, isCompleted: false, givers: 1 };
    const face = { username: donorName, avatar: expect.any(String), profileImageUrl: null };
    expect(toOwner?.data).toEqual({ ...change, faces: [face] });
    expect(toDonor?.data).toEqual({ ...change, faces: [face] });
    expect(toVisitor?.data).toEqual({ ...change, faces: [] });
    const unread = streams.map((stream) =>
      stream.events().flatMap(({ event, data }) => (event === "notification" ? [data] : [])),
    );
    expect(unread[0]?.at(-1)).toEqual({ unread: 1 });
    expect(unread[1]?.every((each) => each.unread === 0)).toBe(true);
    expect(unread[2]).toEqual([]);
  });

  it("tells of a completed request", async () => {
    const request = await owner.ask(1_000);
    const stream = await listening();
    await give(request.id, "10.00");
    expect((await stream.request({ id: request.id })).data).toMatchObject({
      raised: 1_000,
      isCompleted: true,
    });
  });

  it("tells of the requests that it names only, and of one's own notifications always", async () => {
    const asker = new Client();
    await asker.requester("Rens");
    const [request, other] = [await asker.ask(10_000), await asker.ask(10_000)];
    const ways = [`?requests=${request.id},${other.id}`, `?requests=${other.id}`, "?requests="];
    const streams = await Promise.all(ways.map((query) => listening(asker, { query })));
    await give(request.id, "5.00");
    await streams[0]?.request({ id: request.id, raised: 500 });
    await give(other.id, "7.00");
    await streams[0]?.request({ id: other.id, raised: 700 });
    await streams[1]?.request({ id: other.id, raised: 700 });
    const notices = () => streams[2]?.events().filter(({ event }) => event === "notification") ?? [];
    await eventually(
      async () => notices().length,
      (count) => count >= 2,
    );
    const told = streams.map((stream) => [
      ...new Set(stream.events().flatMap(({ data }) => ("id" in data ? [data.id] : []))),
    ]);
    expect(told).toEqual([[request.id, other.id], [other.id], []]);
    const resumed = await listening(asker, { query: `?requests=${request.id}` });
    await resumed.request({ id: request.id, raised: 500 });
    expect(resumed.events().some(({ data }) => "id" in data && data.id === other.id)).toBe(false);
  });

  it("refuses to name what is no request, and more than a hundred", async () => {
    const id = crypto.randomUUID();
    const names = (count: number) => `?requests=${Array(count).fill(id).join()}`;
    for (const address of [
      "/api/events?requests=all",
      "/api/events?requests=,",
      `/api/events?requests=${id},`,
      `/api/events?requests=${id}&requests=all`,
      `/api/events?requests=${id}%00`,
      `/api/events${names(101)}`,
    ]) {
      const { status, body } = await donor.send("GET", address);
      expect([status, body], address).toEqual([400, expect.objectContaining({ code: "VALIDATION_ERROR" })]);
    }
    await listening(undefined, { query: names(100) });
  });

  it("goes on after the last event, given as a header or as a query", async () => {
    const request = await owner.ask(10_000);
    const first = await listening();
    await give(request.id, "5.00");
    const { id } = await first.request({ id: request.id, raised: 500 });
    first.close();
    await give(request.id, "7.00");
    const still = await listening();
    await still.request({ id: request.id, raised: 1_200 });
    await overlap();
    const ways = [{ headers: { "last-event-id": String(id) } }, { query: `?lastEventId=${id}` }];
    const [resumed, fresh] = await Promise.all([
      Promise.all(ways.map((way) => listening(undefined, way))),
      listening(),
    ]);
    for (const stream of resumed) {
      expect((await stream.request({ id: request.id })).data).toMatchObject({ raised: 1_200, givers: 2 });
    }
    expect(fresh.events().filter(({ data }) => "id" in data && data.id === request.id)).toEqual([]);
  });

  it("starts without events after an id that is old, of the future, or none", async () => {
    const another = new Client();
    await another.requester("Mila");
    const request = await another.ask(10_000);
    const first = await listening();
    await give(request.id, "5.00");
    await first.request({ id: request.id, raised: 500 });
    await overlap();
    const ids = ["0", "1000000000000", "9999999999999", "x".repeat(90), "%00"];
    const expectNone = async (id: string) => {
      const stream = await listening(undefined, { query: `?lastEventId=${id}` });
      // The first look is over.
      await eventually(
        async () => stream.text(),
        (text) => text.includes("id: "),
      );
      expect(stream.events(), id).toEqual([]);
    };
    await Promise.all(ids.map(expectNone));
  });

  it("answers HEAD at once, and other methods as every call", async () => {
    const head = await donor.send("HEAD", "/api/events");
    expect([head.status, head.headers.get("content-type"), head.body]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
    const post = await donor.send("POST", "/api/events", {
      body: {},
      headers: { origin: ownStack().appUrl },
    });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
  });
});
