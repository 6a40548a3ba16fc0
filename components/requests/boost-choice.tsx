import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BoostMark } from "@/components/boosts/boost-mark";
import { BuyBoostButton } from "@/components/boosts/buy-boost-button";
import { NoBenefit } from "@/components/boosts/no-benefit";
import { Disclosure } from "@/components/shared/disclosure";
import { useMoney } from "@/components/shared/use-money";
import { BOOST_PRICE } from "@/lib/domain/boosts/rules";
import { BOOST } from "@/lib/domain/requests/rules";
import { BOOST_TYPES, type BoostType, type Tier } from "@/lib/ground/vocabulary";
import { BOOST_FIELD } from "./draft";

type Props = {
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  tier: Tier;
  /** Before the browser leaves for the payment page and the form is lost. */
  onLeave: () => void;
};

/** The choice of a boost for a new request (specification 2, Create Request), and where to buy one; folded at first. */
export function BoostChoice({ boosts, tier, onLeave }: Props) {
  const t = useTranslations("boosts");
  const money = useMoney();
  const [picked, pick] = useState<BoostType | null>(null);
  const chosen = picked && boosts[picked] > 0 ? picked : null;
  return (
    <Disclosure
      className="rounded-2xl border bg-card"
      summaryClass="min-h-14 rounded-2xl px-4 py-2"
      summary={
        <>
          <span className="min-w-0 flex-1 font-medium">{t("choice.title")}</span>
          <span className="text-muted-foreground">{t(`choice.${chosen ?? "regular"}`)}</span>
        </>
      }
    >
      <fieldset className="space-y-2 px-4 pb-4">
        <legend className="sr-only">{t("choice.title")}</legend>
        <p className="text-sm text-muted-foreground">{t("choice.hint")}</p>
        <Option chosen={chosen === null} value="" onChoose={() => pick(null)}>
          <span className="font-semibold">{t("choice.regular")}</span>
          <span className="block text-sm">{t("choice.regularEffect")}</span>
        </Option>
        {BOOST_TYPES.map((boostType) => {
          const none = boosts[boostType] === 0;
          return (
            <div key={boostType} className="space-y-2">
              <Option
                chosen={chosen === boostType}
                value={boostType}
                disabled={none}
                mark={<BoostMark boostType={boostType} className="-my-1" />}
                onChoose={() => pick(boostType)}
              >
                <span className="font-semibold">{t(`choice.${boostType}`)}</span>
                <span className="block text-sm">
                  {t(`effects.${boostType}`, { hours: BOOST[boostType].hours })}
                </span>
                <span className="block text-sm tabular-nums">
                  {none ? t("choice.none") : t("owned", { count: boosts[boostType] })}
                </span>
              </Option>
              {chosen === boostType && <NoBenefit boostType={boostType} tier={tier} />}
            </div>
          );
        })}
        <div className="grid grid-cols-2 gap-2">
          {BOOST_TYPES.map((boostType) => (
            <BuyBoostButton
              key={boostType}
              boostType={boostType}
              owned={boosts[boostType]}
              tier={tier}
              onLeave={onLeave}
              variant="outline"
              className="flex-col gap-0 px-2"
            >
              {t(`choice.buy.${boostType}`)}
              <span className="text-sm font-normal">
                {t("each", { price: money(BOOST_PRICE[boostType]) })}
              </span>
            </BuyBoostButton>
          ))}
        </div>
      </fieldset>
    </Disclosure>
  );
}

type OptionProps = {
  value: BoostType | "";
  chosen: boolean;
  disabled?: boolean;
  mark?: ReactNode;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ value, chosen, disabled, mark, onChoose, children }: OptionProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-xl border border-input bg-card px-3.5 py-2.5 has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-foreground has-checked:ring-1 has-checked:ring-primary has-disabled:border-dashed has-disabled:bg-transparent has-disabled:text-muted-foreground">
      <input
        type="radio"
        name={BOOST_FIELD}
        value={value}
        checked={chosen}
        disabled={disabled}
        onChange={onChoose}
        className="size-5 shrink-0"
      />
      <span className="min-w-0 flex-1">{children}</span>
      {mark}
    </label>
  );
}
