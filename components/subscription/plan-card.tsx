import { Check, CircleCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { TierBadge } from "@/components/shared/tier-badge";
import type { FormatMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { isAtLeast, isHighest, isPaid, TIER_RULES } from "@/lib/ground/tiers";
import type { PaidTier } from "@/lib/ground/vocabulary";
import type { Plan } from "./plan-status";
import { SubscribeButton } from "./subscribe-button";
import type { Step } from "./subscribe-dialog";

type Props = { tier: PaidTier; plan: Plan; money: FormatMoney };

/** A plan's price and benefits (D7, D8, D9, D10, D20), with the button to subscribe. */
export function PlanCard({ tier, plan, money }: Props) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const locale = useLocale();
  const step = stepTo(tier, plan);
  const benefits = [
    t("requests", { count: TIER_RULES[tier].activeLimit }),
    t("goal", { amount: formatWholeMoney(TIER_RULES[tier].goalLimit, locale, env().currency) }),
    t(`${tier}Priority`),
    t("beyond"),
    t(`${tier}Boosts`, { quantity: TIER_RULES[tier].monthlyBoosts.quantity }),
    t("badge", { tier: tiers(tier) }),
  ];
  return (
    <Card tint={tier} className="flex flex-col gap-3">
      <h2 className="flex flex-wrap items-center justify-between gap-2">
        <TierBadge tier={tier} className="text-base" />
        {isHighest(tier) && <Badge variant="accent">{t("popular")}</Badge>}
      </h2>
      <p>
        <span className="text-3xl font-bold tabular-nums">{money(TIER_RULES[tier].monthlyPrice)}</span>{" "}
        {t("perMonth")}
      </p>
      <ul className="mb-1 flex-1 space-y-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            {benefit}
          </li>
        ))}
      </ul>
      {step === "yours" || step === "included" ? (
        <p className="flex min-h-12 items-center justify-center gap-2 text-center font-semibold">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-primary" />
          {t(step)}
        </p>
      ) : (
        <SubscribeButton tier={tier} step={step} />
      )}
    </Card>
  );
}

/** How a person gets from their plan to this one (D11): a cancelled plan can be resumed; diamond includes gold. */
function stepTo(tier: PaidTier, plan: Plan): Step | "yours" | "included" {
  const { subscriptionTier: current, subscriptionCancelled: cancelled } = plan;
  if (!isPaid(current)) return "subscribe";
  if (current === tier) return cancelled ? "resume" : "yours";
  return isAtLeast(current, tier) ? "included" : "upgrade";
}
