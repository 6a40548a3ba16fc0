"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import type { LeavingAccount } from "./erase-dialog";

const EraseDialog = lazily(() => import("./erase-dialog"), "EraseDialog");

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
