import { describe, expect, it } from "vitest";
import { itemEmoji } from "@/lib/domain/requests/emoji-rules";
import { draftRequest, EXAMPLE_GOAL } from "./draft-request";
import { isBoosted } from "./is-boosted";

const at = new Date("2026-11-22T12:00:00Z");
const instead = { item: "What you need", description: "Why" };
const requester = {
  id: "0199e0a0-0000-7000-8000-000000000001",
  username: "emma",
  name: "Emma",
  avatar: "🌻",
  profileImageUrl: null,
  isPremium: true,
  totalGiven: null,
  delivered: { of: 0, done: 0 },
  subscriptionTier: "gold",
  canBePaidOut: true,
} as const;

function preview(fields: Record<string, string> | null, photoUrl: string | null = null) {
  const form = fields && new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form?.set(name, value);
  return draftRequest({ form, requester, photoUrl, emojiOf: itemEmoji, instead, at, currency: "eur" });
}

describe("the request that a half-filled form would create", () => {
  it("has what was typed, in cents, by the person who asks", () => {
    const request = preview({ item: " A coat ", goal: "12,50", description: "It is cold." }, "blob:x");
    expect(request).toMatchObject({ item: "A coat", goal: 1_250, raised: 0, description: "It is cold." });
    expect(request).toMatchObject({
      photoUrl: "blob:x",
      itemEmoji: "🧥",
      canBePaidOut: true,
      isCompleted: false,
    });
    expect(request.user).toMatchObject({ username: "emma", subscriptionTier: "gold" });
    expect(request.user).not.toHaveProperty("id");
  });

  it("says what belongs there as long as nothing is typed", () => {
    const empty = { ...instead, goal: EXAMPLE_GOAL, photoUrl: null, appliedBoostType: null };
    expect(preview(null)).toMatchObject(empty);
    expect(preview({ item: " ", goal: "twelve", description: "" })).toMatchObject(empty);
  });

  it("is boosted once a boost is chosen", () => {
    expect(isBoosted(preview({ appliedBoostType: "normal" }), at)).toBe(true);
    expect(isBoosted(preview({ appliedBoostType: "" }), at)).toBe(false);
    expect(isBoosted(preview({ appliedBoostType: "other" }), at)).toBe(false);
  });
});
