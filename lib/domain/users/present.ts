import type { Period } from "@/lib/vocabulary";
import { effectiveTier } from "./rules";
import type { Me } from "./schema";
import type { OwnRow, PersonRow } from "./store";
import type { PublicPerson } from "./types";

/** What others are shown of what a person gave, in cents; null where it is hidden or would tell which nameless gifts are theirs (D15). */
export function publicGiven(
  person: Pick<PersonRow, "totalGiven" | "hideGivenAmount" | "anonymousProfile">,
): number | null {
  return person.hideGivenAmount || person.anonymousProfile ? null : person.totalGiven;
}

/** A person as their page shows them, themself included (D50). Amounts in cents. */
export function presentPerson(row: PersonRow): PublicPerson {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: row.avatar,
    profileImageUrl: row.profileImageUrl,
    memberSince: row.createdAt.toISOString(),
    totalGiven: publicGiven(row),
    totalReceived: row.hideReceivedAmount ? null : row.totalReceived,
  };
}

/** A person's own row as they are shown it (api.md, Me): with what follows from time, without what is secret. Amounts in cents. */
export function presentMe(row: OwnRow, given: Record<Period, number>, at: Date): Me {
  const tier = effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at);
  return {
    ...row,
    monthlyGiven: given.monthly,
    weeklyGiven: given.weekly,
    dailyGiven: given.daily,
    isPremium: tier !== "none",
    subscriptionTier: tier,
    subscriptionExpiry: row.subscriptionExpiry?.toISOString() ?? null,
    lastUsernameChange: row.lastUsernameChange?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
