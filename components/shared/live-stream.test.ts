import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE } from "@/lib/ground/durations";
import { createLiveStream, type LiveStream, type Receive } from "./live-stream";

/** What the browser's EventSource does, as far as it is used: the test is its server. */
class Source extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = Source.CONNECTING;

  constructor(readonly url: string) {
    super();
    opened.push(this);
  }

  close() {
    this.readyState = Source.CLOSED;
  }

  accept() {
    this.readyState = Source.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  send(kind: string, data: object, lastEventId: number) {
    this.dispatchEvent(
      Object.assign(new Event(kind), { data: JSON.stringify(data), lastEventId: String(lastEventId) }),
    );
  }

  /** An answer that is no stream. */
  refuse() {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event("error"));
  }

  /** The connection breaks, and the browser connects again. */
  lose() {
    this.readyState = Source.CONNECTING;
    this.dispatchEvent(new Event("error"));
  }
}

/** The server's clock is an hour behind this one. */
const BEHIND = 60 * MINUTE;

let opened: Source[];
let page: { visibilityState: string } & EventTarget;
let tab: EventTarget;
let device: { onLine: boolean; connection: EventTarget & { saveData: boolean } };
let received: Parameters<Receive>[];
/** What a component of the page listens to. */
let shown: Set<string>;
let stream: LiveStream;

const serverNow = () => Date.now() - BEHIND;
const open = () => opened.filter(({ readyState }) => readyState !== Source.CLOSED);
const last = () => opened.at(-1) as Source;
const askedOf = ({ url }: Source, name: string) => new URL(url, "http://localhost").searchParams.get(name);
const sinceOf = (source: Source) => Number(askedOf(source, "lastEventId"));
const namedBy = (source: Source) => askedOf(source, "requests");

/** A page shows the frame around it and these requests, all as they were at this time. */
function shows(from: number, ...requests: string[]) {
  for (const id of [null, ...requests]) stream.want(id, from);
  vi.advanceTimersByTime(500);
}

function show(visibilityState: "visible" | "hidden") {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

function request(id: string, raised = 100) {
  return { id, raised, isCompleted: false, givers: 1, faces: [] };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00Z") });
  vi.spyOn(Math, "random").mockReturnValue(1);
  opened = [];
  received = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  tab = new EventTarget();
  device = { onLine: true, connection: Object.assign(new EventTarget(), { saveData: false }) };
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", tab);
  vi.stubGlobal("navigator", device);
  shown = new Set();
  stream = createLiveStream(
    (...event) => received.push(event),
    (id) => shown.has(id),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the live stream of a tab", () => {
  it("is one, from when the page was rendered on, whoever wants it", () => {
    const from = serverNow() - 2_000;
    shows(from, "a", "b");
    shows(from + 500);
    expect(opened).toHaveLength(1);
    expect(last().url).toBe(`/api/events?lastEventId=${from}&requests=a,b`);
  });

  it("passes events on with the time at which the server read them", () => {
    shows(serverNow());
    last().accept();
    last().send("request", request("a"), serverNow());
    last().send("notification", { unread: 3 }, serverNow());
    expect(received).toEqual([
      ["request", request("a"), serverNow()],
      ["notification", { unread: 3 }, serverNow()],
    ]);
  });

  it("is closed once nothing listens, and goes on from there", () => {
    shows(serverNow());
    last().accept();
    const at = serverNow();
    last().send("request", request("a"), at);
    stream.leave();
    expect(open()).toEqual([]);
    shows(serverNow());
    expect(open()).toHaveLength(1);
    expect(sinceOf(last())).toBe(at);
  });

  it("is closed five seconds after the page was hidden, and resumed when it is seen again", () => {
    shows(serverNow());
    last().accept();
    vi.advanceTimersByTime(10_000);
    const at = serverNow();
    last().send("request", request("a"), at);
    show("hidden");
    vi.advanceTimersByTime(4_999);
    expect(open()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(MINUTE);
    expect(open()).toEqual([]);
    show("visible");
    expect(open()).toHaveLength(1);
    expect(sinceOf(last())).toBe(at);
  });

  it("stays open when one looks away for a moment", () => {
    shows(serverNow());
    last().accept();
    show("hidden");
    vi.advanceTimersByTime(2_000);
    show("visible");
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(1);
    expect(open()).toHaveLength(1);
  });

  it("stays open after it was hidden in two ways at once", () => {
    shows(serverNow());
    last().accept();
    show("hidden");
    tab.dispatchEvent(new Event("pageshow"));
    vi.advanceTimersByTime(1_000);
    show("visible");
    vi.advanceTimersByTime(MINUTE);
    expect(open()).toHaveLength(1);
  });

  it("is not opened by a page that nobody sees yet", () => {
    show("hidden");
    shows(serverNow());
    expect(opened).toEqual([]);
    show("visible");
    expect(open()).toHaveLength(1);
  });

  it("goes on from when the page was hidden, though nothing had happened for longer than can be resumed", () => {
    shows(serverNow());
    last().accept();
    vi.advanceTimersByTime(20 * MINUTE);
    const hidden = serverNow();
    show("hidden");
    vi.advanceTimersByTime(MINUTE);
    show("visible");
    const since = sinceOf(last());
    expect(since).toBeLessThanOrEqual(hidden - 25_000);
    expect(since).toBeGreaterThan(hidden - MINUTE);
  });

  it("does not count the time of a connection that was lost as received", () => {
    const from = serverNow();
    shows(from);
    last().accept();
    vi.advanceTimersByTime(2 * MINUTE);
    last().lose();
    show("hidden");
    vi.advanceTimersByTime(MINUTE);
    show("visible");
    expect(sinceOf(last())).toBe(from);
  });

  it("is opened again after sleep, in which the timer did not run", () => {
    shows(serverNow());
    last().accept();
    show("hidden");
    vi.setSystemTime(Date.now() + 30 * MINUTE);
    show("visible");
    expect(opened).toHaveLength(2);
    expect(open()).toEqual([last()]);
    expect(sinceOf(last()), "as long ago as the server can tell").toBe(serverNow() - 280_000);
  });

  it("begins with the page where what was received is too old to be resumed", () => {
    shows(serverNow());
    last().accept();
    last().send("request", request("a"), serverNow());
    stream.leave();
    vi.advanceTimersByTime(6 * MINUTE);
    const from = serverNow();
    shows(from);
    expect(sinceOf(last())).toBe(from);
  });

  it("is closed before the page is stored for the way back, and opened on it", () => {
    shows(serverNow());
    last().accept();
    tab.dispatchEvent(new Event("pagehide"));
    expect(open()).toEqual([]);
    show("hidden");
    vi.advanceTimersByTime(1_000);
    show("visible");
    tab.dispatchEvent(new Event("pageshow"));
    expect(open()).toHaveLength(1);
    vi.advanceTimersByTime(MINUTE);
    expect(open()).toHaveLength(1);
  });

  it("is not opened where data is to be saved, and closed when that is asked for", () => {
    device.connection.saveData = true;
    shows(serverNow());
    expect(opened).toEqual([]);
    device.connection.saveData = false;
    device.connection.dispatchEvent(new Event("change"));
    expect(open()).toHaveLength(1);
    device.connection.saveData = true;
    device.connection.dispatchEvent(new Event("change"));
    expect(open()).toEqual([]);
  });

  it("works in a browser that says nothing about its network", () => {
    vi.stubGlobal("navigator", { onLine: true });
    const nothing = () => false;
    createLiveStream(() => undefined, nothing).want(null, serverNow());
    vi.advanceTimersByTime(500);
    expect(open()).toHaveLength(1);
  });

  it("waits for the network", () => {
    device.onLine = false;
    shows(serverNow());
    expect(opened).toEqual([]);
    device.onLine = true;
    tab.dispatchEvent(new Event("online"));
    expect(open()).toHaveLength(1);
    device.onLine = false;
    tab.dispatchEvent(new Event("offline"));
    expect(open()).toEqual([]);
  });

  it("leaves a broken connection to the browser", () => {
    shows(serverNow());
    last().accept();
    last().lose();
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(1);
  });

  it("asks ever more rarely after an answer that is no stream, at least every five minutes", () => {
    shows(serverNow());
    for (const wait of [2_000, 4_000, 8_000, 16_000]) {
      last().refuse();
      const asked = opened.length;
      vi.advanceTimersByTime(wait - 1);
      expect(opened).toHaveLength(asked);
      vi.advanceTimersByTime(1);
      expect(opened).toHaveLength(asked + 1);
    }
    for (let n = 0; n < 10; n += 1) {
      last().refuse();
      vi.advanceTimersByTime(5 * MINUTE);
      expect(open()).toHaveLength(1);
    }
    last().accept();
    last().refuse();
    vi.advanceTimersByTime(2_000);
    expect(open(), "a stream in between ends the series").toHaveLength(1);
  });

  it("spreads those waits", () => {
    vi.mocked(Math.random).mockReturnValue(0);
    shows(serverNow());
    last().refuse();
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
  });

  it("does not ask while it waits, nor while hidden or unwanted", () => {
    shows(serverNow());
    last().refuse();
    shows(serverNow());
    show("hidden");
    show("visible");
    expect(opened).toHaveLength(1);
    show("hidden");
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(1);
    show("visible");
    expect(opened).toHaveLength(2);
    last().refuse();
    stream.leave();
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(2);
  });
});

describe("the requests that a stream names", () => {
  it("are those of the page, however its parts come", () => {
    const from = serverNow();
    stream.want(null, from);
    for (const id of ["a", "b", "c"]) {
      vi.advanceTimersByTime(300);
      stream.want(id, from);
    }
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(opened.map(namedBy)).toEqual(["a,b,c"]);
  });

  it("are none where a page shows none", () => {
    shows(serverNow());
    expect(namedBy(last())).toBe("");
  });

  it("grow by what is shown later: the stream is opened again once, and nothing is missed meanwhile", () => {
    shows(serverNow(), "a");
    last().accept();
    const at = serverNow();
    last().send("request", request("a"), at);
    vi.advanceTimersByTime(10_000);
    const more = serverNow();
    for (const id of ["b", "c"]) stream.want(id, more);
    vi.advanceTimersByTime(499);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(MINUTE);
    expect(opened.map(namedBy)).toEqual(["a", "a,b,c"]);
    expect(open()).toEqual([last()]);
    expect(sinceOf(last())).toBe(at);
  });

  it("stay what they are where a page shows less, or again what was shown", () => {
    shows(serverNow(), "a", "b");
    last().accept();
    const from = serverNow();
    shows(from);
    shows(from, "b");
    shows(from + 5_000, "a");
    expect(opened).toHaveLength(1);
  });

  it("are asked for from when the page was rendered that shows them, though the stream is further", () => {
    const rendered = serverNow();
    vi.advanceTimersByTime(MINUTE);
    shows(serverNow(), "a");
    last().accept();
    last().send("request", request("a"), serverNow());
    shows(rendered, "b");
    expect(sinceOf(last())).toBe(rendered);
    last().accept();
    last().send("request", request("b"), serverNow());
    shows(rendered, "a");
    expect([namedBy(last()), sinceOf(last())], "an older page shows the same").toEqual(["b,a", rendered]);
    shows(rendered, "a", "b");
    expect(opened).toHaveLength(3);
  });

  it("are asked for again from there where the stream is replaced before it could say anything", () => {
    const rendered = serverNow();
    vi.advanceTimersByTime(2 * MINUTE);
    shows(serverNow(), "a");
    last().accept();
    vi.advanceTimersByTime(MINUTE);
    shows(rendered, "b");
    last().accept();
    shows(serverNow(), "c");
    expect(namedBy(last())).toBe("a,b,c");
    expect(sinceOf(last())).toBe(rendered);
    last().accept();
    show("hidden");
    vi.advanceTimersByTime(10_000);
    show("visible");
    expect(sinceOf(last())).toBe(rendered);
  });

  it("are not asked for from further back than the server can tell", () => {
    const rendered = serverNow();
    vi.advanceTimersByTime(20 * MINUTE);
    shows(serverNow(), "a");
    last().accept();
    shows(rendered, "b");
    expect(sinceOf(last())).toBe(serverNow() - 280_000);
  });

  it("are all, where more than a hundred are shown", () => {
    const ids = Array.from({ length: 101 }, (_, n) => `r${n}`);
    for (const id of ids) shown.add(id);
    shows(serverNow(), ...ids);
    expect(namedBy(last())).toBeNull();
    shown.clear();
    shows(serverNow(), "another");
    expect(namedBy(last())).toBe([...ids.slice(2), "another"].join());
  });

  it("are the last hundred that were shown", () => {
    const ids = Array.from({ length: 120 }, (_, n) => `r${n}`);
    shows(serverNow(), ...ids.slice(0, 90));
    shows(serverNow(), "r0", ...ids.slice(90));
    expect(namedBy(last())).toBe([...ids.slice(21, 90), "r0", ...ids.slice(90)].join());
    expect(opened).toHaveLength(2);
  });

  it("wait for a page that is seen, and for the end of a pause", () => {
    shows(serverNow(), "a");
    last().accept();
    show("hidden");
    shows(serverNow(), "b");
    expect(opened).toHaveLength(1);
    show("visible");
    expect(opened.map(namedBy)).toEqual(["a", "a,b"]);
    last().refuse();
    shows(serverNow(), "c");
    expect(opened).toHaveLength(2);
    vi.advanceTimersByTime(2_000);
    expect(opened.map(namedBy)).toEqual(["a", "a,b", "a,b,c"]);
  });
});
