import "server-only";
import { getTranslations } from "next-intl/server";
import type { BoostType, Locale } from "@/lib/ground/vocabulary";

/** What a provider's page calls a number of boosts, in the buyer's language. */
export async function describeBoosts(
  boostType: BoostType,
  quantity: number,
  locale: Locale,
): Promise<string> {
  const t = await getTranslations({ locale, namespace: "providerPages" });
  return t(boostType, { quantity });
}
