type TierRules = {
  /** The plan's name at the provider; null for the free tier. */
  planName: string | null;
  /** Cents a month (D9); 0 for the free tier. */
  monthlyPrice: number;
  /** The boosts that come with every paid period (D10). */
  monthlyBoosts: { boostType: "normal" | "premium"; quantity: number };
  /** The highest goal of a request, in cents (D7). */
  goalLimit: number;
  /** How many requests may be active and not completed at a time (D8). */
  activeLimit: number;
  /** The level of the owner's requests in the feed (D20). */
  priority: number;
};

/** The subscription tiers, lowest first: the first is free, each later one includes those before it. */
export const TIER_RULES = {
  none: {
    planName: null,
    monthlyPrice: 0,
    monthlyBoosts: { boostType: "normal", quantity: 0 },
    goalLimit: 50_000,
    activeLimit: 3,
    priority: 0,
  },
  gold: {
    planName: "Gold",
    monthlyPrice: 499,
    monthlyBoosts: { boostType: "normal", quantity: 5 },
    goalLimit: 200_000,
    activeLimit: 5,
    priority: 1,
  },
  diamond: {
    planName: "Diamond",
    monthlyPrice: 999,
    monthlyBoosts: { boostType: "premium", quantity: 5 },
    goalLimit: 1_000_000,
    activeLimit: 10,
    priority: 2,
  },
} as const satisfies Record<string, TierRules>;

export type Tier = keyof typeof TIER_RULES;
export const FREE_TIER = "none" satisfies Tier;
/** A tier that is paid for. */
export type PaidTier = Exclude<Tier, typeof FREE_TIER>;

/** Lowest first. */
export const TIERS = Object.keys(TIER_RULES) as [Tier, ...Tier[]];
export const PAID_TIERS = TIERS.filter(isPaid) as [PaidTier, ...PaidTier[]];

export function isPaid(tier: Tier): tier is PaidTier {
  return tier !== FREE_TIER;
}

/** Whether a tier includes another: it is the same or a higher one. */
export function isAtLeast(tier: Tier, other: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(other);
}

/** Whether no tier is higher. */
export function isHighest(tier: Tier): boolean {
  return tier === TIERS.at(-1);
}
