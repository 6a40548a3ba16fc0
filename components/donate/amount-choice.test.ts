import { describe, expect, it } from "vitest";
import { MAX_DONATION, MIN_DONATION } from "@/lib/ground/money";
import fc from "@/tests/support/fast-check";
import { maximumFor, quickAmounts } from "./amount-choice";

const request = (raised: number, goal: number, subscriptionTier: "none" | "gold" | "diamond" = "none") => ({
  raised,
  goal,
  user: { subscriptionTier },
});

describe("quick amounts", () => {
  it("offers both presets and the whole remainder of a large goal", () => {
    expect(quickAmounts(request(0, 40_000))).toEqual([
      { kind: "small", cents: 2_500 },
      { kind: "generous", cents: 5_000 },
      { kind: "fund", cents: 40_000 },
    ]);
  });

  it("calls the remainder completing the goal below 10,000 cents", () => {
    expect(quickAmounts(request(30_001, 40_000)).at(-1)).toEqual({ kind: "complete", cents: 9_999 });
    expect(quickAmounts(request(30_000, 40_000)).at(-1)).toEqual({ kind: "fund", cents: 10_000 });
  });

  it("leaves out presets that do not fit", () => {
    expect(quickAmounts(request(0, 4_999)).map(({ cents }) => cents)).toEqual([2_500, 4_999]);
  });

  it.each([2_500, 5_000])("offers a remainder of %i cents once, as completing the goal (D47)", (rest) => {
    const offered = quickAmounts(request(10_000 - rest, 10_000)).filter(({ cents }) => cents === rest);
    expect(offered).toEqual([{ kind: "complete", cents: rest }]);
  });

  it("offers the smallest donation for the last cents of a goal", () => {
    expect(quickAmounts(request(4_990, 5_000))).toEqual([{ kind: "complete", cents: MIN_DONATION }]);
  });

  it("offers nothing once a free requester's goal is reached, and the presets beyond a subscriber's", () => {
    expect(quickAmounts(request(5_000, 5_000))).toEqual([]);
    expect(quickAmounts(request(6_000, 5_000, "gold")).map(({ cents }) => cents)).toEqual([2_500, 5_000]);
  });

  it("never offers what the server would refuse", () => {
    const tier = fc.constantFrom("none" as const, "gold" as const, "diamond" as const);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        tier,
        (raised, goal, of) => {
          const target = request(raised, goal, of);
          const amounts = quickAmounts(target).map(({ cents }) => cents);
          expect(new Set(amounts).size).toBe(amounts.length);
          for (const { cents } of quickAmounts(target)) {
            expect(cents).toBeGreaterThanOrEqual(MIN_DONATION);
            expect(cents).toBeLessThanOrEqual(maximumFor(target));
          }
        },
      ),
    );
  });
});

describe("the maximum", () => {
  it("is what remains for free requesters and the largest donation for subscribers", () => {
    expect(maximumFor(request(1_000, 5_000))).toBe(4_000);
    expect(maximumFor(request(1_000, 5_000, "diamond"))).toBe(MAX_DONATION);
    expect(maximumFor(request(5_000, 5_000))).toBe(0);
  });
});
