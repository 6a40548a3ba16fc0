"use client";

import { useTranslations } from "next-intl";
import { TierBadge } from "@/components/shared/tier-badge";
import { Badge } from "@/components/ui/badge";
import { type Plan, PlanDate } from "./plan-date";

/**
 * The plan a person has, whether it runs, and what comes next (specification 4, Subscription): Active until it expires, Expired afterwards, Active when
 * there is no expiry. Nothing for someone who never had one.
 */
export function PlanStatus({ plan }: { plan: Plan }) {
  const t = useTranslations("subscription");
  const active = plan.subscriptionTier !== "none";
  if (!active && plan.subscriptionExpiry === null) return null;
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <TierBadge tier={plan.subscriptionTier} className="text-base" />
        <Badge variant={active ? "success" : "neutral"}>{t(active ? "active" : "expired")}</Badge>
      </p>
      <PlanDate plan={plan} />
    </div>
  );
}
