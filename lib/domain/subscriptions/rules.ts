import type { BoostType, Tier } from "@/lib/vocabulary";

/** A tier that is paid for. */
export type PaidTier = Exclude<Tier, "none">;

/** What a plan costs a month, in cents (D9). */
export const MONTHLY_PRICE: Record<PaidTier, number> = { gold: 499, diamond: 999 };

/** The boosts that come with every paid period (D10). */
export const MONTHLY_BOOSTS: Record<PaidTier, { boostType: BoostType; quantity: number }> = {
  gold: { boostType: "normal", quantity: 5 },
  diamond: { boostType: "premium", quantity: 5 },
};
