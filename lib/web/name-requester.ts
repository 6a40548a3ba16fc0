import "server-only";
import { getTranslations } from "next-intl/server";
import type { FundingRequest, SharedRequest } from "@/lib/domain/requests/schema";
import { FREE_TIER } from "@/lib/ground/tiers";
import { currentLocale } from "./locale";

/** Everybody who is not named looks the same. */
const NEUTRAL_AVATAR = "👤";

/**
 * Requests as the contract answers visitors (D38): where the owner is not named, the name is "Anonymous" in the
 * language asked for.
 */
export async function nameRequesters(
  requests: SharedRequest[],
): Promise<(Omit<FundingRequest, "userId"> & { userId: string | null })[]> {
  const t = await getTranslations({ locale: await currentLocale(), namespace: "common" });
  const name = t("anonymous");
  const nobody = {
    username: name,
    name,
    avatar: NEUTRAL_AVATAR,
    profileImageUrl: null,
    isPremium: false,
    totalGiven: null,
    subscriptionTier: FREE_TIER,
  } as const;
  return requests.map(({ user, ...request }) => ({ ...request, user: user ?? nobody }));
}
