import { effectiveTier } from "./rules";
import type { Me } from "./schema";
import type { OwnRow, PersonRow } from "./store";
import type { PublicPerson } from "./types";

/**
 * What others are shown of what a person gave, in cents: what was given openly; null where it is hidden (D15), and of
 * an anonymous person, because it would tell which donation is theirs (D36).
 */
export function publicGiven(
  person: Pick<PersonRow, "publicGiven" | "hideGivenAmount" | "anonymousProfile">,
): number | null {
  return person.hideGivenAmount || person.anonymousProfile ? null : person.publicGiven;
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
export function presentMe({ subscriptionPaidUntil: paidUntil, ...row }: OwnRow, at: Date): Me {
  const tier = effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at);
  return {
    ...row,
    isPremium: tier !== "none",
    subscriptionTier: tier,
    // A renewal may come late (D40), but what was paid for is what people are shown.
    subscriptionExpiry: (paidUntil ?? row.subscriptionExpiry)?.toISOString() ?? null,
    lastUsernameChange: row.lastUsernameChange?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
