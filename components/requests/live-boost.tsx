"use client";

import { Rocket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { boostBenefits } from "@/components/boosts/no-benefit";
import { boostSelectionHref } from "@/components/boosts/selection";
import { ApplyBoost } from "@/components/profile/apply-boost";
import { lazily } from "@/components/shared/lazily";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { BOOST_PRICE } from "@/lib/domain/boosts/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { BOOST_TYPES, type BoostType, type Tier } from "@/lib/ground/vocabulary";

const ApplyBoostDialog = lazily(() =>
  import("@/components/profile/apply-boost-dialog").then((module) => module.ApplyBoostDialog),
);

type Props = {
  request: FundingRequest;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  tier: Tier;
  /** Boosts are sold here. */
  canBuy: boolean;
};

/** Offers a boost for a request that has none: one that the person has, or one to buy; nothing where none helps. */
export function LiveBoost({ request, boosts, tier, canBuy }: Props) {
  const t = useTranslations("request.live");
  const about = useTranslations("boosts");
  const money = useMoney();
  const [boosting, setBoosting] = useState<BoostType | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const helpful = BOOST_TYPES.filter((boostType) => boostBenefits(boostType, tier));
  const [cheapest] = helpful;
  const owns = helpful.some((boostType) => boosts[boostType] > 0);

  /** Focuses the button that opened the dialog, or the page's heading once the offer is gone. */
  function returnFocus(event: Event) {
    event.preventDefault();
    (opener.current?.isConnected ? opener.current : document.getElementById("live"))?.focus();
  }

  if (!cheapest || request.appliedBoostType || !(owns || canBuy)) return null;
  return (
    <Card className="space-y-3">
      <CardTitle>{t("more")}</CardTitle>
      <p className="text-muted-foreground">{about("about")}</p>
      {owns ? (
        <ApplyBoost
          request={request}
          boosts={boosts}
          onBoost={(boostType, button) => {
            opener.current = button;
            setBoosting(boostType);
          }}
        />
      ) : (
        <Button asChild variant="secondary" className="w-full">
          <Link href={boostSelectionHref("/profile", { boostType: cheapest, quantity: 1 })} prefetch={false}>
            <Rocket aria-hidden />
            {t("buy", { price: money(BOOST_PRICE[cheapest]) })}
          </Link>
        </Button>
      )}
      {boosting && (
        <ApplyBoostDialog
          request={request}
          boostType={boosting}
          owned={boosts[boosting]}
          tier={tier}
          onApplied={() => setBoosting(null)}
          onClose={() => setBoosting(null)}
          onClosed={returnFocus}
        />
      )}
    </Card>
  );
}
