import "server-only";
import { getTranslations } from "next-intl/server";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import type { PublicUser } from "@/lib/domain/users/schema";
import { FREE_TIER } from "@/lib/ground/tiers";
import { currentLocale } from "./locale";

/** All unnamed people have the same avatar. */
const NEUTRAL_AVATAR = "👤";

/**
 * Requests as the contract answers visitors (D38): an unnamed owner is called "Anonymous" in the reader's language.
 */
export async function nameRequesters<T extends SharedRequest>(
  requests: T[],
): Promise<(Omit<T, "user"> & { user: PublicUser })[]> {
  const t = await getTranslations({ locale: await currentLocale(), namespace: "common" });
  const name = t("anonymous");
  const anonymous = {
    username: name,
    name,
    avatar: NEUTRAL_AVATAR,
    profileImageUrl: null,
    isPremium: false,
    totalGiven: null,
    subscriptionTier: FREE_TIER,
    delivered: { of: 0, done: 0 },
  } as const;
  return requests.map(({ user, ...request }) => ({ ...request, user: user ?? anonymous }));
}
