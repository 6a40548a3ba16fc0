import type { FundingRequest } from "@/lib/domain/requests/schema";
import { parseTyped } from "@/lib/ground/money";
import { BOOST_TYPES } from "@/lib/ground/vocabulary";
import { BOOST_FIELD } from "./draft";

/** The amount in the field as an example, in cents. */
export const EXAMPLE_GOAL = 2_500;

/** The person who asks, as their card shows them. */
export type Requester = FundingRequest["user"] & { id: string; canBePaidOut: boolean };

type Draft = {
  form: FormData | null;
  requester: Requester;
  photoUrl: string | null;
  /** The emoji of an item, for a card without a photo. */
  emojiOf: (item: string, id: string) => string;
  /** For what is not filled in yet. */
  instead: { item: string; description: string };
  at: Date;
  /** Of the amount. */
  currency: string;
};

/** The request that a half-filled form would create at that time, for its preview. */
export function draftRequest({
  form,
  requester,
  photoUrl,
  emojiOf,
  instead,
  at,
  currency,
}: Draft): FundingRequest {
  const { id: userId, canBePaidOut, ...user } = requester;
  const textOf = (name: string) => String(form?.get(name) ?? "").trim();
  const amount = parseTyped(textOf("goal"), currency);
  const boost = BOOST_TYPES.find((known) => known === textOf(BOOST_FIELD)) ?? null;
  return {
    id: userId,
    userId,
    item: textOf("item") || instead.item,
    itemEmoji: emojiOf(textOf("item"), userId),
    description: textOf("description") || instead.description,
    category: null,
    placeId: null,
    town: textOf("place").replace(/ \([A-Z]{2}\)$/, "") || null,
    place: null,
    goal: ("cents" in amount && amount.cents) || EXAMPLE_GOAL,
    raised: 0,
    beingPaid: 0,
    givers: 0,
    isActive: true,
    isCompleted: false,
    completionEmoji: null,
    completedAt: null,
    createdAt: at.toISOString(),
    priorityLevel: 0,
    photoUrl,
    appliedBoostType: boost,
    boostAppliedAt: boost && at.toISOString(),
    canBePaidOut,
    isGivingPaused: false,
    givingOff: null,
    givingChoice: null,
    user,
  };
}
