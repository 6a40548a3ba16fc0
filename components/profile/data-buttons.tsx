"use client";

import { Download, LoaderCircle, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { saveFile } from "@/components/shared/save-file";
import { withProof } from "@/components/shared/step-up";
import { useDialog } from "@/components/shared/use-dialog";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { send } from "@/lib/web/http";
import type { LeavingAccount } from "./erase-dialog";

const EraseDialog = lazily(() => import("./erase-dialog"), "EraseDialog");

/** Downloads everything that is stored about the person as a file. */
export function DownloadButton() {
  const t = useTranslations("profile.data.download");
  const failureText = useFailureText();
  const [preparing, setPreparing] = useState(false);

  async function download() {
    if (preparing) return;
    setPreparing(true);
    try {
      const data = await withProof(() => send<{ exportedAt: string }>("GET", "/api/auth/user/data"));
      const text = JSON.stringify(data, null, 2);
      saveFile({
        name: `personal-data-${data.exportedAt.slice(0, 10)}.json`,
        text,
        type: "application/json",
      });
    } catch (error) {
      toast({ variant: "destructive", title: t("failed"), description: failureText(error) });
    }
    setPreparing(false);
  }

  return (
    <Button
      variant="outline"
      className="w-full sm:w-auto"
      aria-disabled={preparing || undefined}
      onClick={download}
    >
      {preparing ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
      {t(preparing ? "preparing" : "button")}
    </Button>
  );
}

/** Deletes the account after a question. */
export function EraseButton({ account }: { account: LeavingAccount }) {
  const t = useTranslations("profile.data.erase");
  const question = useDialog();
  return (
    <>
      <Button variant="outline" className="w-full text-destructive sm:w-auto" onClick={question.opens(true)}>
        <UserX aria-hidden />
        {t("button")}
      </Button>
      {question.shown && <EraseDialog account={account} {...question.props} />}
    </>
  );
}
