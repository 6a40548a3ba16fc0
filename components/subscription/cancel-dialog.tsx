import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { DateText } from "@/components/shared/dates";
import { useAction } from "@/components/shared/use-action";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { cancelSubscriptionAction } from "@/lib/actions/subscriptions";
import type { PaidTier } from "@/lib/ground/vocabulary";

type Props = {
  tier: PaidTier;
  /** ISO 8601; null for a subscription without a date. */
  expiry: string | null;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** Asks before a subscription is cancelled, and says what stays until when (D11). */
export function CancelDialog({ tier, expiry, ...dialog }: Props) {
  const t = useTranslations("subscription.cancelDialog");
  const tiers = useTranslations("common.tier");
  const toasts = useTranslations("toasts");
  const { pending, run } = useAction();

  function confirm() {
    run((key) => cancelSubscriptionAction({}, key), {
      done: {
        title: toasts("subscriptionCancelled.title"),
        description: toasts("subscriptionCancelled.text"),
        variant: "success",
      },
      failed: { title: toasts("cancellationError.title"), text: toasts("cancellationError.text") },
      onDone: dialog.onClose,
    });
  }

  return (
    <ConfirmDialog
      cancel={t("keep", { tier: tiers(tier) })}
      confirm={t(pending ? "cancelling" : "confirm")}
      destructive
      pending={pending}
      onConfirm={confirm}
      {...dialog}
    >
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
    </ConfirmDialog>
  );
}
