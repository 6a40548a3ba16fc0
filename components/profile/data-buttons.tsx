"use client";

import { Download, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { saveFile } from "@/components/shared/save-file";
import { withProof } from "@/components/shared/step-up";
import { useDialog } from "@/components/shared/use-dialog";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { send } from "@/lib/web/http";
import type { LeavingAccount } from "./erase-dialog";

const EraseDialog = lazily(() => import("./erase-dialog"), "EraseDialog");

/** Downloads everything that is stored about the person as a file. */
export function DownloadButton() {
  const t = useTranslations("profile.data.download");
  const { sending, run } = useSending(t("failed"));

  async function download() {
    const data = await withProof(() => send<{ exportedAt: string }>("GET", "/api/auth/user/data"));
    const name = `personal-data-${data.exportedAt.slice(0, 10)}.json`;
    saveFile({ name, text: JSON.stringify(data, null, 2), type: "application/json" });
  }

  return (
    <Button
      variant="outline"
      className="w-full sm:w-auto"
      pending={sending}
      onClick={() => void run(download)}
    >
      {!sending && <Download aria-hidden />}
      {t(sending ? "preparing" : "button")}
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
