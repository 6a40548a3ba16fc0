import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginWatch, changesFrom, look, type News, type Watch } from "@/lib/domain/live/look";
import type { LiveRequest } from "@/lib/domain/live/schema";
import { liveAmong } from "@/lib/domain/sessions/queries";
import { AppError } from "@/lib/ground/errors";
import { log } from "../log";
import { endStreams, type Listener, openStream, openStreams, tick } from "./hub";

const settings = { rateLimits: true };
vi.mock("@/lib/ground/env", () => ({ env: () => settings }));
vi.mock("@/db/client", () => ({ db: () => null }));
vi.mock("../log", () => ({ log: { warn: vi.fn() } }));
vi.mock("@/lib/domain/sessions/queries", () => ({ liveAmong: vi.fn() }));
vi.mock("@/lib/domain/live/look", () => ({ beginWatch: vi.fn(), look: vi.fn(), changesFrom: vi.fn() }));

const AT = 1_795_000_000_000;
const MINUTE = 60_000;

/** What the next looks find, in order; nothing after them. */
let found: Partial<News>[];
let at: number;
let ended: Set<string>;
let elapsed = 0;

beforeEach(async () => {
  [found, at, ended] = [[], AT, new Set()];
  settings.rateLimits = true;
  vi.spyOn(performance, "now").mockImplementation(() => elapsed);
  vi.mocked(beginWatch).mockImplementation(async () => watchOf());
  vi.mocked(liveAmong).mockImplementation(async (_, sids) => new Set(sids.filter((sid) => !ended.has(sid))));
  vi.mocked(look).mockImplementation(async (_, watch) => {
    at += 500;
    watch.at = at;
    const news = { requests: [], unread: new Map<string, number>(), ...found.shift(), at };
    for (const request of news.requests) watch.changes.set(request.id, at);
    return news;
  });
  vi.mocked(changesFrom).mockImplementation(async (_, { changes }, from) =>
    [...changes].flatMap(([id, changedAt]) =>
      changedAt > from ? [{ at: changedAt, request: request(id) }] : [],
    ),
  );
  await tick();
  return async () => {
    endStreams();
    // Past every pause and heartbeat.
    elapsed += 60 * MINUTE;
    vi.clearAllMocks();
  };
});

const watchOf = (): Watch => ({
  at,
  since: at - 5 * MINUTE,
  changes: new Map(),
  tops: [],
  seen: { entries: new Set(), notices: new Set() },
});

const request = (id: string, raised = 500): LiveRequest => ({
  id,
  raised,
  isCompleted: false,
  givers: 1,
  faces: [{ username: "mei", avatar: "🦤", profileImageUrl: null }],
});

const person = (id = "noor", address = "192.0.2.1"): Listener => ({
  viewer: { id, sid: `session of ${id}`, unread: 0 },
  address,
  lastEvent: null,
  signal: new AbortController().signal,
});
const visitor = (address = "192.0.2.1"): Listener => ({ ...person("", address), viewer: null });

/** A reader that keeps up: what it got, and whether its stream ended. */
function listen(as: Listener) {
  const got = { text: "", end: null as "closed" | "failed" | null };
  const read = async () => {
    const decoder = new TextDecoder();
    try {
      for await (const part of openStream(as)) got.text += decoder.decode(part);
      got.end = "closed";
    } catch {
      got.end = "failed";
    }
  };
  void read();
  return {
    got,
    events: () =>
      [...got.text.matchAll(/event: (\w+)\nid: (\d+)\ndata: (.*)\n\n/g)].map(([, event, id, data = ""]) => ({
        event,
        id: Number(id),
        data: JSON.parse(data),
      })),
  };
}

async function next(...news: Partial<News>[]): Promise<void> {
  found.push(...news);
  elapsed += 500;
  await tick();
  await new Promise((resolve) => setTimeout(resolve));
}

describe("a stream", () => {
  it("begins with when to come back, and an id to resume from", async () => {
    const { got } = listen(visitor());
    await next();
    expect(got.text).toMatch(/^retry: [1-4]\d{3}\n\n:\nid: \d{13}\n\n$/);
  });

  it("gets what each look finds, with the time of the look as its id", async () => {
    const { events } = listen(person());
    await next();
    await next({ requests: [request("a"), request("b")] });
    await next();
    await next({ requests: [request("a", 700)], unread: new Map([["noor", 2]]) });
    expect(events()).toEqual([
      { event: "notification", id: AT + 500, data: { unread: 0 } },
      { event: "request", id: AT + 1_000, data: request("a") },
      { event: "request", id: AT + 1_000, data: request("b") },
      { event: "request", id: AT + 2_000, data: request("a", 700) },
      { event: "notification", id: AT + 2_000, data: { unread: 2 } },
    ]);
  });

  it("tells a person of their own notifications only, and a visitor of none and of nobody who gave", async () => {
    const [noor, mei, nobody] = [listen(person("noor")), listen(person("mei")), listen(visitor())];
    await next();
    await next({ requests: [request("a")], unread: new Map([["noor", 3]]) });
    const told = (of: typeof noor) => of.events().filter(({ event }) => event === "notification");
    expect(told(noor).map(({ data }) => data.unread)).toEqual([0, 3]);
    expect(told(mei).map(({ data }) => data.unread)).toEqual([0]);
    expect(nobody.events()).toEqual([
      { event: "request", id: AT + 1_000, data: { ...request("a"), faces: [] } },
    ]);
  });

  it("is brought up to date before anything else when it resumes", async () => {
    listen(visitor());
    await next();
    await next({ requests: [request("a")] });
    const last = at;
    for (let n = 0; n < 20; n += 1) await next();
    await next({ requests: [request("b")] });
    for (let n = 0; n < 20; n += 1) await next();
    const [resumed, other] = [listen({ ...visitor(), lastEvent: last + 6_000 }), listen(visitor())];
    await next({ requests: [request("c")] });
    expect(resumed.events().map(({ data }) => data.id)).toEqual(["b", "c"]);
    expect(other.events().map(({ data }) => data.id)).toEqual(["c"]);
  });

  it("is kept open by heartbeats that can be resumed from and are no events", async () => {
    const { got, events } = listen(visitor());
    await next();
    const before = got.text.length;
    await next();
    expect(got.text.length).toBe(before);
    elapsed += 25_000;
    await next();
    expect(got.text.slice(before)).toBe(`:\nid: ${at}\n\n`);
    expect(events()).toEqual([]);
  });

  it("ends when its session has ended, and no other does", async () => {
    const [noor, mei, nobody] = [listen(person("noor")), listen(person("mei")), listen(visitor())];
    await next();
    ended.add("session of noor");
    await next();
    expect(noor.got.end).toBeNull();
    elapsed += 25_000;
    await next();
    expect([noor, mei, nobody].map(({ got }) => got.end)).toEqual(["closed", null, null]);
  });

  it("ends after ten minutes at most, not all at the same time", async () => {
    const readers = Array.from({ length: 40 }, (_, n) => listen(visitor(`192.0.2.${n}`)));
    await next();
    const opened = elapsed;
    const open = async (minutes: number) => {
      elapsed = opened + minutes * MINUTE;
      await next();
      return readers.filter(({ got }) => got.end === null).length;
    };
    expect(await open(7.9)).toBe(40);
    const half = await open(9);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(40);
    expect(await open(10.5)).toBe(0);
  });

  it("ends when its reader does not read, and the others go on", async () => {
    const reader = openStream(visitor("192.0.2.9")).getReader();
    const other = listen(visitor());
    await next();
    const many = Array.from({ length: 1_000 }, (_, n) => request(`r${n}`));
    for (let n = 0; n < 5; n += 1) await next({ requests: many });
    expect(openStreams()).toBe(1);
    expect(other.events()).toHaveLength(5_000);
    await expect(reader.read()).rejects.toThrow("does not read");
  });

  it("is forgotten when its reader leaves", async () => {
    const stream = openStream(visitor());
    expect(openStreams()).toBe(1);
    await stream.cancel();
    expect(openStreams()).toBe(0);
  });

  it("is forgotten when its reader left before the answer began, which cancels nothing", () => {
    openStream({ ...visitor(), signal: AbortSignal.abort() });
    const leaving = new AbortController();
    openStream({ ...visitor(), signal: leaving.signal });
    expect(openStreams()).toBe(1);
    leaving.abort();
    expect(openStreams()).toBe(0);
  });

  it("ends when the server stops", async () => {
    const readers = [listen(visitor()), listen(person())];
    await next();
    endStreams();
    await next();
    expect(readers.map(({ got }) => got.end)).toEqual(["closed", "closed"]);
    expect(openStreams()).toBe(0);
  });
});

describe("trust 35: limits", () => {
  const refusal = (as: Listener) => {
    try {
      openStream(as);
      return null;
    } catch (error) {
      return error instanceof AppError ? [error.code, error.retryAfter] : error;
    }
  };

  it("are six streams of a person, from anywhere", () => {
    for (let n = 0; n < 5; n += 1) listen(person("noor", `192.0.2.${n}`));
    expect(refusal(person("noor", "192.0.2.99"))).toBeNull();
    expect(refusal(person("noor", "192.0.2.99"))).toEqual(["RATE_LIMITED", 30]);
    expect(refusal(person("mei", "192.0.2.99"))).toBeNull();
  });

  it("are sixty of an address, until one of them ends", async () => {
    const first = openStream(visitor());
    for (let n = 0; n < 59; n += 1) listen(person(`p${n}`));
    expect(() => openStream(visitor())).toThrow("RATE_LIMITED");
    listen(visitor("192.0.2.2"));
    await first.cancel();
    listen(visitor());
  });

  it("are 5,000 of a server, also where calls are not limited", () => {
    settings.rateLimits = false;
    for (let n = 0; n < 5_000; n += 1) openStream(visitor());
    expect(() => openStream(visitor("192.0.2.2"))).toThrow("RATE_LIMITED");
  });
});

describe("looking", () => {
  it("happens while somebody listens only, and begins anew for the next", async () => {
    await next();
    expect(look).not.toHaveBeenCalled();
    const stream = openStream(visitor());
    await next();
    await next();
    expect([vi.mocked(beginWatch).mock.calls.length, vi.mocked(look).mock.calls.length]).toEqual([1, 2]);
    await stream.cancel();
    await next();
    listen(visitor());
    await next();
    expect([vi.mocked(beginWatch).mock.calls.length, vi.mocked(look).mock.calls.length]).toEqual([2, 3]);
  });

  it("does not overlap itself", async () => {
    listen(visitor());
    await next();
    let answer: () => void = () => undefined;
    const asked = vi.mocked(look).mock.calls.length;
    vi.mocked(look).mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { at, requests: [], unread: new Map() };
    });
    const slow = tick();
    await tick();
    await tick();
    expect(vi.mocked(look).mock.calls.length).toBe(asked + 1);
    answer();
    await slow;
  });

  it("pauses longer and longer while the database is away, with one line in the log, and goes on after", async () => {
    const { events } = listen(visitor());
    await next();
    const before = vi.mocked(look).mock.calls.length;
    vi.mocked(look).mockRejectedValue(new Error("gone"));
    for (let n = 0; n < 120; n += 1) await next();
    const tries = vi.mocked(look).mock.calls.length - before;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(12);
    expect(log.warn).toHaveBeenCalledTimes(1);
    vi.mocked(look).mockImplementation(async () => ({
      at,
      requests: [request("a")],
      unread: new Map(),
    }));
    for (let n = 0; n < 31; n += 1) await next();
    expect(events().length).toBeGreaterThan(0);
  });
});
