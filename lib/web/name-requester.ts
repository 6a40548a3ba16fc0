import "server-only";
import { getTranslations } from "next-intl/server";
import type { FundingRequest, SharedRequest } from "@/lib/domain/requests/schema";
import { FREE_TIER } from "@/lib/ground/tiers";
import { currentLocale } from "./locale";

/** All unnamed people have the same avatar. */
const NEUTRAL_AVATAR = "👤";

/**
 * Requests as the contract answers visitors (D38): an unnamed owner is called "Anonymous" in the reader's language.
 */
export async function nameRequesters(
  requests: SharedRequest[],
): Promise<(Omit<FundingRequest, "userId"> & { userId: string | null })[]> {
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
