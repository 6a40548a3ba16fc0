"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { DateText } from "@/components/shared/dates";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { cancelSubscriptionAction } from "@/lib/actions/subscriptions";
import type { PaidTier } from "@/lib/ground/vocabulary";
import { newAttempt } from "@/lib/web/attempt";

type Props = {
  tier: PaidTier;
  /** ISO 8601; null for a subscription without a date. */
  expiry: string | null;
  onClose: () => void;
  /** When the dialog is gone, with the focus to be put somewhere. */
  onClosed: (event: Event) => void;
};

/** Asks before a subscription is cancelled, and says what stays until when (D11). */
export function CancelDialog({ tier, expiry, onClose, onClosed }: Props) {
  const t = useTranslations("subscription.cancelDialog");
  const tiers = useTranslations("common.tier");
  const toasts = useTranslations("toasts");
  const [attempt] = useState(newAttempt);
  const [cancelling, startTransition] = useTransition();

  function confirm() {
    if (cancelling) return;
    startTransition(async () => {
      const result = await cancelSubscriptionAction({}, attempt.keyFor("cancel")).catch(() => null);
      if (result?.ok) {
        toast({
          title: toasts("subscriptionCancelled.title"),
          description: toasts("subscriptionCancelled.text"),
          variant: "success",
        });
        startTransition(onClose);
        return;
      }
      if (result) attempt.refused(result.code);
      toast({
        title: toasts("cancellationError.title"),
        description: result?.message ?? toasts("cancellationError.text"),
        variant: "destructive",
      });
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !cancelling && onClose()}>
      <DialogContent role="alertdialog" onCloseAutoFocus={onClosed}>
        <DialogTitle>{t("title", { tier: tiers(tier) })}</DialogTitle>
        <DialogDescription>
          {expiry === null
            ? t("charge")
            : t.rich("keepUntil", { tier: tiers(tier), date: () => <DateText value={expiry} /> })}
        </DialogDescription>
        <p>
          {expiry !== null && `${t("charge")} `}
          {t("after")}
        </p>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            variant="outline"
            aria-disabled={cancelling || undefined}
            onClick={() => !cancelling && onClose()}
          >
            {t("keep", { tier: tiers(tier) })}
          </Button>
          <Button variant="destructive" aria-disabled={cancelling || undefined} onClick={confirm}>
            {cancelling && <LoaderCircle aria-hidden className="animate-spin" />}
            {t(cancelling ? "cancelling" : "confirm")}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
