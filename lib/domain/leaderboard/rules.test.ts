import { describe, expect, it } from "vitest";
import fc from "@/tests/support/fast-check";
import { centsToPass, movementOf, ranksOf } from "./rules";

describe("how much more passes somebody", () => {
  it.each([
    [1, 100],
    [99, 100],
    [100, 200],
    [101, 200],
    [1_999, 2_000],
    [2_000, 2_100],
  ])("%i cents ahead: %i", (behind, more) => {
    expect(centsToPass(behind)).toBe(more);
  });

  it("is the smallest whole amount that does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (behind) => {
        const more = centsToPass(behind);
        expect(more % 100).toBe(0);
        expect(more).toBeGreaterThan(behind);
        expect(more - 100).toBeLessThanOrEqual(behind);
      }),
    );
  });
});

describe("rise and fall", () => {
  it("is counted in places", () => {
    expect(movementOf(2, 5)).toEqual({ to: "up", places: 3 });
    expect(movementOf(5, 2)).toEqual({ to: "down", places: 3 });
    expect(movementOf(4, 4)).toEqual({ to: "same" });
    expect(movementOf(1, null)).toEqual({ to: "new" });
  });

  it("knows what ranks people had: equal amounts share one, and who had given nothing has none", () => {
    const given = new Map([
      ["ana", 300],
      ["ben", 500],
      ["cem", 0],
      ["dee", 300],
      ["eli", 100],
    ]);
    expect(Object.fromEntries(ranksOf(given))).toEqual({ ben: 1, ana: 2, dee: 2, eli: 4 });
    expect(ranksOf(new Map())).toEqual(new Map());
  });
});
