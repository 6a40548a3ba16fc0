"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { deleteRequestAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/types";

type Props = {
  request: FundingRequest;
  onDeleted: () => void;
  onClose: () => void;
  /** When the dialog is gone, with the focus to be put somewhere. */
  onClosed: (event: Event) => void;
};

/** Asks before a request is deleted, and says what becomes of the donations (D21). */
export function DeleteDialog({ request, onDeleted, onClose, onClosed }: Props) {
  const t = useTranslations("profile.requests.delete");
  const toasts = useTranslations("toasts");
  const common = useTranslations("common");
  const money = useMoney();
  const [deleting, startTransition] = useTransition();

  function confirm() {
    if (deleting) return;
    startTransition(async () => {
      const result = await deleteRequestAction({ id: request.id }).catch(() => null);
      // Deleted elsewhere meanwhile is deleted too.
      if (result?.ok || result?.code === "NOT_FOUND") {
        toast({ title: toasts("requestDeleted.title"), variant: "success" });
        startTransition(onDeleted);
      } else {
        toast({
          title: toasts("deleteFailed.title"),
          description: toasts("deleteFailed.text"),
          variant: "destructive",
        });
      }
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !deleting && onClose()}>
      <DialogContent role="alertdialog" onCloseAutoFocus={onClosed}>
        <DialogTitle>{t("title")}</DialogTitle>
        <DialogDescription className="[overflow-wrap:anywhere]">
          {t("text", { item: request.item })}
        </DialogDescription>
        {request.raised > 0 && <p>{t("raised", { amount: money(request.raised) })}</p>}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            variant="outline"
            aria-disabled={deleting || undefined}
            onClick={() => !deleting && onClose()}
          >
            {common("cancel")}
          </Button>
          <Button variant="destructive" aria-disabled={deleting || undefined} onClick={confirm}>
            {deleting && <LoaderCircle aria-hidden className="animate-spin" />}
            {t(deleting ? "deleting" : "confirm")}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
