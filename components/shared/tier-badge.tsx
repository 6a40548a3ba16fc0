import { Crown, Gem } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Tier } from "@/lib/ground/vocabulary";

/** A subscriber's badge with the name of the tier; nothing without a subscription. */
export function TierBadge({ tier, className }: { tier: Tier; className?: string }) {
  const t = useTranslations("common.tier");
  if (tier === "none") return null;
  const Icon = tier === "gold" ? Crown : Gem;
  return (
    <Badge variant={tier} title={t(`${tier}Subscriber`)} className={className}>
      <Icon aria-hidden />
      {t(tier)}
    </Badge>
  );
}
