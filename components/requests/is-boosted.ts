import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";

/** Whether a boost lifts a request in the feed at that time (D20). */
export function isBoosted(
  { appliedBoostType, boostAppliedAt }: Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt">,
  at: Date,
): boolean {
  if (!appliedBoostType || !boostAppliedAt) return false;
  return boostedUntil(appliedBoostType, new Date(boostAppliedAt)) > at;
}
