import type { Period } from "@/lib/vocabulary";
import { effectiveTier } from "./rules";
import type { Me } from "./schema";
import type { OwnRow } from "./store";

/** A person's own row as they are shown it (api.md, Me): with what follows from time, without what is secret. Amounts in cents. */
export function presentMe(
  { subscriptionPaidUntil: paidUntil, ...row }: OwnRow,
  given: Record<Period, number>,
  at: Date,
): Me {
  const tier = effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at);
  return {
    ...row,
    monthlyGiven: given.monthly,
    weeklyGiven: given.weekly,
    dailyGiven: given.daily,
    isPremium: tier !== "none",
    subscriptionTier: tier,
    // A renewal may come late (D40), but what was paid for is what people are shown.
    subscriptionExpiry: (paidUntil ?? row.subscriptionExpiry)?.toISOString() ?? null,
    lastUsernameChange: row.lastUsernameChange?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
