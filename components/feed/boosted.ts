import { BOOST } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/types";

const HOUR = 3_600_000;

/** Whether a boost lifts a request in the feed at a moment, which its card then says (D20). */
export function isBoosted(
  { appliedBoostType, boostAppliedAt }: Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt">,
  at: Date,
): boolean {
  if (!appliedBoostType || !boostAppliedAt) return false;
  return Date.parse(boostAppliedAt) + BOOST[appliedBoostType].hours * HOUR > at.getTime();
}
