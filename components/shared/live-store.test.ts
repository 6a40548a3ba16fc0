import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Receive } from "./live-stream";

const stream = { want: vi.fn(), leave: vi.fn() };
const made: Receive[] = [];
vi.mock("./live-stream", () => ({
  createLiveStream: (receive: Receive) => {
    made.push(receive);
    return stream;
  },
}));

const RENDERED = 1_000_000;

type Store = typeof import("./live-store");
let store: Store;

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  made.length = 0;
  store = await import("./live-store");
});

async function hears(id: string, at: number, raised = 100): Promise<void> {
  await vi.waitFor(() => expect(made).toHaveLength(1), 30_000);
  made[0]?.("request", { id, raised, isCompleted: false, givers: 1, faces: [] }, at);
}

describe("what is received live", () => {
  it("reaches those who listen to it, and nobody else", async () => {
    const [a, b] = [vi.fn(), vi.fn()];
    store.listen("a", RENDERED, a);
    store.listen("b", RENDERED, b);
    await hears("a", RENDERED + 5_000, 700);
    expect(a).toHaveBeenCalledOnce();
    expect(b).not.toHaveBeenCalled();
    expect(store.latestOf("a", RENDERED)).toMatchObject({ raised: 700, at: RENDERED + 5_000 });
    expect(store.latestOf("b", RENDERED)).toBeNull();
  });

  it("goes by the key of one's own where it is about notifications", async () => {
    const listener = vi.fn();
    store.listen(store.OWN, RENDERED, listener);
    await vi.waitFor(() => expect(made).toHaveLength(1), 30_000);
    made[0]?.("notification", { unread: 4 }, RENDERED);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.latestOf(store.OWN, RENDERED)).toEqual({ unread: 4, at: RENDERED });
  });

  it("takes what a page knows as the truth until something is rendered or received later", async () => {
    const listener = vi.fn();
    store.listen(store.OWN, RENDERED, listener);
    await vi.waitFor(() => expect(made).toHaveLength(1), 30_000);
    store.receiveFromPage({ unread: 3 }, RENDERED);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.latestOf(store.OWN, RENDERED)).toMatchObject({ unread: 3 });
    expect(store.latestOf(store.OWN, RENDERED + 1), "a frame that was rendered later").toBeNull();
    made[0]?.("notification", { unread: 4 }, RENDERED);
    store.receiveFromPage({ unread: 3 }, RENDERED);
    expect(store.latestOf(store.OWN, RENDERED), "a page from the history").toMatchObject({ unread: 4 });
  });

  it("lets a page count what one has just read, however soon after an event it was rendered", async () => {
    store.listen(store.OWN, RENDERED, () => undefined);
    await vi.waitFor(() => expect(made).toHaveLength(1), 30_000);
    made[0]?.("notification", { unread: 4 }, RENDERED + 100);
    store.receiveFromPage({ unread: 3 }, RENDERED + 200);
    expect(store.latestOf(store.OWN, RENDERED)).toMatchObject({ unread: 3 });
    expect(store.latestOf(store.OWN, RENDERED + 300)).toBeNull();
  });

  it("gives way to a page that was rendered later", async () => {
    store.listen("a", RENDERED, () => undefined);
    await hears("a", RENDERED);
    expect(store.latestOf("a", RENDERED + 1_000), "clocks differ by so much").not.toBeNull();
    expect(store.latestOf("a", RENDERED + 1_001)).toBeNull();
    expect(store.latestOf("a", RENDERED), "and not to the one before").not.toBeNull();
  });

  it("opens one stream, from a little before the page on, and leaves it when nobody listens", async () => {
    const stopA = store.listen("a", RENDERED, () => undefined);
    const stopB = store.listen("b", RENDERED, () => undefined);
    await vi.waitFor(() => expect(stream.want).toHaveBeenCalledTimes(2), 30_000);
    expect(made).toHaveLength(1);
    expect(stream.want).toHaveBeenCalledWith("a", RENDERED - 1_000);
    stopA();
    await new Promise((done) => setTimeout(done, 20));
    expect(stream.leave).not.toHaveBeenCalled();
    stopB();
    await vi.waitFor(() => expect(stream.leave).toHaveBeenCalledOnce(), 30_000);
    store.listen("c", RENDERED, () => undefined);
    await vi.waitFor(() => expect(stream.want).toHaveBeenCalledTimes(3), 30_000);
    expect(made).toHaveLength(1);
  });

  it("has the stream name each request, and nothing for one's own notifications", async () => {
    for (const key of ["a", store.OWN, "b"]) store.listen(key, RENDERED, () => undefined);
    await vi.waitFor(() => expect(stream.want).toHaveBeenCalledTimes(3), 30_000);
    expect(stream.want.mock.calls.map(([request]) => request)).toEqual(["a", null, "b"]);
  });

  it("keeps the stream where one page replaces another", async () => {
    const stop = store.listen("a", RENDERED, () => undefined);
    stop();
    store.listen("b", RENDERED, () => undefined);
    await new Promise((done) => setTimeout(done, 20));
    expect(stream.leave).not.toHaveBeenCalled();
  });

  it("forgets the oldest that nobody shows, never what is shown", async () => {
    store.listen("shown", RENDERED, () => undefined);
    await hears("shown", RENDERED);
    for (let n = 0; n < 600; n += 1) await hears(`other-${n}`, RENDERED);
    expect(store.latestOf("shown", RENDERED)).not.toBeNull();
    expect(store.latestOf("other-0", RENDERED)).toBeNull();
    expect(store.latestOf("other-599", RENDERED)).not.toBeNull();
  });
});
