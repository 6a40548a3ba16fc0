"use client";

import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { useMoney } from "@/components/shared/money";
import { MONTHLY_PRICE } from "@/lib/domain/subscriptions/rules";
import type { Me } from "@/lib/domain/users/schema";

export type Plan = Pick<Me, "subscriptionTier" | "subscriptionExpiry" | "subscriptionCancelled">;

/** What comes next for a subscription, with its date: the next payment, or the end (D11); nothing where there is no date. */
export function PlanDate({ plan }: { plan: Plan }) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const money = useMoney();
  const { subscriptionTier: tier, subscriptionExpiry: expiry, subscriptionCancelled: cancelled } = plan;
  if (expiry === null) return null;
  const date = () => <DateText value={expiry} />;
  if (tier === "none") return <p>{t.rich("expiredOn", { date })}</p>;
  if (cancelled) return <p>{t.rich("endsOn", { date, tier: tiers(tier) })}</p>;
  return <p>{t.rich("renewsOn", { date, price: money(MONTHLY_PRICE[tier]) })}</p>;
}
