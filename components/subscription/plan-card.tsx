import { Check } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { TierBadge } from "@/components/shared/tier-badge";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ACTIVE_LIMIT, GOAL_LIMIT } from "@/lib/domain/requests/rules";
import { MONTHLY_PRICE } from "@/lib/domain/subscriptions/rules";
import { formatMoney, formatWholeMoney } from "@/lib/money/format";
import type { Tier } from "@/lib/vocabulary";

type Props = { tier: Exclude<Tier, "none">; currency: string };

/** What a plan costs and gives (D7, D8, D9, D10, D20). */
export function PlanCard({ tier, currency }: Props) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const locale = useLocale();
  const benefits = [
    t("requests", { count: ACTIVE_LIMIT[tier] }),
    t("goal", { amount: formatWholeMoney(GOAL_LIMIT[tier], locale, currency) }),
    t(`${tier}Priority`),
    t("beyond"),
    t(`${tier}Boosts`),
    t("badge", { tier: tiers(tier) }),
  ];
  return (
    <Card tint={tier} className="space-y-3">
      <h2 className="flex items-center justify-between gap-2">
        <TierBadge tier={tier} className="text-base" />
        {tier === "diamond" && <Badge variant="accent">{t("popular")}</Badge>}
      </h2>
      <p>
        <span className="text-3xl font-bold tabular-nums">
          {formatMoney(MONTHLY_PRICE[tier], locale, currency)}
        </span>{" "}
        {t("perMonth")}
      </p>
      <ul className="space-y-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            {benefit}
          </li>
        ))}
      </ul>
    </Card>
  );
}
