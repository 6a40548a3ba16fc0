import { effectiveTier } from "@/lib/domain/users/rules";
import { DAY, HOUR } from "@/lib/ground/durations";
import type { TextRules } from "@/lib/ground/text-fields";
import { isPaid, TIER_RULES } from "@/lib/ground/tiers";
import type { BoostType, GivingOffCause, PayoutMethod, Tier } from "@/lib/ground/vocabulary";

/** The texts of a request as its owner writes them (specification 5, Create request). */
export const REQUEST_TEXTS = {
  item: { max: 120, required: "itemRequired", lines: "many" },
  description: { max: 2_000, required: "descriptionRequired", lines: "many" },
} as const satisfies Record<string, TextRules>;

/** How long a completed request of a free requester stays in the feed (D20). */
export const COMPLETED_LISTED_DAYS = 7;

type PayoutDetails = {
  paymentMethod: PayoutMethod | null;
  paypalEmail: string | null;
  hasCard: boolean;
};

/**
 * What a requester has to add before they can ask (D18); null when that is nothing. Of the bank nothing is asked before
 * the first donation (D60).
 */
export function payoutProblem({
  paymentMethod,
  paypalEmail,
  hasCard,
}: PayoutDetails): "PAYMENT_METHOD_REQUIRED" | "PAYMENT_DETAILS_REQUIRED" | null {
  if (paymentMethod === null) return "PAYMENT_METHOD_REQUIRED";
  const isComplete = {
    paypal: paypalEmail !== null,
    visa: hasCard,
    applepay: hasCard,
    bank: true,
  };
  return isComplete[paymentMethod] ? null : "PAYMENT_DETAILS_REQUIRED";
}

/**
 * What a donor may still give in cents: null when open-ended, as requests of subscribers are beyond their goal too, 0
 * when the goal of a free requester is reached (D26).
 */
export function remainingFor(request: { raised: number; goal: number }, ownerTier: Tier): number | null {
  if (isPaid(ownerTier)) return null;
  return Math.max(0, request.goal - request.raised);
}

type GivingState = {
  givingOffAt: Date | null;
  donationsPausedAt: Date | null;
  closedAt: Date | null;
  pausedAt: Date | null;
};

/** Why nothing can be given to a request now; null when something can (safety.md, Measures). */
export function givingOff(state: GivingState): GivingOffCause | null {
  if (state.givingOffAt) return "decision";
  if (state.donationsPausedAt) return "payee";
  return givingChoice(state);
}

/** What its owner chose for a request that they ended or interrupted (safety.md, Owner's own). */
export function givingChoice(state: Pick<GivingState, "closedAt" | "pausedAt">): "closed" | "paused" | null {
  if (state.closedAt) return "closed";
  return state.pausedAt ? "paused" : null;
}

/** The priority of a boost, and for how many hours (specification 4, D20). */
export const BOOST: Record<BoostType, { priority: number; hours: number }> = {
  normal: { priority: 1, hours: 24 },
  premium: { priority: 2, hours: 48 },
};

export type PrioritySources = {
  ownerTier: Tier;
  ownerTierExpiry: Date | null;
  appliedBoostType: BoostType | null;
  boostAppliedAt: Date | null;
};

/** A level in the feed's order, and when it may change; null when time alone does not change it. */
export type Priority = { level: number; until: Date | null };

/** The highest of the requester's running subscription and an unexpired boost (D20). */
export function effectivePriority(sources: PrioritySources, at: Date): Priority {
  const tier = effectiveTier(sources.ownerTier, sources.ownerTierExpiry, at);
  const ofTier: Priority = { level: TIER_RULES[tier].priority, until: sources.ownerTierExpiry };
  const ofBoost = boostPriority(sources);
  const running = [ofTier, ofBoost].filter(({ level, until }) => level > 0 && (until === null || until > at));
  return running.reduce(stronger, { level: 0, until: null });
}

function boostPriority({ appliedBoostType, boostAppliedAt }: PrioritySources): Priority {
  if (!appliedBoostType || !boostAppliedAt) return { level: 0, until: null };
  return { level: BOOST[appliedBoostType].priority, until: boostedUntil(appliedBoostType, boostAppliedAt) };
}

/** Until when a boost lifts the request it was used on then (D20). */
export function boostedUntil(boostType: BoostType, appliedAt: Date): Date {
  return new Date(appliedAt.getTime() + BOOST[boostType].hours * HOUR);
}

function stronger(a: Priority, b: Priority): Priority {
  if (a.level !== b.level) return a.level > b.level ? a : b;
  if (a.until === null || b.until === null) return { level: a.level, until: null };
  return a.until > b.until ? a : b;
}

/**
 * Until when a completed request stays in the feed (D20): 7 days for a free requester, and for a subscriber as long
 * as the subscription runs but at least those 7 days. Null means without end.
 */
export function listedUntil(completedAt: Date, ownerTier: Tier, ownerTierExpiry: Date | null): Date | null {
  const asFree = new Date(completedAt.getTime() + COMPLETED_LISTED_DAYS * DAY);
  if (!isPaid(ownerTier)) return asFree;
  if (ownerTierExpiry === null) return null;
  return ownerTierExpiry > asFree ? ownerTierExpiry : asFree;
}

/** A request's place in the feed: its priority, and whether and until when it is listed. */
export type Place = { priority: Priority; isListed: boolean; listedUntil: Date | null };

/** The place of a request in the feed at a given time (D20). */
export function placeOf(request: PrioritySources & { completedAt: Date | null }, at: Date): Place {
  const until =
    request.completedAt && listedUntil(request.completedAt, request.ownerTier, request.ownerTierExpiry);
  return {
    priority: effectivePriority(request, at),
    isListed: until === null || until > at,
    listedUntil: until,
  };
}

/** The status that the owner sees (specification 4, Request status label). */
export function requestStatus(request: {
  isActive: boolean;
  isCompleted: boolean;
  givingChoice: "closed" | "paused" | null;
}): "completed" | "closed" | "active" | "inactive" {
  if (request.isCompleted) return "completed";
  if (request.givingChoice === "closed") return "closed";
  return request.isActive ? "active" : "inactive";
}
