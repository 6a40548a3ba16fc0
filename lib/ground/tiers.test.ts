import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { isAtLeast, isHighest, isPaid, PAID_TIERS, TIER_RULES, TIERS, type Tier } from "./tiers";

const PLATINUM = "platinum" as Tier;
const RULES = {
  planName: "Platinum",
  monthlyPrice: 1_999,
  monthlyBoosts: { boostType: "premium", quantity: 9 },
  goalLimit: 2_000_000,
  activeLimit: 20,
  priority: 2,
};

describe("tiers", () => {
  it("are ordered, the free one first", () => {
    expect(TIERS).toEqual(["none", "gold", "diamond"]);
    expect(TIERS.map(isPaid)).toEqual([false, true, true]);
    expect(TIERS.map((tier) => isAtLeast(tier, "gold"))).toEqual([false, true, true]);
    expect(TIERS.map(isHighest)).toEqual([false, false, true]);
  });

  it("are never compared by name, but for the free one", () => {
    const comparison = String.raw`([=!]==? *|case |includes\()"(none|gold|diamond)"|"(gold|diamond)" *[=!]==?`;
    const places = ["app", "components", "lib", "seed", ":!*.test.ts", ":!lib/web/origin.ts"];
    const { stdout } = spawnSync("git", ["grep", "--untracked", "-nE", comparison, "--", ...places]);
    // A photo that was not chosen, a payee without an account and a decision without a measure are called "none" too.
    const found = String(stdout).split("\n");
    expect(found.filter((line) => line !== "" && !/phase|payee|\bstate\b|\bmeasure\b/.test(line))).toEqual(
      [],
    );
  });
});

async function loadRules() {
  const [
    requests,
    subscriptions,
    { subscribeSchema },
    { tierSchema },
    { publicUserSchema },
    { effectiveTier },
  ] = await Promise.all([
    import("@/lib/domain/requests/rules"),
    import("@/lib/domain/subscriptions/rules"),
    import("@/lib/domain/subscriptions/schema"),
    import("@/lib/domain/operator/schema"),
    import("@/lib/domain/users/schema"),
    import("@/lib/domain/users/rules"),
  ]);
  return { requests, subscriptions, subscribeSchema, tierSchema, publicUserSchema, effectiveTier };
}

describe("a made-up tier above the others", () => {
  let rules: Awaited<ReturnType<typeof loadRules>>;
  beforeAll(async () => {
    Object.assign(TIER_RULES, { [PLATINUM]: RULES });
    TIERS.push(PLATINUM);
    PAID_TIERS.push(PLATINUM as (typeof PAID_TIERS)[number]);
    // The schemas read the list when they are loaded, so they are loaded only now.
    rules = await loadRules();
  });

  const at = new Date("2026-03-10T10:00:00Z");
  const later = new Date("2026-03-20T10:00:00Z");
  const owner = { ownerTier: PLATINUM, ownerTierExpiry: null, appliedBoostType: null, boostAppliedAt: null };

  it("is accepted and answered", () => {
    const { subscribeSchema, tierSchema, publicUserSchema, effectiveTier } = rules;
    expect(subscribeSchema.shape.tier.parse(PLATINUM)).toBe(PLATINUM);
    expect(tierSchema.parse(PLATINUM)).toBe(PLATINUM);
    expect(publicUserSchema.shape.subscriptionTier.parse(PLATINUM)).toBe(PLATINUM);
    expect(effectiveTier(PLATINUM, later, at)).toBe(PLATINUM);
    expect(isHighest("diamond")).toBe(false);
  });

  it("lifts its requests, which take donations beyond their goal and stay listed", () => {
    const { requests } = rules;
    expect(requests.effectivePriority(owner, at)).toEqual({ level: 2, until: null });
    expect(requests.remainingFor({ raised: 100, goal: 100 }, PLATINUM)).toBeNull();
    expect(requests.listedUntil(at, PLATINUM, null)).toBeNull();
  });

  it("is bought as a plan of its own, and bars lower ones while it runs", () => {
    const { subscriptions } = rules;
    const platinum = { tier: PLATINUM, amount: 1_999, currency: "eur", endRequestedAt: null } as never;
    const diamond = { tier: "diamond", amount: 999, currency: "eur", endRequestedAt: null } as never;
    const terms = { isOurs: true, nextPaymentAt: null };
    const paid = (amount: number) => ({ amount, currency: "eur", paidAt: at });
    expect(subscriptions.planOf(platinum, "Steuntje")).toMatchObject({
      key: "platinum-1999-eur",
      name: "Steuntje Platinum",
    });
    const running = { tier: PLATINUM, expiry: later };
    expect(
      subscriptions.judgePayment(paid(999), { ...terms, subscription: diamond, entitlement: running }),
    ).toEqual({ refused: "plan_ended" });
    expect(
      subscriptions.judgePayment(paid(1_999), {
        ...terms,
        subscription: platinum,
        entitlement: { tier: "diamond", expiry: later },
      }),
    ).toHaveProperty("period");
  });
});
