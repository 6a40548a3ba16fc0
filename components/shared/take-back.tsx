"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazily } from "./lazily";
import { useReturnFocus } from "./use-return-focus";

const TakeBackDialog = lazily(() => import("./take-back-dialog").then((module) => module.TakeBackDialog));

/** Takes a donation back, after a question (giving.md, Take back). */
export function TakeBack(donation: { donationId: string; receiptToken?: string }) {
  const t = useTranslations("takeBack");
  const [asking, setAsking] = useState(false);
  const focus = useReturnFocus();
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        onClick={() => {
          focus.remember();
          setAsking(true);
        }}
      >
        <Undo2 aria-hidden />
        {t("button")}
      </Button>
      {asking && <TakeBackDialog {...donation} onClose={() => setAsking(false)} onClosed={focus.giveBack} />}
    </>
  );
}
