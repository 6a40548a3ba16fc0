import { describe, expect, it } from "vitest";
import { isBoosted } from "./is-boosted";

const AT = new Date("2026-11-21T12:00:00Z");
const hoursAgo = (hours: number) => new Date(AT.getTime() - hours * 3_600_000).toISOString();

describe("the boosted label (D20)", () => {
  it("stands for 24 hours with a normal and 48 with a premium boost", () => {
    expect(isBoosted({ appliedBoostType: "normal", boostAppliedAt: hoursAgo(23.9) }, AT)).toBe(true);
    expect(isBoosted({ appliedBoostType: "normal", boostAppliedAt: hoursAgo(24) }, AT)).toBe(false);
    expect(isBoosted({ appliedBoostType: "premium", boostAppliedAt: hoursAgo(47.9) }, AT)).toBe(true);
    expect(isBoosted({ appliedBoostType: "premium", boostAppliedAt: hoursAgo(48) }, AT)).toBe(false);
  });

  it("is absent without a boost", () => {
    expect(isBoosted({ appliedBoostType: null, boostAppliedAt: null }, AT)).toBe(false);
  });
});
