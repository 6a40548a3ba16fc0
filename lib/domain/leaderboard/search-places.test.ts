import { afterEach, describe, expect, it, vi } from "vitest";
import { inSearchPlace } from "./search-places";

afterEach(() => vi.useRealTimers());

/** A search that runs until it is ended, and says when it began. */
function openSearch(begun: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const search = () => {
    begun.push(name);
    return ended;
  };
  return { search, end: () => end() };
}

const settle = async () => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};

describe("trust 35: the places of searches", () => {
  it("are two, and people take turns for them, so that nobody who sends many keeps others waiting", async () => {
    const begun: string[] = [];
    const searches = ["a1", "a2", "a3", "a4", "a5", "b1", "c1", "b2"].map((name) => ({
      name,
      ...openSearch(begun, name),
    }));
    const all = searches.map(({ name, search }) => inSearchPlace(name.charAt(0), search));
    await settle();
    expect(begun).toEqual(["a1", "a2"]);
    for (const { end } of searches) {
      end();
      await settle();
    }
    await Promise.all(all);
    expect(begun).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5"]);
  });

  it("a person's twenty clicks at once all find one", async () => {
    const done = Array.from({ length: 20 }, (_, n) => inSearchPlace("clicks", async () => n));
    expect(await Promise.all(done)).toHaveLength(20);
  });

  it("refuse who waits too long, and whose line is full, with when to try again", async () => {
    vi.useFakeTimers();
    const busy = [openSearch([], "x"), openSearch([], "y")];
    const running = busy.map(({ search }) => inSearchPlace("busy", search));
    const refusal = { code: "RATE_LIMITED", retryAfter: 2 };
    const refused = () => expect(inSearchPlace("waits", async () => 1)).rejects.toMatchObject(refusal);
    const waiting = Array.from({ length: 20 }, refused);
    // The line is full: nobody waits for this answer.
    await refused();
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(waiting);
    const late = inSearchPlace("late", async () => "found");
    for (const { end } of busy) end();
    await Promise.all(running);
    expect(await late).toBe("found");
    expect(await inSearchPlace("waits", async () => "found")).toBe("found");
  });

  it("are given back by a search that fails, and one that took too long is refused", async () => {
    const slow = Object.assign(new Error("canceling statement"), { code: "57014" });
    for (let n = 0; n < 5; n += 1) {
      const failing = inSearchPlace("fails", () => Promise.reject(new Error("failed", { cause: slow })));
      await expect(failing).rejects.toMatchObject({ code: "RATE_LIMITED" });
      const other = inSearchPlace("fails", () => Promise.reject(new Error("the database is away")));
      await expect(other).rejects.toThrow("the database is away");
    }
    expect(await inSearchPlace("fails", async () => 1)).toBe(1);
  });
});
