import { describe, expect, it } from "vitest";
import { LATE_MS, lastEventAt, notSeen, recentTops, sendFrom } from "./rules";

const AT = 1_795_000_000_000;

describe("the id of the last event", () => {
  it("is the time of a look", () => {
    expect(lastEventAt(String(AT))).toBe(AT);
  });

  it.each([
    null,
    undefined,
    "",
    "0",
    "1e12",
    "-1795000000000",
    "17950000000001795",
    "now",
    `${AT} `,
    `${AT}.5`,
  ])("is none when it is %j", (text) => {
    expect(lastEventAt(text)).toBeNull();
  });
});

describe("what a new reader is sent", () => {
  const kept = { at: AT, since: AT - 300_000 };
  const now = AT - LATE_MS;

  it("begins a little before their last event", () => {
    expect(sendFrom(AT - 60_000, kept)).toBe(AT - 60_000 - LATE_MS);
    expect(sendFrom(kept.since, kept)).toBe(kept.since - LATE_MS);
  });

  it("is the last seconds for a first visit, and where not all of what they missed is kept", () => {
    expect(sendFrom(null, kept)).toBe(now);
    expect(sendFrom(kept.since - 1, kept)).toBe(now);
  });

  it("is the last seconds when the id is of a time that has not come, except for what clocks differ by", () => {
    expect(sendFrom(AT + LATE_MS + 1, kept)).toBe(now);
    expect(sendFrom(AT + 100, kept)).toBe(AT + 100 - LATE_MS);
  });
});

describe("the window of a look", () => {
  it("shows each row as new once", () => {
    const [a, b] = [{ id: "a" }, { id: "b" }];
    expect(notSeen([a, b], new Set())).toEqual([a, b]);
    expect(notSeen([a, b], new Set(["a"]))).toEqual([b]);
  });

  it("begins at the last look before which everything is committed", () => {
    const tops = [AT, AT + 2_000, AT + 4_000].map((at, id) => ({ at, id }));
    expect(recentTops(tops, AT + 4_000)).toEqual(tops);
    expect(recentTops(tops, AT + LATE_MS + 1_999)).toEqual(tops);
    expect(recentTops(tops, AT + LATE_MS + 2_000)).toEqual(tops.slice(1));
    expect(recentTops(tops, AT + 60_000)).toEqual(tops.slice(2));
  });

  it("stays where it was while nothing is looked at", () => {
    expect(recentTops([{ at: AT, id: 7 }], AT + 3_600_000)).toEqual([{ at: AT, id: 7 }]);
  });
});
