import { BOOST, TIER_PRIORITY } from "@/lib/domain/requests/rules";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

/** Whether a boost lifts the requests of someone with this tier any higher than they stand by it (D20). Nobody is sold or spends one in vain unwarned. */
export function boostBenefits(boostType: BoostType, tier: Tier): boolean {
  return BOOST[boostType].priority > TIER_PRIORITY[tier];
}
