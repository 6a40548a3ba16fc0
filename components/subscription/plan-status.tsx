import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { TierBadge } from "@/components/shared/tier-badge";
import type { FormatMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import type { Me } from "@/lib/domain/users/schema";
import { isPaid, TIER_RULES } from "@/lib/ground/tiers";

export type Plan = Pick<Me, "subscriptionTier" | "subscriptionExpiry" | "subscriptionCancelled">;

type Props = { plan: Plan; money: FormatMoney };

/**
 * A person's plan and what comes next (specification 4, Subscription): Active until it expires, Expired afterwards,
 * Active without an expiry. Nothing for someone who never had one.
 */
export function PlanStatus({ plan, money }: Props) {
  const t = useTranslations("subscription");
  const active = isPaid(plan.subscriptionTier);
  if (!active && plan.subscriptionExpiry === null) return null;
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <TierBadge tier={plan.subscriptionTier} className="text-base" />
        <Badge variant={active ? "success" : "neutral"}>{t(active ? "active" : "expired")}</Badge>
      </p>
      <PlanDate plan={plan} money={money} />
    </div>
  );
}

/** The next payment or the end of a subscription (D11); nothing without a date. */
function PlanDate({ plan, money }: Props) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const { subscriptionTier: tier, subscriptionExpiry: expiry, subscriptionCancelled: cancelled } = plan;
  if (expiry === null) return null;
  const date = () => <DateText value={expiry} />;
  if (!isPaid(tier)) return <p>{t.rich("expiredOn", { date })}</p>;
  if (cancelled) return <p>{t.rich("endsOn", { date, tier: tiers(tier) })}</p>;
  return <p>{t.rich("renewsOn", { date, price: money(TIER_RULES[tier].monthlyPrice) })}</p>;
}
