import { useTranslations } from "next-intl";
import { BoostMark } from "@/components/boosts/boost-mark";
import { NoBenefit } from "@/components/boosts/no-benefit";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { DateTimeText } from "@/components/shared/dates";
import { useAction } from "@/components/shared/use-action";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { applyBoostAction } from "@/lib/actions/boosts";
import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

type Props = {
  request: FundingRequest;
  boostType: BoostType;
  /** How many of these the person has. */
  owned: number;
  tier: Tier;
  onApplied: (boosted: FundingRequest) => void;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** Asks before a boost is spent, since a request takes only one (specification 4). */
export function ApplyBoostDialog({ request, boostType, owned, tier, onApplied, ...dialog }: Props) {
  const t = useTranslations("boosts.apply");
  const toasts = useTranslations("toasts");
  const { pending, run } = useAction();
  const { id: requestId, item } = request;

  function confirm() {
    run((key) => applyBoostAction({ requestId, boostType }, key), {
      done: {
        title: toasts("boostApplied.title"),
        description: toasts("boostApplied.text", { item }),
        variant: "success",
      },
      failed: { title: toasts("boostFailed.title"), text: toasts("boostFailed.text") },
      onDone: onApplied,
    });
  }

  return (
    <ConfirmDialog
      confirm={t(pending ? "applying" : "confirm")}
      pending={pending}
      onConfirm={confirm}
      {...dialog}
    >
      <div className="flex items-center gap-3">
        <BoostMark boostType={boostType} />
        <DialogTitle>{t(`title.${boostType}`)}</DialogTitle>
      </div>
      <DialogDescription className="[overflow-wrap:anywhere]">
        {t.rich("text", {
          item,
          moment: () => <DateTimeText value={boostedUntil(boostType, now()).toISOString()} />,
        })}
      </DialogDescription>
      <p>{t("once", { count: owned })}</p>
      <NoBenefit boostType={boostType} tier={tier} />
    </ConfirmDialog>
  );
}
