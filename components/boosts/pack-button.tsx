"use client";

import { useTranslations } from "next-intl";
import { useMoney } from "@/components/shared/money";
import { Button } from "@/components/ui/button";
import { BOOST_PACK, BOOST_PRICE } from "@/lib/domain/boosts/rules";
import type { BoostType } from "@/lib/ground/vocabulary";

type Props = { boostType: BoostType; chosen: boolean; disabled: boolean; onChoose: () => void };

/** Chooses the pack, and says what it saves (specification 9; D9). */
export function PackButton({ boostType, chosen, disabled, onChoose }: Props) {
  const t = useTranslations("boosts.purchase");
  const money = useMoney();
  const { quantity } = BOOST_PACK;
  const price = BOOST_PACK.price[boostType];
  const saving = BOOST_PRICE[boostType] * quantity - price;
  return (
    <Button
      variant="outline"
      aria-pressed={chosen}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onChoose()}
      className="h-auto flex-wrap justify-between gap-x-3 gap-y-0 text-left aria-pressed:border-primary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
    >
      <span>{t("pack", { quantity, price: money(price) })}</span>
      <span className="font-normal">{t("saving", { amount: money(saving) })}</span>
    </Button>
  );
}
