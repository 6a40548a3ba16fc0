"use client";

import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { boostBenefits } from "./gain";

/** Says so where a boost would not lift a request above where its owner's plan puts it already (D20). */
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
