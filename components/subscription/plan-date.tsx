"use client";

import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { useMoney } from "@/components/shared/money";
import type { Me } from "@/lib/domain/users/schema";
import { isPaid, TIER_RULES } from "@/lib/ground/tiers";

export type Plan = Pick<Me, "subscriptionTier" | "subscriptionExpiry" | "subscriptionCancelled">;

/** What comes next for a subscription, with its date: the next payment, or the end (D11); nothing where there is no date. */
export function PlanDate({ plan }: { plan: Plan }) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const money = useMoney();
  const { subscriptionTier: tier, subscriptionExpiry: expiry, subscriptionCancelled: cancelled } = plan;
  if (expiry === null) return null;
  const date = () => <DateText value={expiry} />;
  if (!isPaid(tier)) return <p>{t.rich("expiredOn", { date })}</p>;
  if (cancelled) return <p>{t.rich("endsOn", { date, tier: tiers(tier) })}</p>;
  return <p>{t.rich("renewsOn", { date, price: money(TIER_RULES[tier].monthlyPrice) })}</p>;
}
