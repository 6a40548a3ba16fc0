import type { Tier } from "@/lib/vocabulary";

/** Letters, digits, dots, underscores and hyphens (specification 5); ASCII only, so that no two names look alike by script. */
export const USERNAME_PATTERN = /^[A-Za-z0-9._-]*$/;

/** How long a username stays before it can be changed again (specification 5). */
export const USERNAME_CHANGE_DAYS = 7;

/** The tier that counts at a moment: an expired subscription is `none` (D11); no expiry means it runs on. */
export function effectiveTier(tier: Tier, expiry: Date | null, at: Date): Tier {
  return expiry !== null && expiry <= at ? "none" : tier;
}
