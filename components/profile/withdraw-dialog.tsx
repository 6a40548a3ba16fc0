import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { useAction } from "@/components/shared/use-action";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { withdrawAction } from "@/lib/actions/withdrawals";
import type { Purchase } from "@/lib/domain/withdrawals/schema";

type Props = {
  purchase: Purchase;
  what: string;
  comesBack: string;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** Says what comes back and what ends before a withdrawal is confirmed. */
export function WithdrawDialog({ purchase, what, comesBack, ...dialog }: Props) {
  const t = useTranslations("profile.purchases.dialog");
  const toasts = useTranslations("toasts");
  const { pending, run } = useAction();
  const { kind, id, used } = purchase;

  function confirm() {
    run((key) => withdrawAction({ kind, id }, key), {
      done: {
        title: toasts("withdrawn.title"),
        description: toasts("withdrawn.text", { amount: comesBack }),
        variant: "success",
      },
      failed: { title: toasts("withdrawalError.title"), text: toasts("withdrawalError.text") },
      onDone: dialog.onClose,
    });
  }

  return (
    <ConfirmDialog
      cancel={t("keep")}
      confirm={t("confirm")}
      pending={pending}
      onConfirm={confirm}
      {...dialog}
    >
      <DialogTitle>{t("title", { what })}</DialogTitle>
      <DialogDescription>{t("back", { amount: comesBack })}</DialogDescription>
      <p>{t(kind, { used })}</p>
    </ConfirmDialog>
  );
}
