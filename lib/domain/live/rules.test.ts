import { describe, expect, it } from "vitest";
import {
  changedSince,
  LATE_MS,
  lastChanged,
  lastEventAt,
  MOST_NAMED,
  notSeen,
  recentTops,
  sendFrom,
} from "./rules";
import { eventsQuerySchema } from "./schema";

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

describe("what has changed", () => {
  const changes = new Map(Array.from({ length: 600 }, (_, n) => [`r${n}`, AT + n]));

  it("is told of the requests that are named", () => {
    expect(changedSince(changes, AT + 10, ["r11", "r10", "none", "r500"])).toEqual(["r11", "r500"]);
  });

  it("is told of a bounded number of requests to who names none, the last ones", () => {
    const last = lastChanged(changes);
    expect([last.length, last[0], last.at(-1)]).toEqual([500, "r100", "r599"]);
  });
});

describe("the query of a stream", () => {
  const [one, other] = ["019ab000-0000-7000-8000-000000000001", "019AB000-0000-7000-8000-00000000000F"];
  const parse = (requests?: string) => eventsQuerySchema.safeParse({ requests });

  it("names requests, none, or all", () => {
    expect(parse(`${one},${other}`).data?.requests).toEqual([one, other.toLowerCase()]);
    expect(parse("").data?.requests).toEqual([]);
    expect(parse().data?.requests).toBeUndefined();
    expect(parse(Array(MOST_NAMED).fill(one).join()).success).toBe(true);
  });

  it.each([
    "all",
    ",",
    `${one},`,
    `${one};${one}`,
    `${one} ,${one}`,
    `${one}'`,
    `${one}\u0000`,
    Array(101).fill(one).join(),
    "a".repeat(100_000),
  ])("is refused when it names anything else", (requests) => {
    expect(parse(requests).success).toBe(false);
  });
});

describe("the window of a look", () => {
  it("shows each row as new once", () => {
    expect(notSeen(["a", "b"], new Set())).toEqual(["a", "b"]);
    expect(notSeen(["a", "b"], new Set(["a"]))).toEqual(["b"]);
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
