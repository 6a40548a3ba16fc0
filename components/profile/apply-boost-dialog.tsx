"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { BoostMark } from "@/components/boosts/boost-mark";
import { NoBenefit } from "@/components/boosts/no-benefit";
import { DateTimeText } from "@/components/shared/dates";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { applyBoostAction } from "@/lib/actions/boosts";
import { boostedUntil } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/types";
import { now } from "@/lib/ground/clock";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { newAttempt } from "@/lib/web/attempt";

type Props = {
  request: FundingRequest;
  boostType: BoostType;
  /** How many of these the person has. */
  owned: number;
  tier: Tier;
  onApplied: (boosted: FundingRequest) => void;
  onClose: () => void;
  /** When the dialog is gone, with the focus to be put somewhere. */
  onClosed: (event: Event) => void;
};

/** Asks before a boost is spent, since a request takes only one (specification 4). */
export function ApplyBoostDialog({ request, boostType, owned, tier, onApplied, onClose, onClosed }: Props) {
  const t = useTranslations("boosts.apply");
  const toasts = useTranslations("toasts");
  const common = useTranslations("common");
  const [attempt] = useState(newAttempt);
  const [applying, startTransition] = useTransition();
  const { id: requestId, item } = request;

  function confirm() {
    if (applying) return;
    startTransition(async () => {
      const input = { requestId, boostType };
      const result = await applyBoostAction(input, attempt.keyFor(JSON.stringify(input))).catch(() => null);
      if (result?.ok) {
        toast({
          title: toasts("boostApplied.title"),
          description: toasts("boostApplied.text", { item }),
          variant: "success",
        });
        startTransition(() => onApplied(result.data));
        return;
      }
      if (result) attempt.refused(result.code);
      toast({
        title: toasts("boostFailed.title"),
        description: result?.message ?? toasts("boostFailed.text"),
        variant: "destructive",
      });
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !applying && onClose()}>
      <DialogContent role="alertdialog" onCloseAutoFocus={onClosed}>
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
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            variant="outline"
            aria-disabled={applying || undefined}
            onClick={() => !applying && onClose()}
          >
            {common("cancel")}
          </Button>
          <Button aria-disabled={applying || undefined} onClick={confirm}>
            {applying && <LoaderCircle aria-hidden className="animate-spin" />}
            {t(applying ? "applying" : "confirm")}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
