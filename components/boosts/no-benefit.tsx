import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { BOOST } from "@/lib/domain/requests/rules";
import { TIER_RULES } from "@/lib/ground/tiers";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

/** Whether a boost lifts a request above the place that its owner's tier gives it (D20). */
export function boostBenefits(boostType: BoostType, tier: Tier): boolean {
  return BOOST[boostType].priority > TIER_RULES[tier].priority;
}

/** Warns before a boost that has no effect (D20); nothing for one that has. */
export function NoBenefit({ boostType, tier }: { boostType: BoostType; tier: Tier }) {
  const t = useTranslations("boosts");
  const tiers = useTranslations("common.tier");
  if (boostBenefits(boostType, tier)) return null;
  return (
    <p className="flex gap-3 rounded-xl bg-accent-soft p-3 text-accent-foreground">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t("noGain", { tier: tiers(tier) })}
    </p>
  );
}
