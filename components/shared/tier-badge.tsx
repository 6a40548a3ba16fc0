import { Crown, Gem, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { isPaid, type PaidTier, type Tier } from "@/lib/ground/tiers";

const ICONS = { gold: Crown, diamond: Gem } satisfies Record<PaidTier, LucideIcon>;

type Props = { tier: Tier; className?: string /** Before the name of the tier. */; children?: ReactNode };

/** A subscriber's badge with the name of the tier; nothing without a subscription. */
export function TierBadge({ tier, className, children }: Props) {
  const t = useTranslations("common.tier");
  if (!isPaid(tier)) return null;
  const Icon = ICONS[tier];
  return (
    <Badge variant={tier} title={t(`${tier}Subscriber`)} className={className}>
      <Icon aria-hidden />
      {children}
      {t(tier)}
    </Badge>
  );
}
