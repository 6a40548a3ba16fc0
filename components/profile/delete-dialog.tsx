import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { useAction } from "@/components/shared/use-action";
import { useMoney } from "@/components/shared/use-money";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { deleteRequestAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: FundingRequest;
  onDeleted: () => void;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** Asks before a request is deleted, and says what happens to the donations (D21). */
export function DeleteDialog({ request, onDeleted, ...dialog }: Props) {
  const t = useTranslations("profile.requests.delete");
  const toasts = useTranslations("toasts");
  const money = useMoney();
  const { pending, run } = useAction();

  async function remove() {
    const result = await deleteRequestAction({ id: request.id });
    // It may have been deleted elsewhere. Any other refusal has one text (specification 8).
    if (result.ok || result.code === "NOT_FOUND") return { ok: true, data: null } as const;
    throw new Error(result.code);
  }

  function confirm() {
    run(remove, {
      done: { title: toasts("requestDeleted.title"), variant: "success" },
      failed: { title: toasts("deleteFailed.title"), text: toasts("deleteFailed.text") },
      onDone: onDeleted,
    });
  }

  return (
    <ConfirmDialog
      confirm={t(pending ? "deleting" : "confirm")}
      destructive
      pending={pending}
      onConfirm={confirm}
      {...dialog}
    >
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">
        {t("text", { item: request.item })}
      </DialogDescription>
      {request.raised > 0 && <p>{t("raised", { amount: money(request.raised) })}</p>}
    </ConfirmDialog>
  );
}
