import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import { CancelButton } from "@/components/subscription/cancel-button";
import { type Plan, PlanStatus } from "@/components/subscription/plan-status";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { FREE_TIER, isHighest, isPaid, TIER_RULES } from "@/lib/ground/tiers";

/** The person's plan, and the ways to manage, change or end it (specification 2, Profile). */
export function SubscriptionCard({ plan, money }: { plan: Plan; money: FormatMoney }) {
  const t = useTranslations("subscription");
  const { subscriptionTier: tier } = plan;
  return (
    <Card tint={tier} className="space-y-3">
      <CardTitle>{t("cardTitle")}</CardTitle>
      <PlanStatus plan={plan} money={money} />
      {!isPaid(tier) && (
        <p>
          {t("free", {
            requests: TIER_RULES[FREE_TIER].activeLimit,
            goal: money(TIER_RULES[FREE_TIER].goalLimit),
          })}{" "}
          {t("cardFree")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild variant={isPaid(tier) ? "secondary" : "default"} className="flex-1">
          <Link href="/subscription">
            {!isHighest(tier) && <Sparkles aria-hidden />}
            {t(!isPaid(tier) ? "viewPlans" : isHighest(tier) ? "manage" : "upgradeShort")}
          </Link>
        </Button>
        <CancelButton plan={plan} />
      </div>
    </Card>
  );
}
