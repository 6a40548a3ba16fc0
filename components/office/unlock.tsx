"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { ApiError, send } from "@/lib/web/http";

/** Shows a passkey and continues to the page that the operator asked for. */
export function Unlock({ next }: { next: string }) {
  const t = useTranslations("office.unlock");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function unlock() {
    setBusy(true);
    try {
      const { askForPasskey } = await import("@/components/shared/passkey");
      await send("POST", "/api/auth/step-up", await askForPasskey());
      // A new page: the frame too shows what is open now.
      window.location.assign(next);
    } catch (error) {
      setBusy(false);
      const isAnswer = error instanceof ApiError && error.code !== "WRONG_PROOF";
      toast({
        variant: "destructive",
        title: t("failed"),
        description: isAnswer ? failureText(error) : t("failedText"),
      });
    }
  }

  return (
    <Button pending={busy} onClick={() => !busy && void unlock()}>
      {!busy && <KeyRound aria-hidden />}
      {t("button")}
    </Button>
  );
}
