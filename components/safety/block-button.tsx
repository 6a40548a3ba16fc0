"use client";

import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { blockAction } from "@/lib/actions/safety";

/** Blocks a person after a question, and leaves their page, which is gone then (safety.md, Block). */
export function BlockButton({ username }: { username: string }) {
  const t = useTranslations("safety.block");
  const router = useRouter();
  const { pending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" className="text-sm text-muted-foreground" onClick={() => setOpen(true)}>
        <Ban aria-hidden className="size-4" />
        {t("block")}
      </Button>
      {isOpen && (
        <ConfirmDialog
          confirm={t("block")}
          destructive
          pending={pending}
          onConfirm={() =>
            run(() => blockAction({ username, isBlocked: true }), {
              done: { title: t("done", { username }) },
              failed: { title: t("failed") },
              onDone: () => router.push("/"),
            })
          }
          onClose={() => setOpen(false)}
          onClosed={() => undefined}
        >
          <DialogTitle>{t("title", { username })}</DialogTitle>
          <DialogDescription>{t("text")}</DialogDescription>
        </ConfirmDialog>
      )}
    </>
  );
}
