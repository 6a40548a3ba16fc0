import { FREE_TIER, type Tier } from "@/lib/ground/tiers";

/** Letters, digits, dots, underscores and hyphens (specification 5); ASCII only, so that no two names look alike by script. */
export const USERNAME_PATTERN = /^[A-Za-z0-9._-]*$/;

/** The tier that counts at a moment: an expired subscription is `none` (D11); no expiry means it runs on. */
export function effectiveTier(tier: Tier, expiry: Date | null, at: Date): Tier {
  return expiry !== null && expiry <= at ? FREE_TIER : tier;
}
