import type { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makePdf } from "./make-pdf";
import type { PdfOrder } from "./pdf-worker";

const threads = vi.hoisted(() => [] as FakeThread[]);

type FakeThread = EventEmitter & { orders: unknown[]; isEnded: boolean };

vi.mock("node:worker_threads", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  class Thread extends Emitter {
    orders: unknown[] = [];
    isEnded = false;
    constructor() {
      super();
      threads.push(this);
    }
    postMessage(order: unknown): void {
      this.orders.push(order);
    }
    unref(): void {}
    async terminate(): Promise<number> {
      this.isEnded = true;
      return 0;
    }
  }
  return { Worker: Thread, default: {} };
});

beforeEach(() => vi.useFakeTimers());
// Whatever thread is left ends.
afterEach(async () => {
  vi.restoreAllMocks();
  await vi.advanceTimersByTimeAsync(60_000);
  threads.length = 0;
});

const order = { locale: "nl" } as PdfOrder;
const ask = () => makePdf("somebody", async () => order);
const answer = async (which: number, pdf: string | Error) => {
  await vi.advanceTimersByTimeAsync(0);
  threads[which]?.emit("message", pdf);
};

it("the next PDF is made by the same thread, which ends half a minute after the last", async () => {
  for (const pdf of ["one", "two"]) {
    const asked = ask();
    await vi.advanceTimersByTimeAsync(20_000);
    await answer(0, pdf);
    expect(await asked).toBe(pdf);
    await vi.advanceTimersByTimeAsync(25_000);
  }
  expect(threads).toMatchObject([{ orders: [order, order], isEnded: false }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(threads[0]?.isEnded).toBe(true);
  const asked = ask();
  await answer(1, "three");
  expect(await asked).toBe("three");
});

it("one that fails is told, and the next is made by another", async () => {
  const failed = expect(ask()).rejects.toThrow("no memory");
  await vi.advanceTimersByTimeAsync(0);
  threads[0]?.emit("error", new Error("no memory"));
  await failed;
  const asked = ask();
  await answer(1, "fine");
  expect(await asked).toBe("fine");
  expect(threads).toMatchObject([{ isEnded: true }, { isEnded: false }]);
});

it("an error is thrown where it was asked for, and the next is made by another thread", async () => {
  const failed = expect(ask()).rejects.toThrow("no PDF");
  await answer(0, new Error("no PDF"));
  await failed;
  expect(threads).toMatchObject([{ isEnded: true }]);
});

it("a thread that fails while it waits fails nothing", async () => {
  const first = ask();
  await answer(0, "one");
  expect(await first).toBe("one");
  threads[0]?.emit("error", new Error("ended"));
  const second = ask();
  await answer(1, "two");
  expect(await second).toBe("two");
});

it("one that does not answer is given up after half a minute", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation((after) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), after);
    return controller.signal;
  });
  const failed = expect(ask()).rejects.toThrow("aborted");
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  expect(threads[0]?.isEnded).toBe(true);
});
