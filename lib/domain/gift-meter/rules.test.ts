import { describe, expect, it } from "vitest";
import { giftLimits } from "@/lib/ground/gift-limits";
import { isMore, levelAt, passesBy } from "./rules";

describe("how near a limit is", () => {
  it.each([
    [0, "below"],
    [79_999, "below"],
    [80_000, "near"],
    [99_999, "near"],
    [100_000, "passed"],
  ] as const)("%i of 100,000 cents is %s", (received, level) => {
    expect(levelAt(received, 100_000)).toBe(level);
  });

  it("is told only where it is more than before", () => {
    expect(isMore("near", "below")).toBe(true);
    expect(isMore("passed", "near")).toBe(true);
    expect(isMore("near", "near")).toBe(false);
    expect(isMore("below", "passed")).toBe(false);
  });
});

it.each([
  [4_000, null, null],
  [4_000, 4_000, null],
  [4_001, 4_000, 1],
  [4_000, 0, 4_000],
  [4_000, -5_000, 9_000],
])("a goal of %i with %s left passes the limit by %s", (goal, left, by) => {
  expect(passesBy(goal, left)).toBe(by);
});

it("a year without limits takes those of the latest year before it, and no others", () => {
  expect(giftLimits("NL", 2026)?.benefit).toBe(120_000);
  expect(giftLimits("NL", 2031)).toEqual(giftLimits("NL", 2026));
  expect(giftLimits("NL", 2025)).toBe(null);
  for (const country of ["BE", "", "constructor", null]) expect(giftLimits(country, 2026)).toBe(null);
});
