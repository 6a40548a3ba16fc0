import { FREE_TIER, type Tier } from "@/lib/ground/tiers";

/**
 * Letters, digits, dots, underscores and hyphens (specification 5); ASCII only, against look-alikes of other
 * scripts.
 */
export const USERNAME_PATTERN = /^[A-Za-z0-9._-]*$/;

/** Days after its money arrived from which a request counts among those whose owner says what became of it. */
export const DELIVERY_DUE_DAYS = 14;

/** The tier in effect at a time: an expired subscription is `none` (D11); without an expiry it runs on. */
export function effectiveTier(tier: Tier, expiry: Date | null, at: Date): Tier {
  return expiry !== null && expiry <= at ? FREE_TIER : tier;
}
