import { BOOST } from "@/lib/domain/requests/rules";
import { TIER_RULES } from "@/lib/ground/tiers";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

/** Whether a boost lifts the requests of someone with this tier any higher than they stand by it (D20). Nobody is sold or spends one in vain unwarned. */
export function gains(boostType: BoostType, tier: Tier): boolean {
  return BOOST[boostType].priority > TIER_RULES[tier].priority;
}
