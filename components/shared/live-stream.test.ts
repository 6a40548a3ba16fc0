import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveStream, type Hear, type LiveStream } from "./live-stream";

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

const MINUTE = 60_000;
/** The server's clock is an hour behind this one. */
const BEHIND = 60 * MINUTE;

let opened: Source[];
let page: { visibilityState: string } & EventTarget;
let tab: EventTarget;
let device: { onLine: boolean; connection: EventTarget & { saveData: boolean } };
let heard: Parameters<Hear>[];
let stream: LiveStream;

const serverNow = () => Date.now() - BEHIND;
const open = () => opened.filter(({ readyState }) => readyState !== Source.CLOSED);
const last = () => opened.at(-1) as Source;
const sinceOf = ({ url }: Source) => Number(new URL(url, "http://localhost").searchParams.get("lastEventId"));

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
  heard = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  tab = new EventTarget();
  device = { onLine: true, connection: Object.assign(new EventTarget(), { saveData: false }) };
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", tab);
  vi.stubGlobal("navigator", device);
  stream = createLiveStream((...event) => heard.push(event));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the live stream of a tab", () => {
  it("is one, from when the page was rendered on, whoever wants it", () => {
    const from = serverNow() - 2_000;
    stream.want(from);
    stream.want(from + 500);
    expect(opened).toHaveLength(1);
    expect(last().url).toBe(`/api/events?lastEventId=${from}`);
  });

  it("passes events on with the time at which the server read them", () => {
    stream.want(serverNow());
    last().accept();
    last().send("request", request("a"), serverNow());
    last().send("notification", { unread: 3 }, serverNow());
    expect(heard).toEqual([
      ["request", request("a"), serverNow()],
      ["notification", { unread: 3 }, serverNow()],
    ]);
  });

  it("is closed once nothing listens, and goes on from there", () => {
    stream.want(serverNow());
    last().accept();
    const at = serverNow();
    last().send("request", request("a"), at);
    stream.leave();
    expect(open()).toEqual([]);
    stream.want(serverNow());
    expect(open()).toHaveLength(1);
    expect(sinceOf(last())).toBe(at);
  });

  it("is closed five seconds after the page was hidden, and resumed when it is seen again", () => {
    stream.want(serverNow());
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
    stream.want(serverNow());
    last().accept();
    show("hidden");
    vi.advanceTimersByTime(2_000);
    show("visible");
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(1);
    expect(open()).toHaveLength(1);
  });

  it("stays open after it was hidden in two ways at once", () => {
    stream.want(serverNow());
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
    stream.want(serverNow());
    expect(opened).toEqual([]);
    show("visible");
    expect(open()).toHaveLength(1);
  });

  it("goes on from when the page was hidden, though nothing had happened for longer than can be resumed", () => {
    stream.want(serverNow());
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

  it("does not count the time of a connection that was lost as heard", () => {
    const from = serverNow();
    stream.want(from);
    last().accept();
    vi.advanceTimersByTime(2 * MINUTE);
    last().lose();
    show("hidden");
    vi.advanceTimersByTime(MINUTE);
    show("visible");
    expect(sinceOf(last())).toBe(from);
  });

  it("is opened anew after sleep, in which the timer did not run", () => {
    stream.want(serverNow());
    last().accept();
    const hidden = serverNow();
    show("hidden");
    vi.setSystemTime(Date.now() + 30 * MINUTE);
    show("visible");
    expect(opened).toHaveLength(2);
    expect(open()).toEqual([last()]);
    expect(sinceOf(last())).toBeLessThanOrEqual(hidden);
  });

  it("begins with the page where what was heard is too old to be resumed", () => {
    stream.want(serverNow());
    last().accept();
    last().send("request", request("a"), serverNow());
    stream.leave();
    vi.advanceTimersByTime(6 * MINUTE);
    const from = serverNow();
    stream.want(from);
    expect(sinceOf(last())).toBe(from);
  });

  it("is closed before the page is stored for the way back, and opened on it", () => {
    stream.want(serverNow());
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
    stream.want(serverNow());
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
    createLiveStream(() => undefined).want(serverNow());
    expect(open()).toHaveLength(1);
  });

  it("waits for the network", () => {
    device.onLine = false;
    stream.want(serverNow());
    expect(opened).toEqual([]);
    device.onLine = true;
    tab.dispatchEvent(new Event("online"));
    expect(open()).toHaveLength(1);
    device.onLine = false;
    tab.dispatchEvent(new Event("offline"));
    expect(open()).toEqual([]);
  });

  it("leaves a broken connection to the browser", () => {
    stream.want(serverNow());
    last().accept();
    last().lose();
    vi.advanceTimersByTime(MINUTE);
    expect(opened).toHaveLength(1);
  });

  it("asks ever more rarely after an answer that is no stream, at least every five minutes", () => {
    stream.want(serverNow());
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
    stream.want(serverNow());
    last().refuse();
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
  });

  it("does not ask while it waits, nor while hidden or unwanted", () => {
    stream.want(serverNow());
    last().refuse();
    stream.want(serverNow());
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
