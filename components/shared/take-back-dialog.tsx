import { useTranslations } from "next-intl";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { takeBackAction } from "@/lib/actions/donations";
import { ConfirmDialog } from "./confirm-dialog";
import { useAction } from "./use-action";

type Props = { donationId: string; onClose: () => void; onClosed: (event: Event) => void };

/** Asks whether a donation is to be taken back, and takes it back. */
export function TakeBackDialog({ donationId, onClose, onClosed }: Props) {
  const t = useTranslations("takeBack");
  const { pending, run } = useAction();

  function takeBack() {
    run(() => takeBackAction({ donationId }), {
      done: { title: t("done"), variant: "success" },
      failed: { title: t("failed") },
      onDone: onClose,
      onFailed: onClose,
    });
  }

  return (
    <ConfirmDialog
      cancel={t("keep")}
      confirm={t("button")}
      pending={pending}
      onConfirm={takeBack}
      onClose={onClose}
      onClosed={onClosed}
    >
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription>{t("text")}</DialogDescription>
    </ConfirmDialog>
  );
}
