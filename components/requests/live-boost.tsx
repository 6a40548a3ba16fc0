"use client";

import { Rocket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { boostBenefits } from "@/components/boosts/no-benefit";
import { boostSelectionHref } from "@/components/boosts/selection";
import { ApplyBoost } from "@/components/profile/apply-boost";
import { lazily } from "@/components/shared/lazily";
import { useDialog } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { BOOST_PRICE } from "@/lib/domain/boosts/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { BOOST_TYPES, type BoostType, type Tier } from "@/lib/ground/vocabulary";

const ApplyBoostDialog = lazily(() => import("@/components/profile/apply-boost-dialog"), "ApplyBoostDialog");

type Props = {
  request: FundingRequest;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  tier: Tier;
  /** Boosts are sold here. */
  canBuy: boolean;
};

/**
 * Offers a boost for a request that has none and can be given to: one that the person has, or one to buy; nothing where
 * none helps.
 */
export function LiveBoost({ request, boosts, tier, canBuy }: Props) {
  const t = useTranslations("request.live");
  const about = useTranslations("boosts");
  const money = useMoney();
  // Once the offer is gone the page's heading gets the focus.
  const boosting = useDialog<BoostType>(() => document.getElementById("live"));
  const helpful = BOOST_TYPES.filter((boostType) => boostBenefits(boostType, tier));
  const [cheapest] = helpful;
  const owns = helpful.some((boostType) => boosts[boostType] > 0);

  if (!cheapest || request.appliedBoostType || request.givingOff || !(owns || canBuy)) return null;
  return (
    <Card className="space-y-3">
      <CardTitle>{t("more")}</CardTitle>
      <p className="text-muted-foreground">{about("about")}</p>
      {owns ? (
        <ApplyBoost request={request} boosts={boosts} onBoost={boosting.show} />
      ) : (
        <Button asChild variant="secondary" className="w-full">
          <Link href={boostSelectionHref("/profile", { boostType: cheapest, quantity: 1 })} prefetch={false}>
            <Rocket aria-hidden />
            {t("buy", { price: money(BOOST_PRICE[cheapest]) })}
          </Link>
        </Button>
      )}
      {boosting.shown && (
        <ApplyBoostDialog
          request={request}
          boostType={boosting.shown}
          owned={boosts[boosting.shown]}
          tier={tier}
          {...boosting.props}
        />
      )}
    </Card>
  );
}
