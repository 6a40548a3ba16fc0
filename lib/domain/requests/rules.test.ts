import { describe, expect, it } from "vitest";
import { TIER_RULES } from "@/lib/ground/tiers";
import { BOOST_TYPES, TIERS } from "@/lib/ground/vocabulary";
import fc from "@/tests/support/fast-check";
import {
  BOOST,
  effectivePriority,
  listedUntil,
  type PrioritySources,
  remainingFor,
  requestStatus,
} from "./rules";

const AT = new Date("2026-03-10T12:00:00Z");
const hours = (count: number) => new Date(AT.getTime() + count * 3_600_000);
const plain: PrioritySources = {
  ownerTier: "none",
  ownerTierExpiry: null,
  appliedBoostType: null,
  boostAppliedAt: null,
};

describe("effectivePriority (D20)", () => {
  it.each<[string, Partial<PrioritySources>, number, Date | null]>([
    ["free, without a boost", {}, 0, null],
    ["gold without expiry", { ownerTier: "gold" }, 1, null],
    ["diamond until tomorrow", { ownerTier: "diamond", ownerTierExpiry: hours(24) }, 2, hours(24)],
    ["diamond that ends this very moment", { ownerTier: "diamond", ownerTierExpiry: AT }, 0, null],
    ["a fresh normal boost", { appliedBoostType: "normal", boostAppliedAt: AT }, 1, hours(24)],
    ["a fresh premium boost", { appliedBoostType: "premium", boostAppliedAt: AT }, 2, hours(48)],
    ["a normal boost 24 hours later", { appliedBoostType: "normal", boostAppliedAt: hours(-24) }, 0, null],
    [
      "a premium boost just short of 48 hours",
      { appliedBoostType: "premium", boostAppliedAt: hours(-47) },
      2,
      hours(1),
    ],
    [
      "gold with a premium boost",
      { ownerTier: "gold", appliedBoostType: "premium", boostAppliedAt: AT },
      2,
      hours(48),
    ],
    [
      "diamond with a normal boost",
      { ownerTier: "diamond", appliedBoostType: "normal", boostAppliedAt: AT },
      2,
      null,
    ],
    [
      "gold that outlasts an equal boost",
      { ownerTier: "gold", ownerTierExpiry: hours(30), appliedBoostType: "normal", boostAppliedAt: AT },
      1,
      hours(30),
    ],
    [
      "expired diamond with a normal boost",
      {
        ownerTier: "diamond",
        ownerTierExpiry: hours(-1),
        appliedBoostType: "normal",
        boostAppliedAt: hours(-1),
      },
      1,
      hours(23),
    ],
  ])("%s", (_, sources, level, until) => {
    expect(effectivePriority({ ...plain, ...sources }, AT)).toEqual({ level, until });
  });

  it("holds until the moment it names, and is lower from then on", () => {
    const offset = fc.option(fc.integer({ min: -100, max: 100 }).map(hours), { nil: null });
    fc.assert(
      fc.property(
        fc.constantFrom(...TIERS),
        offset,
        fc.constantFrom(...BOOST_TYPES),
        offset,
        (tier, expiry, type, applied) => {
          const sources = {
            ownerTier: tier,
            ownerTierExpiry: expiry,
            appliedBoostType: applied && type,
            boostAppliedAt: applied,
          };
          const { level, until } = effectivePriority(sources, AT);
          expect(level).toBeLessThanOrEqual(
            Math.max(TIER_RULES[tier].priority, applied ? BOOST[type].priority : 0),
          );
          if (until === null) {
            expect(effectivePriority(sources, hours(10_000)).level).toBe(level);
            return;
          }
          expect(effectivePriority(sources, new Date(until.getTime() - 1)).level).toBe(level);
          expect(effectivePriority(sources, until).level).toBeLessThan(level);
        },
      ),
    );
  });
});

describe("listedUntil (D20)", () => {
  const week = hours(7 * 24);
  it("is 7 days for a free requester", () => expect(listedUntil(AT, "none", null)).toEqual(week));
  it("has no end with an unlimited subscription", () => expect(listedUntil(AT, "gold", null)).toBeNull());
  it("lasts as long as the subscription", () =>
    expect(listedUntil(AT, "diamond", hours(500))).toEqual(hours(500)));
  it("is never less than a free requester's", () => expect(listedUntil(AT, "gold", hours(-5))).toEqual(week));
});

describe("remainingFor (D26)", () => {
  it.each([
    [0, 100, 100],
    [99, 100, 1],
    [100, 100, 0],
    [130, 100, 0],
  ])("of a free requester with %i of %i cents is %i", (raised, goal, left) => {
    expect(remainingFor({ raised, goal }, "none")).toBe(left);
  });
  it("is open-ended for subscribers", () =>
    expect(remainingFor({ raised: 100, goal: 100 }, "gold")).toBeNull());
});

describe("the status of a request in its owner's list", () => {
  it.each([
    [true, true, null, "completed"],
    [false, true, "closed", "completed"],
    [true, false, null, "active"],
    [true, false, "paused", "active"],
    [true, false, "closed", "closed"],
    [false, false, "closed", "closed"],
    [false, false, null, "inactive"],
  ] as const)("active %s, completed %s, %s: %s", (isActive, isCompleted, givingChoice, status) => {
    expect(requestStatus({ isActive, isCompleted, givingChoice })).toBe(status);
  });
});
