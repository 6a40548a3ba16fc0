import { remainingFor } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { largestDonation, MAX_DONATION, MIN_DONATION } from "@/lib/ground/money";

type Target = Pick<FundingRequest, "raised" | "goal"> & {
  user: Pick<FundingRequest["user"], "subscriptionTier">;
};

/** Preset donations in cents (specification 9). */
const PRESETS = [
  { kind: "small", cents: 2_500 },
  { kind: "generous", cents: 5_000 },
] as const;

/** Below this remainder, in cents, giving the rest is offered as completing the goal (specification 9). */
const COMPLETE_BELOW = 10_000;

export type QuickAmount = { kind: "small" | "generous" | "fund" | "complete"; cents: number };

/**
 * The most a donor can give to this request now, in cents; 0 when its goal is reached and it takes no more (D6,
 * D26).
 */
export function maximumFor(request: Target): number {
  return largestDonation(remainingFor(request, request.user.subscriptionTier));
}

/**
 * The quick amounts, in cents (specification 9), each once (D47): the presets below the rest of the goal, and the
 * rest. Beyond the goal every preset.
 */
export function quickAmounts(request: Target): QuickAmount[] {
  if (maximumFor(request) === 0) return [];
  const missing = request.goal - request.raised;
  if (missing <= 0) return [...PRESETS];
  const rest = Math.min(MAX_DONATION, Math.max(missing, MIN_DONATION));
  return [
    ...PRESETS.filter(({ cents }) => cents < rest),
    { kind: missing < COMPLETE_BELOW ? "complete" : "fund", cents: rest },
  ];
}
