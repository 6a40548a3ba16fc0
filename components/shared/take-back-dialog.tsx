import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { takeBackAction } from "@/lib/actions/donations";
import { send } from "@/lib/web/http";
import { ConfirmDialog } from "./confirm-dialog";
import { useAction } from "./use-action";

/** `receiptToken`: of a guest's receipt, instead of a session. */
type Props = { donationId: string; receiptToken?: string } & {
  onClose: () => void;
  onClosed: (event: Event) => void;
};

/** Asks whether a donation is to be taken back, and takes it back. */
export function TakeBackDialog({ donationId, receiptToken, onClose, onClosed }: Props) {
  const t = useTranslations("takeBack");
  const { pending, run } = useAction();
  const router = useRouter();

  async function byReceipt() {
    const data = await send("POST", `/api/gifts/${donationId}/take-back`, { receiptToken });
    router.refresh();
    return { ok: true as const, data };
  }

  function takeBack() {
    run(receiptToken === undefined ? () => takeBackAction({ donationId }) : byReceipt, {
      done: { title: t("done"), variant: "success" },
      failed: { title: t("failed") },
      onDone: onClose,
      onFailed: onClose,
    });
  }

  return (
    <ConfirmDialog
      isKeepingStronger
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
