"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import type { LeavingAccount } from "./erase-dialog";

const EraseDialog = lazily(() => import("./erase-dialog").then((module) => module.EraseDialog));

export function EraseButton({ account }: { account: LeavingAccount }) {
  const t = useTranslations("profile.data.erase");
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="outline"
        className="w-full text-destructive sm:w-auto"
        onClick={() => setAsking(true)}
      >
        <UserX aria-hidden />
        {t("button")}
      </Button>
      {asking && (
        <EraseDialog
          account={account}
          onClose={() => setAsking(false)}
          onClosed={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
