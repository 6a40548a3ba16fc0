import { useTranslations } from "next-intl";
import { BoostMark } from "@/components/boosts/boost-mark";
import { NoBenefit } from "@/components/boosts/no-benefit";
import { ActionDialog } from "@/components/shared/action-dialog";
import { DateTimeText } from "@/components/shared/dates";
import type { DialogProps } from "@/components/shared/use-dialog";
import { applyBoostAction } from "@/lib/actions/boosts";
import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

type Props = DialogProps & {
  request: FundingRequest;
  boostType: BoostType;
  /** How many of these the person has. */
  owned: number;
  tier: Tier;
  onApplied?: (boosted: FundingRequest) => void;
};

/** Asks before a boost is spent, since a request takes only one (specification 4). */
export function ApplyBoostDialog({ request, boostType, owned, tier, onApplied, ...dialog }: Props) {
  const t = useTranslations("boosts.apply");
  const toasts = useTranslations("toasts");
  const { id: requestId, item } = request;
  return (
    <ActionDialog
      title={
        <span className="flex items-center gap-3">
          <BoostMark boostType={boostType} />
          {t(`title.${boostType}`)}
        </span>
      }
      text={t.rich("text", {
        item,
        moment: () => <DateTimeText value={boostedUntil(boostType, now()).toISOString()} />,
      })}
      confirm={t("confirm")}
      working={t("applying")}
      act={(key) => applyBoostAction({ requestId, boostType }, key)}
      done={{
        title: toasts("boostApplied.title"),
        description: toasts("boostApplied.text", { item }),
        variant: "success",
      }}
      failed={{ title: toasts("boostFailed.title"), text: toasts("boostFailed.text") }}
      {...(onApplied && { onDone: onApplied })}
      {...dialog}
    >
      <p>{t("once", { count: owned })}</p>
      <NoBenefit boostType={boostType} tier={tier} />
    </ActionDialog>
  );
}
