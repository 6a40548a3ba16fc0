import { Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { requestStatus } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { BOOST_TYPES, type BoostType } from "@/lib/ground/vocabulary";

type Props = {
  request: FundingRequest;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  onBoost: (boostType: BoostType, button: HTMLElement) => void;
};

/**
 * A button for each kind of boost the person has, where the request can take one (specification 2, My Requests). None
 * while nothing can be given to it: its hours would pass.
 */
export function ApplyBoost({ request, boosts, onBoost }: Props) {
  const t = useTranslations("boosts");
  const { item, givingOff, appliedBoostType } = request;
  const usable = BOOST_TYPES.filter((boostType) => boosts[boostType] > 0);
  if (requestStatus(request) !== "active" || givingOff || appliedBoostType || usable.length === 0)
    return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("apply.heading")}</legend>
      {usable.map((boostType) => (
        <Button
          key={boostType}
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={t(`apply.buttonOf.${boostType}`, { item })}
          onClick={({ currentTarget }) => onBoost(boostType, currentTarget)}
          className="flex-1"
        >
          <Rocket aria-hidden />
          {t(`names.${boostType}`)}
        </Button>
      ))}
    </fieldset>
  );
}
