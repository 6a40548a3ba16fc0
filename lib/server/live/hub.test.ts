import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginWatch, listLiveRequests, look, type News, type Watch } from "@/lib/domain/live/look";
import type { LiveRequest } from "@/lib/domain/live/schema";
import { countUnreadOf } from "@/lib/domain/messages/queries";
import { liveAmong } from "@/lib/domain/sessions/queries";
import { MINUTE } from "@/lib/ground/durations";
import { AppError } from "@/lib/ground/errors";
import { log } from "../log";
import { endStreams, type Listener, openStream, openStreams, shownRequests, tick } from "./hub";

const settings = { rateLimits: true };
vi.mock("@/lib/ground/env", () => ({ env: () => settings }));
vi.mock("@/db/client", () => ({ db: () => null }));
vi.mock("../log", () => ({ log: { warn: vi.fn() } }));
vi.mock("@/lib/domain/messages/queries", () => ({ countUnreadOf: vi.fn() }));
vi.mock("@/lib/domain/sessions/queries", () => ({ liveAmong: vi.fn() }));
vi.mock("@/lib/domain/live/look", () => ({ beginWatch: vi.fn(), look: vi.fn(), listLiveRequests: vi.fn() }));

const AT = 1_795_000_000_000;

/** What the next looks find, in order; nothing after them. */
let found: Partial<News>[];
let at: number;
let ended: Set<string>;
/** How many notifications each person has not read, as the database says now. */
let unreadNow: Map<string, number>;
let elapsed = 0;

beforeEach(async () => {
  [found, at, ended, unreadNow] = [[], AT, new Set(), new Map()];
  settings.rateLimits = true;
  vi.spyOn(performance, "now").mockImplementation(() => elapsed);
  vi.mocked(beginWatch).mockImplementation(async () => watchOf());
  vi.mocked(liveAmong).mockImplementation(async (_, sids) => new Set(sids.filter((sid) => !ended.has(sid))));
  vi.mocked(countUnreadOf).mockImplementation(
    async (_, ids) => new Map(ids.map((id) => [id, unreadNow.get(id) ?? 0])),
  );
  vi.mocked(look).mockImplementation(async (_, watch, { isShown }) => {
    at += 500;
    watch.at = at;
    const { requests = [], unread = new Map<string, number>() } = found.shift() ?? {};
    for (const { id } of requests) watch.changes.set(id, at);
    return { at, requests: requests.filter(({ id }) => isShown(id)), unread };
  });
  vi.mocked(listLiveRequests).mockImplementation(async (_, ids) => ids.map((id) => request(id)));
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
  viewer: { id, sid: `session of ${id}` },
  address,
  lastEvent: null,
  requests: null,
});
const visitor = (address = "192.0.2.1"): Listener => ({ ...person("", address), viewer: null });

/** An answer whose headers are sent. A reader that does not read leaves all of it waiting. */
class Answer extends EventEmitter {
  headersSent = true;
  destroyed = false;
  isRead = true;
  text = "";
  over: "ended" | "destroyed" | "left" | null = null;
  get writableLength(): number {
    return this.isRead ? 0 : this.text.length;
  }
  write(chunk: Uint8Array): boolean {
    if (!this.headersSent || this.over) throw new Error("nothing may be written");
    this.text += new TextDecoder().decode(chunk);
    return true;
  }
  end = (): never => this.close("ended");
  destroy = (): never => this.close("destroyed");
  leave = (): never => this.close("left");
  events() {
    return [...this.text.matchAll(/event: (\w+)\nid: (\d+)\ndata: (.*)\n\n/g)].map(
      ([, event, id, data = ""]) => ({ event, id: Number(id), data: JSON.parse(data) }),
    );
  }
  private close(how: "ended" | "destroyed" | "left"): never {
    this.over = how;
    this.emit("close");
    return this as never;
  }
}

/** Opens a stream for a reader that keeps up. */
function listen(as: Listener, answer = new Answer()): Answer {
  openStream(as, () => answer);
  return answer;
}

async function next(...news: Partial<News>[]): Promise<void> {
  found.push(...news);
  elapsed += 500;
  await tick();
}

describe("a stream", () => {
  it("begins with when to come back, and an id to resume from", async () => {
    const answer = listen(visitor());
    await next();
    expect(answer.text).toMatch(/^retry: [1-4]\d{3}\n\n:\nid: \d{13}\n\n$/);
  });

  it("gets what each look finds, with the time of the look as its id", async () => {
    const answer = listen(person());
    await next();
    await next({ requests: [request("a"), request("b")] });
    await next();
    await next({ requests: [request("a", 700)], unread: new Map([["noor", 2]]) });
    expect(answer.events()).toEqual([
      { event: "notification", id: AT + 500, data: { unread: 0 } },
      { event: "request", id: AT + 1_000, data: request("a") },
      { event: "request", id: AT + 1_000, data: request("b") },
      { event: "request", id: AT + 2_000, data: request("a", 700) },
      { event: "notification", id: AT + 2_000, data: { unread: 2 } },
    ]);
  });

  it("begins with what is unread once its first look is over, not when it was opened", async () => {
    unreadNow.set("noor", 4);
    const answer = listen(person("noor"));
    unreadNow.set("noor", 3);
    await next();
    expect(answer.events()).toEqual([{ event: "notification", id: AT + 500, data: { unread: 3 } }]);
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
    const answer = listen(visitor());
    await next();
    const before = answer.text.length;
    await next();
    expect(answer.text.length).toBe(before);
    elapsed += 25_000;
    await next();
    expect(answer.text.slice(before)).toBe(`:\nid: ${at}\n\n`);
    expect(answer.events()).toEqual([]);
  });

  it("ends when its session has ended, and no other does", async () => {
    const [noor, mei, nobody] = [listen(person("noor")), listen(person("mei")), listen(visitor())];
    await next();
    ended.add("session of noor");
    await next();
    expect(noor.over).toBeNull();
    elapsed += 25_000;
    await next();
    expect([noor, mei, nobody].map(({ over }) => over)).toEqual(["ended", null, null]);
  });

  it("ends after ten minutes at most, not all at the same time", async () => {
    const readers = Array.from({ length: 40 }, (_, n) => listen(visitor(`192.0.2.${n}`)));
    await next();
    const opened = elapsed;
    const open = async (minutes: number) => {
      elapsed = opened + minutes * MINUTE;
      await next();
      return readers.filter(({ over }) => over === null).length;
    };
    expect(await open(7.9)).toBe(40);
    const half = await open(9);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(40);
    expect(await open(10.5)).toBe(0);
  });

  it("ends when its reader does not read, and the others go on", async () => {
    const [idle, other] = [listen(visitor("192.0.2.9")), listen(visitor())];
    idle.isRead = false;
    await next();
    const many = Array.from({ length: 1_000 }, (_, n) => request(`r${n}`));
    for (let n = 0; n < 5; n += 1) await next({ requests: many });
    expect(openStreams()).toBe(1);
    expect(other.events()).toHaveLength(5_000);
    expect(idle.over).toBe("destroyed");
  });

  it("is written to only once its headers are sent", async () => {
    const answer = listen(visitor());
    answer.headersSent = false;
    await next();
    elapsed += 25_000;
    await next({ requests: [request("a")] });
    expect(answer.text).toBe("");
    answer.headersSent = true;
    await next();
    expect(answer.events().map(({ data }) => data.id)).toEqual(["a"]);
  });

  it("gets the events of the requests that it names, and always its own notifications", async () => {
    const first = listen({ ...person("noor"), requests: ["a", "b", "a"] });
    const second = listen({ ...visitor(), requests: ["b"] });
    const none = listen({ ...person("mei"), requests: [] });
    const all = listen(visitor());
    await next();
    const unread = new Map([
      ["noor", 1],
      ["mei", 2],
    ]);
    await next({ requests: [request("a"), request("b"), request("c")], unread });
    await next({ requests: [request("c")] });
    const [toFirst, toSecond, toNone, toAll] = [first, second, none, all].map((answer) =>
      answer.events().map(({ data }) => data.id ?? data.unread),
    );
    expect(toFirst).toEqual([0, "a", "b", 1]);
    expect(toSecond).toEqual(["b"]);
    expect(toNone).toEqual([0, 2]);
    expect(toAll).toEqual(["a", "b", "c", "c"]);
    expect(second.events()[0]?.data.faces).toEqual([]);
    expect(first.events()[1]?.data.faces).toHaveLength(1);
  });

  it("has the server read those requests only that some stream names", async () => {
    const streams = [listen({ ...visitor(), requests: ["a"] }), listen({ ...visitor(), requests: [] })];
    await next();
    const isShown = () => vi.mocked(look).mock.lastCall?.[2].isShown ?? (() => true);
    expect(["a", "b"].map(isShown())).toEqual([true, false]);
    streams.push(listen(visitor()));
    expect(["a", "b"].map(isShown())).toEqual([true, true]);
  });

  it("is brought up to date with what it names only", async () => {
    listen(visitor());
    await next();
    await next({ requests: [request("a"), request("b"), request("c")] });
    const resumed = listen({ ...visitor(), lastEvent: at - 1_000, requests: ["c", "x", "a"] });
    vi.mocked(listLiveRequests).mockClear();
    await next();
    expect(resumed.events().map(({ data }) => data.id)).toEqual(["c", "a"]);
    expect(vi.mocked(listLiveRequests).mock.calls.map(([, ids]) => ids)).toEqual([["c", "a"]]);
  });

  it("is forgotten with what it names, however it ends", async () => {
    const who = (n: number) => ({ ...person(`p${n}`), requests: ["a", `own ${n}`] });
    const [left, signedOut, idle, old, last] = [0, 1, 2, 3, 4].map((n) => listen(who(n)));
    expect([openStreams(), shownRequests()]).toEqual([5, 6]);
    left?.leave();
    expect([openStreams(), shownRequests()]).toEqual([4, 5]);
    await next();
    ended.add("session of p1");
    elapsed += 25_000;
    await next();
    expect([signedOut?.over, openStreams(), shownRequests()]).toEqual(["ended", 3, 4]);
    Object.assign(idle ?? {}, { isRead: false });
    const many = Array.from({ length: 3_000 }, () => request("a"));
    await next({ requests: many });
    await next({ requests: many });
    expect([idle?.over, openStreams(), shownRequests()]).toEqual(["destroyed", 2, 3]);
    elapsed += 11 * MINUTE;
    await next();
    expect([old?.over, last?.over, openStreams(), shownRequests()]).toEqual(["ended", "ended", 0, 0]);
    listen(who(5));
    endStreams();
    expect([openStreams(), shownRequests()]).toEqual([0, 0]);
  });

  it("is forgotten when its reader leaves", () => {
    const answer = listen(visitor());
    expect(openStreams()).toBe(1);
    answer.leave();
    expect(openStreams()).toBe(0);
  });

  it("is not opened for a reader that has left already", () => {
    listen(visitor(), Object.assign(new Answer(), { destroyed: true }));
    expect(openStreams()).toBe(0);
  });

  it("ends when the server stops", async () => {
    const readers = [listen(visitor()), listen(person())];
    await next();
    endStreams();
    await next();
    expect(readers.map(({ over }) => over)).toEqual(["ended", "ended"]);
    expect(openStreams()).toBe(0);
  });
});

describe("trust 35: limits", () => {
  const refusal = (as: Listener) => {
    try {
      listen(as);
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

  it("are sixty of a network, also of one that has many networks of its own", () => {
    const opened = (address: (n: number) => string) => {
      for (let n = 0; ; n += 1) {
        try {
          listen(visitor(address(n)));
        } catch {
          return n;
        }
      }
    };
    expect(opened((n) => `2001:db8:1:${n.toString(16)}`)).toBe(240);
    expect(opened((n) => `2001:db8:1:${(((n % 200) + 1) * 256).toString(16)}`)).toBe(960 - 240);
    listen(visitor("2001:db8:2:1"));
  });

  it("are sixty of an address, until one of them ends", () => {
    const first = listen(visitor());
    for (let n = 0; n < 59; n += 1) listen(person(`p${n}`));
    expect(() => listen(visitor())).toThrow("RATE_LIMITED");
    listen(visitor("192.0.2.2"));
    first.leave();
    listen(visitor());
  });

  it("are 5,000 of a server, also where calls are not limited", () => {
    settings.rateLimits = false;
    for (let n = 0; n < 5_000; n += 1) listen(visitor());
    expect(() => listen(visitor("192.0.2.2"))).toThrow("RATE_LIMITED");
  });
});

describe("looking", () => {
  it("happens while somebody listens only, and begins again for the next", async () => {
    await next();
    expect(look).not.toHaveBeenCalled();
    const stream = listen(visitor());
    await next();
    await next();
    expect([vi.mocked(beginWatch).mock.calls.length, vi.mocked(look).mock.calls.length]).toEqual([1, 2]);
    stream.leave();
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
    const answer = listen(visitor());
    await next();
    const before = vi.mocked(look).mock.calls.length;
    vi.mocked(look).mockRejectedValue(new Error("gone"));
    for (let n = 0; n < 120; n += 1) await next();
    const tries = vi.mocked(look).mock.calls.length - before;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(12);
    expect(log.warn).toHaveBeenCalledTimes(1);
    vi.mocked(countUnreadOf).mockImplementation(
      async (_, ids) => new Map(ids.map((id) => [id, unreadNow.get(id) ?? 0])),
    );
    vi.mocked(look).mockImplementation(async () => ({
      at,
      requests: [request("a")],
      unread: new Map(),
    }));
    for (let n = 0; n < 31; n += 1) await next();
    expect(answer.events().length).toBeGreaterThan(0);
  });
});
