import { Check, Minus } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FormatMoney } from "@/components/shared/use-money";
import { cn } from "@/components/ui/cn";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { isPaid, TIER_RULES, TIERS, type Tier } from "@/lib/ground/tiers";

type Props = { current: Tier; money: FormatMoney };

const TINT: Record<Tier, string> = {
  none: "",
  gold: "bg-gold text-gold-foreground",
  diamond: "bg-diamond text-diamond-foreground",
};

/** What each plan has, side by side (D7, D8, D9, D10, D20). */
export function PlanTable({ current, money }: Props) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const locale = useLocale();
  const rows = [
    ["price", (tier) => money(TIER_RULES[tier].monthlyPrice)],
    ["requests", (tier) => TIER_RULES[tier].activeLimit],
    ["goal", (tier) => formatWholeMoney(TIER_RULES[tier].goalLimit, locale, env().currency)],
    ["place", (tier) => t(`compare.placeOf.${tier}`)],
    ["beyond", (tier) => <Has it={isPaid(tier)} />],
    ["boosts", (tier) => <Boosts {...TIER_RULES[tier].monthlyBoosts} />],
    ["badge", (tier) => <Has it={isPaid(tier)} />],
  ] as const satisfies [string, (tier: Tier) => ReactNode][];
  return (
    <section aria-labelledby="compare" className="@container space-y-3">
      <h2 id="compare" className="text-xl font-semibold">
        {t("compare.title")}
      </h2>
      {/* Where the columns have no room, or the text is large, each row is a list that names the plans again. */}
      <div className="overflow-clip rounded-2xl border bg-card">
        <table aria-labelledby="compare" className="block w-full text-sm @min-[18.5rem]:table sm:text-base">
          <thead className="@max-[18.5rem]:hidden">
            <tr>
              <td className="w-1/3" />
              {TIERS.map((tier) => (
                <th key={tier} scope="col" className={cn("px-2 py-3 align-top font-semibold", TINT[tier])}>
                  {tiers(tier)}
                  {tier === current && <span className="block text-sm font-normal">{t("current")}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-[18.5rem]:block">
            {rows.map(([row, value]) => (
              <tr key={row} className="not-first:border-t @max-[18.5rem]:block @min-[18.5rem]:border-t">
                <th
                  scope="row"
                  className="py-2.5 pr-1 pl-3 text-left font-normal hyphens-auto @max-[18.5rem]:block @max-[18.5rem]:font-semibold sm:pl-4"
                >
                  {t(`compare.${row}`)}
                </th>
                {TIERS.map((tier) => (
                  <td
                    key={tier}
                    className={cn(
                      "px-1.5 py-2.5 text-center font-medium tabular-nums @max-[18.5rem]:flex @max-[18.5rem]:flex-wrap @max-[18.5rem]:justify-between @max-[18.5rem]:px-3",
                      TINT[tier],
                    )}
                  >
                    <span className="font-normal @min-[18.5rem]:hidden">{tiers(tier)}</span>
                    <span>{value(tier)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Has({ it }: { it: boolean }) {
  const t = useTranslations("subscription.compare");
  const Icon = it ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className="mx-auto size-5" />
      <span className="sr-only">{t(it ? "yes" : "no")}</span>
    </>
  );
}

function Boosts({ boostType, quantity }: { boostType: "normal" | "premium"; quantity: number }) {
  const t = useTranslations("subscription.compare.boostsOf");
  return quantity === 0 ? <Has it={false} /> : t(boostType, { quantity });
}
