import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import { CancelButton } from "@/components/subscription/cancel-button";
import { type Plan, PlanStatus } from "@/components/subscription/plan-status";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { ACTIVE_LIMIT, GOAL_LIMIT } from "@/lib/domain/requests/rules";

/** The person's plan, and the ways to manage, change or end it (specification 2, Profile). */
export function SubscriptionCard({ plan, money }: { plan: Plan; money: FormatMoney }) {
  const t = useTranslations("subscription");
  const { subscriptionTier: tier } = plan;
  return (
    <Card id="subscription" tabIndex={-1} tint={tier} className="space-y-3 outline-none">
      <CardTitle>{t("cardTitle")}</CardTitle>
      <PlanStatus plan={plan} money={money} />
      {tier === "none" && (
        <p>
          {t("free", { requests: ACTIVE_LIMIT.none, goal: money(GOAL_LIMIT.none) })} {t("cardFree")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild variant={tier === "none" ? "default" : "secondary"} className="flex-1">
          <Link href="/subscription">
            {tier !== "diamond" && <Sparkles aria-hidden />}
            {t(tier === "none" ? "viewPlans" : tier === "gold" ? "upgradeShort" : "manage")}
          </Link>
        </Button>
        <CancelButton plan={plan} />
      </div>
    </Card>
  );
}
