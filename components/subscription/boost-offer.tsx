import Link from "next/link";
import { useTranslations } from "next-intl";
import { BoostMark } from "@/components/boosts/boost-mark";
import { boostSelectionHref } from "@/components/boosts/selection";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { BOOST_PACK, BOOST_PRICE } from "@/lib/domain/boosts/rules";
import { BOOST } from "@/lib/domain/requests/rules";
import type { BoostType } from "@/lib/ground/vocabulary";

/** A boost's effect and price, with a link to buy it (specification 2, Subscription page). */
export function BoostOffer({ boostType, money }: { boostType: BoostType; money: FormatMoney }) {
  const t = useTranslations("subscription.boosts");
  const boosts = useTranslations("boosts");
  const { quantity } = BOOST_PACK;
  const pack = BOOST_PACK.price[boostType];
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-1 gap-3">
        <BoostMark boostType={boostType} />
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{boosts(`names.${boostType}`)}</h3>
          <p>{boosts(`effects.${boostType}`, { hours: BOOST[boostType].hours })}</p>
          <p className="mt-1 font-semibold tabular-nums">
            {boosts("each", { price: money(BOOST_PRICE[boostType]) })}
          </p>
          <p className="text-sm tabular-nums">
            {t("pack", {
              quantity,
              price: money(pack),
              saving: money(BOOST_PRICE[boostType] * quantity - pack),
            })}
          </p>
        </div>
      </div>
      <Button asChild variant="secondary">
        <Link href={boostSelectionHref("/profile", { boostType, quantity: 1 })}>{t(`buy.${boostType}`)}</Link>
      </Button>
    </Card>
  );
}
