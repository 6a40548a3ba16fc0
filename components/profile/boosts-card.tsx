import { useTranslations } from "next-intl";
import { BoostMark } from "@/components/boosts/boost-mark";
import { BuyBoostButton } from "@/components/boosts/buy-boost-button";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card, CardTitle } from "@/components/ui/card";
import { BOOST_PRICE } from "@/lib/domain/boosts/rules";
import { BOOST } from "@/lib/domain/requests/rules";
import { BOOST_TYPES, type BoostType, type Tier } from "@/lib/ground/vocabulary";

type Props = { owned: Record<BoostType, number>; tier: Tier; money: FormatMoney };

/** How many boosts the person has, and where to get more (specification 2, Profile). */
export function BoostsCard({ owned, tier, money }: Props) {
  const t = useTranslations("boosts");
  return (
    <Card id="boosts" className="space-y-3">
      <CardTitle>{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("about")}</p>
      <ul className="divide-y">
        {BOOST_TYPES.map((boostType) => (
          <li
            key={boostType}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3 last:pb-0"
          >
            <div className="flex min-w-56 flex-1 gap-3">
              <BoostMark boostType={boostType} />
              <div className="min-w-0">
                <h3 className="font-semibold">{t(`names.${boostType}`)}</h3>
                <p className="text-sm text-muted-foreground">
                  {t(`effects.${boostType}`, { hours: BOOST[boostType].hours })}
                </p>
                <p className="tabular-nums">
                  <span className="font-medium">{t("owned", { count: owned[boostType] })}</span>
                  {" · "}
                  {t("each", { price: money(BOOST_PRICE[boostType]) })}
                </p>
              </div>
            </div>
            <div className="max-[27rem]:w-full">
              <BuyBoostButton
                boostType={boostType}
                owned={owned[boostType]}
                tier={tier}
                variant="secondary"
                aria-label={t(`buyMoreOf.${boostType}`)}
                className="w-full"
              >
                {t("buyMore")}
              </BuyBoostButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
