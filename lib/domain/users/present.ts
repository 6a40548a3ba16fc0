import { isPaid } from "@/lib/ground/tiers";
import { effectiveTier } from "./rules";
import type { Me, PublicPerson } from "./schema";
import type { OwnRow, PersonRow } from "./store";

/**
 * The total that others see, in cents: public donations only; null where it is hidden (D15), and for an anonymous
 * person, because it would reveal which donation is theirs (D36).
 */
export function publicGiven(
  person: Pick<PersonRow, "publicGiven" | "hideGivenAmount" | "anonymousProfile">,
): number | null {
  return person.hideGivenAmount || person.anonymousProfile ? null : person.publicGiven;
}

/** A person as their page shows them, to themselves too (D50). Amounts in cents. */
export function presentPerson(row: PersonRow, followed: boolean): PublicPerson {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: row.avatar,
    profileImageUrl: row.profileImageUrl,
    memberSince: row.createdAt.toISOString(),
    totalGiven: publicGiven(row),
    totalReceived: row.hideReceivedAmount ? null : row.totalReceived,
    delivered: row.delivered,
    followed,
  };
}

/**
 * A person's own row as the API returns it (api.md, Me): with current values, without secrets. Amounts in cents. The
 * address is empty where another account proved that it is theirs (D42).
 */
export function presentMe({ subscriptionPaidUntil: paidUntil, ...row }: OwnRow, at: Date): Me {
  const tier = effectiveTier(row.subscriptionTier, row.subscriptionExpiry, at);
  return {
    ...row,
    email: row.email.includes("@") ? row.email : "",
    isPremium: isPaid(tier),
    subscriptionTier: tier,
    // A renewal may come late (D40), but what was paid for is what people are shown.
    subscriptionExpiry: (paidUntil ?? row.subscriptionExpiry)?.toISOString() ?? null,
    lastUsernameChange: row.lastUsernameChange?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
