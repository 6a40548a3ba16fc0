"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { deleteRequestAction } from "@/lib/actions/requests";

type Props = { id: string; item: string; donated: boolean };

/** Takes a request away after asking once (D21). */
export function DeleteRequest({ id, item, donated }: Props) {
  const t = useTranslations("profile.requests.delete");
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    const deleted = await deleteRequestAction({ id })
      .then((result) => result.ok)
      .catch(() => false);
    setPending(false);
    if (!deleted) {
      toast({ variant: "destructive", title: t("failed"), description: t("failedText") });
      return;
    }
    setOpen(false);
    toast({ variant: "success", title: t("done") });
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t("label", { item })} className="text-destructive">
          <Trash2 aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogTitle className="[overflow-wrap:anywhere]">{t("title", { item })}</DialogTitle>
        <DialogDescription>{donated ? t("textDonated") : t("text")}</DialogDescription>
        <div className="grid grid-cols-2 gap-2">
          <DialogClose asChild>
            <Button variant="outline">{common("cancel")}</Button>
          </DialogClose>
          <Button variant="destructive" disabled={pending} onClick={remove}>
            {t("confirm")}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
