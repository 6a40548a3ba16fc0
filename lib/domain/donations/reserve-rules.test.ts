import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestDonation, MIN_DONATION } from "@/lib/ground/money";
import { busyUntil, type Reserved } from "./reserve-rules";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26, 12, minutes));
const other = (amount: number, minutes: number): Reserved => ({ amount, until: at(minutes) });

describe("whether somebody else is just paying", () => {
  it.each([
    ["nobody else", 1_250, 1_250, [], null],
    ["the last of it", 1_250, 1_250, [other(1_250, 3)], { until: at(3), remaining: 0 }],
    ["a part of it", 2_000, 2_000, [other(1_250, 3)], { until: at(3), remaining: 750 }],
    ["less than is left beside it", 750, 2_000, [other(1_250, 3)], null],
    [
      "two, of which the first frees enough",
      500,
      2_000,
      [other(1_250, 30), other(750, 3)],
      { until: at(3), remaining: 0 },
    ],
    [
      "two, of which only the last does",
      1_500,
      2_000,
      [other(1_250, 30), other(750, 3)],
      { until: at(30), remaining: 0 },
    ],
    ["more than the goal needs, by nobody else", 5_000, 100, [], null],
    ["a request that goes on beyond its goal", 5_000, null, [other(5_000, 3)], null],
  ] as const)("%s", (_, amount, remaining, others, expected) => {
    expect(busyUntil(amount, remaining, others)).toEqual(expected);
  });

  it("takes the smallest donation of the last cents that nobody reserved (D6)", () => {
    expect(busyUntil(MIN_DONATION, 1_010, [other(1_000, 3)])).toBeNull();
  });

  const cents = fc.integer({ min: 1, max: 100_000 });
  it("never lets more than the goal be reserved, but for the smallest donation, and names a later time", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.array(fc.record({ amount: cents, until: fc.integer({ min: 1, max: 30 }).map(at) })),
        (amount, remaining, others) => {
          const busy = busyUntil(amount, remaining, others);
          const free = remaining - others.reduce((sum, each) => sum + each.amount, 0);
          if (others.length > 0 && busy === null) expect(amount).toBeLessThanOrEqual(largestDonation(free));
          if (busy) {
            expect(others.map(({ until }) => until.getTime())).toContain(busy.until.getTime());
            expect(busy.remaining).toBeLessThan(amount);
            if (busy.remaining > 0) expect(busyUntil(busy.remaining, remaining, others)).toBeNull();
          }
        },
      ),
    );
  });
});
