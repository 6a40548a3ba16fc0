import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";

type Props = { item: string; pending: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before a request is closed for good. */
export function CloseDialog({ item, ...dialog }: Props) {
  const t = useTranslations("profile.requests.own");
  return (
    <ConfirmDialog confirm={t("close")} onClosed={() => undefined} {...dialog}>
      <DialogTitle>{t("closeTitle")}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{t("closeText", { item })}</DialogDescription>
    </ConfirmDialog>
  );
}
